// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// An object as a form: the fields of its kind (objectfields.h), each with what is wrong with it. Shows what
// is written and says what the user wants changed; keeps nothing of its own.

#include "ui/dialogs/objectfields.h"
#include "ui/theme.h"

#include <QWidget>

#include <functional>

class QFormLayout;
class QLabel;

namespace ui {

class ObjectForm : public QWidget
{
    Q_OBJECT

public:
    ObjectForm(Kind kind, const Theme &theme, QWidget *parent = nullptr);

    /// The object as it is written; a percentage is told of so many machines.
    void showObject(const core::api::Json &written, std::optional<std::int64_t> machines);

signals:
    /// Nothing: the field is to go.
    void edited(const QStringList &path, const std::optional<core::api::Json> &value);

private:
    struct Shown {
        const ObjectField *field = nullptr;
        std::function<void(const core::api::Json &value)> show;
        QLabel *note = nullptr;
    };

    void add(QFormLayout *form, const ObjectField &field);
    void announce(const ObjectField &field, const std::optional<core::api::Json> &value);
    std::function<void(const core::api::Json &)> addLine(QFormLayout *form, const ObjectField &field);
    std::function<void(const core::api::Json &)> addChoice(QFormLayout *form, const ObjectField &field);
    std::function<void(const core::api::Json &)> addFlag(QFormLayout *form, const ObjectField &field);
    std::function<void(const core::api::Json &)> addConditions(QFormLayout *form, const ObjectField &field);
    void showNote(
        const Shown &shown, const core::api::Json &value, const std::optional<std::int64_t> &machines);

    const Theme &m_theme;
    std::vector<Shown> m_shown;
};

} // namespace ui
