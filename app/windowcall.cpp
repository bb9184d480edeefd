// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/windowcall.h"

#include <QLocalSocket>
#include <QWidget>

namespace app {

namespace {

constexpr int patience = 500; // ms

QString socketOf(const LabPaths &paths)
{
    return QString::fromStdString(paths.directory + "/window");
}

void bringToFront(QWidget &window)
{
    window.setWindowState(window.windowState() & ~Qt::WindowMinimized);
    window.show();
    window.raise();
    window.activateWindow();
}

} // namespace

WindowCall::WindowCall(const LabPaths &paths, QWidget &window)
{
    if (paths.directory.empty())
        return;
    QLocalServer::removeServer(socketOf(paths));
    m_server.setSocketOptions(QLocalServer::UserAccessOption);
    QObject::connect(&m_server, &QLocalServer::newConnection, &window, [this, &window] {
        while (QLocalSocket *caller = m_server.nextPendingConnection()) {
            bringToFront(window);
            QObject::connect(caller, &QLocalSocket::disconnected, caller, &QObject::deleteLater);
            caller->write("shown\n");
        }
    });
    m_server.listen(socketOf(paths)); // a path that is too long for a socket: nobody can call
}

bool raiseWindowOf(const LabPaths &paths)
{
    QLocalSocket socket;
    socket.connectToServer(socketOf(paths));
    return socket.waitForConnected(patience) && socket.waitForReadyRead(patience);
}

} // namespace app
