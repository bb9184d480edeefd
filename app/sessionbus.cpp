// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sessionbus.h"

#include "core/base/log.h"

#include <QByteArray>

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>

HOLLOWLAB_LOG(busLog, "hollowlab.app.bus")

namespace app {

namespace {

constexpr const char *addressVariable = "DBUS_SESSION_BUS_ADDRESS";
constexpr const char *noBus = "unix:path=/dev/null";
constexpr std::chrono::seconds busPatience(1);

struct SocketName {
    sockaddr_un name {};
    socklen_t size = 0;
};

/// "unix:path=/run/user/1000/bus,guid=…;…"
std::optional<SocketName> busSocketOf(const std::string &address)
{
    const QByteArray first = QByteArray::fromStdString(address).split(';').first();
    if (!first.startsWith("unix:"))
        return std::nullopt;
    for (const QByteArray &pair : first.sliced(5).split(',')) {
        const bool isAbstract = pair.startsWith("abstract=");
        if (!isAbstract && !pair.startsWith("path="))
            continue;
        QByteArray path = QByteArray::fromPercentEncoding(pair.sliced(pair.indexOf('=') + 1));
        if (isAbstract)
            path.prepend('\0');
        SocketName socket;
        if (path.isEmpty() || path.size() >= qsizetype(sizeof(socket.name.sun_path)))
            return std::nullopt;
        socket.name.sun_family = AF_UNIX;
        std::memcpy(socket.name.sun_path, path.constData(), path.size());
        socket.size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path.size());
        return socket;
    }
    return std::nullopt;
}

/// Begins as every client does, so that a bus has something to answer.
bool sayHello(int socket)
{
    const QByteArray user = QByteArray::number(getuid()).toHex();
    const QByteArray hello = QByteArray("\0AUTH EXTERNAL ", 15) + user + "\r\n";
    return send(socket, hello.constData(), hello.size(), MSG_NOSIGNAL) == hello.size();
}

} // namespace

std::string sessionBusAddress()
{
    if (qEnvironmentVariableIsSet(addressVariable))
        return qgetenv(addressVariable).toStdString();
    const QByteArray folder = qgetenv("XDG_RUNTIME_DIR");
    return folder.isEmpty() ? std::string() : "unix:path=" + folder.toStdString() + "/bus";
}

bool isSilent(const std::string &address, std::chrono::milliseconds patience)
{
    const auto where = busSocketOf(address);
    const int bus = where ? socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0) : -1;
    if (bus < 0)
        return false;
    bool silent = false;
    if (connect(bus, reinterpret_cast<const sockaddr *>(&where->name), where->size) != 0) {
        silent = errno == EAGAIN; // so many wait already
    } else if (sayHello(bus)) {
        pollfd answer {bus, POLLIN, 0};
        silent = poll(&answer, 1, static_cast<int>(patience.count())) == 0;
    }
    close(bus);
    return silent;
}

void leaveSilentBus()
{
    if (!isSilent(sessionBusAddress(), busPatience))
        return;
    qCWarning(busLog) << "the session bus does not answer: the window does without it";
    qputenv(addressVariable, noBus);
}

} // namespace app
