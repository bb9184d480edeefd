// SPDX-License-Identifier: GPL-3.0-or-later
// What the desktop asks of all windows: how it is heard, and what the window makes of it.
#include "tests/ui/stage.h"
#include "ui/settingsportal.h"
#include "ui/widgets/callout.h"

#include <QDBusConnection>
#include <QDBusMetaType>
#include <QDBusVariant>
#include <QProcess>
#include <QPropertyAnimation>
#include <QSignalSpy>

using namespace Qt::Literals::StringLiterals;
using ui::DesktopLook;
using ui::Scheme;

namespace {

using Settings = QMap<QString, QVariantMap>;

QColor ground()
{
    return QGuiApplication::palette().color(QPalette::Window);
}

/// The ground of a scheme that the user chose.
QColor groundOf(Scheme scheme)
{
    const ui::Theme theme(scheme);
    return ground();
}

} // namespace

class FakePortal : public QObject
{
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.portal.Settings")

public:
    explicit FakePortal(Settings settings) : m_settings(std::move(settings)) { }

public slots:
    QMap<QString, QVariantMap> ReadAll(const QStringList &spaces) const // NOLINT: its name on the bus
    {
        Settings asked;
        for (const QString &space : spaces)
            asked.insert(space, m_settings.value(space));
        return asked;
    }

signals:
    void SettingChanged(const QString &space, const QString &key, const QDBusVariant &value); // NOLINT

private:
    const Settings m_settings;
};

class DesktopLookTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { qunsetenv("DBUS_SESSION_BUS_ADDRESS"); }

    // W63
    void theSystemSchemeIsTheDesktops_data()
    {
        QTest::addColumn<DesktopLook>("look");
        QTest::addColumn<Scheme>("scheme");
        QTest::newRow("dark") << DesktopLook {.isDark = true} << Scheme::Dark;
        QTest::newRow("light") << DesktopLook {.isDark = false} << Scheme::Light;
        QTest::newRow("high contrast") << DesktopLook {.hasHighContrast = true} << Scheme::Contrast;
        QTest::newRow("both") << DesktopLook {.isDark = false, .hasHighContrast = true} << Scheme::Contrast;
        QTest::newRow("it does not say") << DesktopLook {} << Scheme::System;
    }

    void theSystemSchemeIsTheDesktops()
    {
        QFETCH(DesktopLook, look);
        QFETCH(Scheme, scheme);
        const QColor wanted = groundOf(scheme);
        ui::Theme theme(Scheme::System);
        theme.followDesktop(look);
        QCOMPARE(ground(), wanted);
        theme.followDesktop({.isDark = true});
        theme.followDesktop(look); // and back
        QCOMPARE(ground(), wanted);
    }

    // W63
    void whatTheUserChoseStays()
    {
        const QColor light = groundOf(Scheme::Light);
        ui::Theme theme(Scheme::Light);
        theme.followDesktop({.isDark = true, .hasHighContrast = true});
        QCOMPARE(ground(), light);
        theme.setScheme(Scheme::System);
        QVERIFY(theme.isDark());
        theme.setScheme(Scheme::Light);
        QCOMPARE(ground(), light);
    }

    // W63
    void motionIsReducedHereOrInTheDesktop()
    {
        fake::Stage stage;
        stage.action("tour")->trigger();
        auto *callout = stage.window.findChild<ui::Callout *>();
        auto *preferences = stage.window.findChild<ui::Preferences *>();
        const auto glides = [&] {
            stage.action("skipStep")->trigger();
            return callout->findChild<QPropertyAnimation *>()->state() == QAbstractAnimation::Running;
        };
        QVERIFY(glides());
        stage.window.followDesktop({.isMotionReduced = true});
        QVERIFY(!glides());
        preferences->set(ui::Pref::ReducedMotion, 1);
        stage.window.followDesktop({});
        QVERIFY(!glides());
        preferences->set(ui::Pref::ReducedMotion, 0);
        QVERIFY(glides());
    }

    // W63
    void aNoticeThatStandsFollows()
    {
        fake::Stage stage(fake::threeMachines(), {1280, 800}, Scheme::System);
        stage.window.followDesktop({.isDark = false});
        emit stage.window.findChild<ui::CommandSender *>()->noticed({.text = u"done"_s});
        const auto shape = [&] {
            return stage.window.findChild<QWidget *>(u"notices"_s)
                ->findChildren<QLabel *>()
                .first()
                ->pixmap()
                .toImage();
        };
        const QImage light = shape();
        stage.window.followDesktop({.isDark = true});
        QVERIFY(shape() != light);
    }

    void withoutABusNothingIsTold()
    {
        const ui::SettingsPortal portal;
        QCOMPARE(portal.look(), DesktopLook {});
    }

    // W63; the last one: the process has a bus from here on
    void thePortalTellsAndTellsWhatChanges()
    {
        QProcess daemon;
        daemon.start(u"dbus-daemon"_s, {u"--session"_s, u"--nofork"_s, u"--print-address"_s});
        if (!daemon.waitForStarted())
            QSKIP("there is no dbus-daemon");
        QVERIFY(daemon.waitForReadyRead());
        const QByteArray address = daemon.readLine().trimmed();
        qputenv("DBUS_SESSION_BUS_ADDRESS", address);
        qDBusRegisterMetaType<Settings>();
        FakePortal fake({{u"org.freedesktop.appearance"_s, {{u"color-scheme"_s, 1U}}},
            {u"org.gnome.desktop.interface"_s, {{u"enable-animations"_s, false}}}});
        QDBusConnection bus = QDBusConnection::connectToBus(QString::fromUtf8(address), u"portal"_s);
        QVERIFY(bus.registerObject(u"/org/freedesktop/portal/desktop"_s, &fake,
            QDBusConnection::ExportAllSlots | QDBusConnection::ExportAllSignals));
        QVERIFY(bus.registerService(u"org.freedesktop.portal.Desktop"_s));

        const ui::SettingsPortal portal;
        QTRY_COMPARE(portal.look(), (DesktopLook {.isDark = true, .isMotionReduced = true}));
        QSignalSpy changes(&portal, &ui::SettingsPortal::changed);
        const auto change = [&fake](const char *key, uint value) {
            emit fake.SettingChanged(
                u"org.freedesktop.appearance"_s, QString::fromLatin1(key), QDBusVariant(value));
        };
        change("color-scheme", 2);
        QTRY_COMPARE(portal.look(), (DesktopLook {.isDark = false, .isMotionReduced = true}));
        change("contrast", 1);
        QTRY_VERIFY(portal.look().hasHighContrast);
        change("color-scheme", 0);
        QTRY_VERIFY(!portal.look().isDark);
        change("accent-color", 7);
        change("contrast", 0);
        QTRY_VERIFY(!portal.look().hasHighContrast);
        QCOMPARE(changes.count(), 4);
        QDBusConnection::disconnectFromBus(u"portal"_s);
        daemon.terminate();
        QVERIFY(daemon.waitForFinished());
    }
};

QTEST_MAIN(DesktopLookTest)
#include "tst_desktoplook.moc"
