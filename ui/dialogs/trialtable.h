// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a server, asked on trial, would make of each object, as a table of fields: as high as its rows, up to
// ten of them. Hidden until there is something to tell.

#include "core/api/trial.h"

#include <QTreeWidget>

namespace ui {

class TrialTable : public QTreeWidget
{
public:
    explicit TrialTable(QWidget *parent);

    /// A row for each object, with a row below it for each field that changes, of a new one for all that it
    /// has, and of one that is refused for each that is wrong. At most a hundred of either, those that are
    /// refused first, and how many more there are.
    void tell(const std::vector<core::api::TriedObject> &trials);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void addObject(const core::api::TriedObject &tried);
    void addFields(QTreeWidgetItem *object, const core::api::TriedObject &tried);
    int heightOf(int mostRows) const;
    void fitFields();

    int m_fieldWidth = 0; ///< of the longest one
};

} // namespace ui
