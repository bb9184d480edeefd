// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What whoever looks for an error in this program wants to know, without secrets and names (docs/window.md
// W41). English, since it is for them.

#include <QString>

class QWidget;

namespace ui {

class ClusterView;
class LogModel;
class Preferences;

QString diagnosticsText(
    const QWidget &window, const ClusterView &cluster, const Preferences &preferences, const LogModel &log);

} // namespace ui
