// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a server, asked on trial, would make of each object, as a table of fields.

#include "core/api/trial.h"
#include "ui/dialogs/changetable.h"

namespace ui {

class TrialTable : public ChangeTable
{
public:
    explicit TrialTable(QWidget *parent);

    /// A row for each object, with a row below it for each field that changes, of a new one for all that it
    /// has, and of one that is refused for each that is wrong. At most a hundred of either, those that are
    /// refused first, and how many more there are.
    void tell(const std::vector<core::api::TriedObject> &trials);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void addObject(const core::api::TriedObject &tried);
    void addFields(QTreeWidgetItem *object, const core::api::TriedObject &tried);
    void fitFields();

    int m_fieldWidth = 0; ///< of the longest one
};

} // namespace ui
