// SPDX-License-Identifier: GPL-3.0-or-later
// W63: a session bus that says nothing is found out, and no other is taken for one.
#include "app/sessionbus.h"

#include <QTemporaryDir>
#include <QTest>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>
#include <thread>

using namespace std::chrono_literals;

namespace {

/// Listens at the path; what is behind a leading zero is in the abstract namespace.
int listenAt(const QByteArray &path)
{
    sockaddr_un name {};
    name.sun_family = AF_UNIX;
    std::memcpy(name.sun_path, path.constData(), path.size());
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path.size());
    const int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const bool listens =
        bind(listener, reinterpret_cast<const sockaddr *>(&name), size) == 0 && listen(listener, 5) == 0;
    return listens ? listener : -1;
}

} // namespace

class TestSessionBus : public QObject
{
    Q_OBJECT

private slots:
    void whatIsNoBusIsNotSilent_data();
    void whatIsNoBusIsNotSilent();
    void whoTakesConnectionsAndSaysNothingIsSilent();
    void whoAnswersIsNot();
    void aSilentBusIsLeft();

private:
    QByteArray path() const { return m_folder.filePath(QStringLiteral("bus")).toUtf8(); }

    QTemporaryDir m_folder;
};

void TestSessionBus::whatIsNoBusIsNotSilent_data()
{
    QTest::addColumn<QByteArray>("address");
    QTest::newRow("nobody says where") << QByteArray();
    QTest::newRow("nothing is there") << QByteArray("unix:path=/nowhere/bus");
    QTest::newRow("no socket is there") << QByteArray("unix:path=/dev/null");
    QTest::newRow("no path") << QByteArray("unix:guid=1");
    QTest::newRow("a path too long") << "unix:path=/" + QByteArray(200, 'a');
    QTest::newRow("another machine") << QByteArray("tcp:host=192.0.2.1,port=1");
    QTest::newRow("no address") << QByteArray("unix");
}

void TestSessionBus::whatIsNoBusIsNotSilent()
{
    QFETCH(QByteArray, address);
    QVERIFY(!app::isSilent(address.toStdString(), 1min));
}

void TestSessionBus::whoTakesConnectionsAndSaysNothingIsSilent()
{
    const int listener = listenAt(path());
    QVERIFY(listener >= 0);
    const std::string address = "unix:path=" + path().toStdString();
    QVERIFY(app::isSilent(address, 10ms));
    QVERIFY(app::isSilent(address + ",guid=1;tcp:host=127.0.0.1", 10ms));
    QVERIFY(app::isSilent("unix:guid=1,path=" + path().toPercentEncoding("/").toStdString(), 10ms));
    close(listener);
    unlink(path().constData());

    const QByteArray name = "hollowlab-test-" + QByteArray::number(getpid());
    const int hidden = listenAt('\0' + name);
    QVERIFY(hidden >= 0);
    QVERIFY(app::isSilent("unix:abstract=" + name.toStdString(), 10ms));
    close(hidden);
}

void TestSessionBus::whoAnswersIsNot()
{
    const int listener = listenAt(path());
    QVERIFY(listener >= 0);
    QByteArray heard;
    std::thread bus([&] {
        const int client = accept(listener, nullptr, nullptr);
        heard.resize(100);
        heard.resize(std::max<ssize_t>(0, read(client, heard.data(), heard.size())));
        const ssize_t sent = write(client, "REJECTED EXTERNAL\r\n", 19);
        close(sent == 19 ? client : -1);
    });
    const bool silent = app::isSilent("unix:path=" + path().toStdString(), 1min);
    bus.join();
    close(listener);
    unlink(path().constData());
    QVERIFY(!silent);
    QCOMPARE(heard, QByteArray("\0AUTH EXTERNAL ", 15) + QByteArray::number(getuid()).toHex() + "\r\n");
}

void TestSessionBus::aSilentBusIsLeft()
{
    const int listener = listenAt(path());
    QVERIFY(listener >= 0);
    qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=" + path());
    app::leaveSilentBus();
    close(listener);
    unlink(path().constData());
    QVERIFY(app::sessionBusAddress() != "unix:path=" + path().toStdString());
    qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/bus");
    app::leaveSilentBus();
    QCOMPARE(app::sessionBusAddress(), std::string("unix:path=/nowhere/bus"));
    qunsetenv("DBUS_SESSION_BUS_ADDRESS");
    qputenv("XDG_RUNTIME_DIR", "/run/user/1");
    QCOMPARE(app::sessionBusAddress(), std::string("unix:path=/run/user/1/bus"));
}

QTEST_GUILESS_MAIN(TestSessionBus)
#include "tst_sessionbus.moc"
