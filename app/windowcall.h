// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A second start on a lab that a window has open brings that window to the front (docs/window.md W31). The
// two meet at a socket in the lab's private directory; a connection is the whole message.

#include "app/paths.h"

#include <QLocalServer>

class QWidget;

namespace app {

/// Answers calls for the window as long as it lives.
class WindowCall
{
public:
    /// Needs the lab's lock: a socket that lies there belongs to nobody any more.
    WindowCall(const LabPaths &paths, QWidget &window);

private:
    QLocalServer m_server;
};

/// The result is false when no window answers within half a second: the lab is open without one.
bool raiseWindowOf(const LabPaths &paths);

} // namespace app
