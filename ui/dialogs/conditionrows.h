// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The conditions of a node by which a health check knows an unhealthy machine, a line each: type, status, and
// how long it lasts (docs/machines.md §7.2).

#include "core/api/json.h"

#include <QWidget>

class QComboBox;
class QLineEdit;
class QVBoxLayout;

namespace ui {

class ConditionRows : public QWidget
{
    Q_OBJECT

public:
    explicit ConditionRows(QWidget *parent = nullptr);

    /// A list of conditions; anything else counts as an empty one.
    void showList(const core::api::Json &list);

signals:
    void edited(const core::api::Json &list);

private:
    struct Row {
        QWidget *line = nullptr;
        QComboBox *type = nullptr;
        QComboBox *status = nullptr;
        QLineEdit *timeout = nullptr;
    };

    void addRow();
    void removeRow(QWidget *line);
    void announce();
    core::api::Json written() const;

    QVBoxLayout *m_lines;
    std::vector<Row> m_rows;
    core::api::Json m_list; ///< as it was shown or announced last, with members that have no box
};

} // namespace ui
