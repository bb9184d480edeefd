// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Questions before a step that can't be taken back. Never blocks: the answer arrives later, Cancel is the
// default.

#include <QString>

#include <functional>

class QMessageBox;
class QWidget;

namespace ui {

struct Question {
    QString title;
    QString text; ///< names the object and the cluster
    QString details; ///< shown below, in a softer tone
    QString accept; ///< "Delete 3 machines"
    QString other = {}; ///< a second answer; empty: there is none
    QString typed = {}; ///< has to be typed first (docs/window.md W45); empty: nothing has to
};

/// Every word in the dialog means what it is, also where it looks like HTML.
void showPlain(const QWidget &dialog);

/// The box is gone once it is answered; until then what it says may be brought up to date.
QMessageBox *ask(QWidget *parent, const Question &question, std::function<void()> accepted,
    std::function<void()> other = nullptr);

} // namespace ui
