// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Asks before something is changed on somebody's cluster: which fields of what, how the server judges it, and
// the line for kubectl.

#include "ui/commandsender.h"

namespace ui {

void askChanges(QWidget *window, const ClusterView &cluster, CommandSender &commands,
    const Question &question, const std::vector<Change> &changes, const std::function<void()> &accepted);

} // namespace ui
