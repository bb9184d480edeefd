// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settingsportal.h"

#include <QDBusArgument>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusVariant>
#include <QMap>

#include <utility>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr auto portalService = "org.freedesktop.portal.Desktop"_L1;
constexpr auto portalPath = "/org/freedesktop/portal/desktop"_L1;
constexpr auto portalInterface = "org.freedesktop.portal.Settings"_L1;
constexpr auto looksSpace = "org.freedesktop.appearance"_L1;
constexpr auto gnomeSpace = "org.gnome.desktop.interface"_L1;

/// The value is that of color-scheme: a preference for dark, for light, or none.
std::optional<bool> readDark(uint preference)
{
    if (preference == 1)
        return true;
    return preference == 2 ? std::optional(false) : std::nullopt;
}

} // namespace

SettingsPortal::SettingsPortal()
{
    if (!qEnvironmentVariableIsSet("DBUS_SESSION_BUS_ADDRESS")) // else one is started for us
        return;
    QDBusConnection bus = QDBusConnection::sessionBus();
    qRegisterMetaType<QDBusVariant>(); // Qt 6.4 finds it by name, or refuses the slot
    bus.connect(portalService, portalPath, portalInterface, u"SettingChanged"_s, this,
        SLOT(takeOne(QString, QString, QDBusVariant)));
    QDBusMessage question =
        QDBusMessage::createMethodCall(portalService, portalPath, portalInterface, u"ReadAll"_s);
    question << QStringList {looksSpace, gnomeSpace};
    auto *answer = new QDBusPendingCallWatcher(bus.asyncCall(question), this);
    connect(answer, &QDBusPendingCallWatcher::finished, this, [this, answer] {
        if (!answer->isError())
            takeAll(answer->reply().arguments().value(0));
        answer->deleteLater();
    });
}

void SettingsPortal::takeAll(const QVariant &settings)
{
    const auto spaces = qdbus_cast<QMap<QString, QVariantMap>>(settings);
    for (const QLatin1StringView space : {looksSpace, gnomeSpace}) {
        const QVariantMap values = spaces.value(space);
        for (auto value = values.begin(); value != values.end(); ++value)
            take(space, value.key(), value.value());
    }
    tell();
}

void SettingsPortal::takeOne(const QString &space, const QString &key, const QDBusVariant &value)
{
    take(space, key, value.variant());
    tell();
}

void SettingsPortal::take(const QString &space, const QString &key, const QVariant &value)
{
    if (space == looksSpace && key == "color-scheme"_L1)
        m_look.isDark = readDark(value.toUInt());
    else if (space == looksSpace && key == "contrast"_L1)
        m_look.hasHighContrast = value.toUInt() == 1;
    else if (space == looksSpace && key == "reduced-motion"_L1)
        m_asksForLessMotion = value.toUInt() == 1;
    else if (space == gnomeSpace && key == "enable-animations"_L1)
        m_hasNoAnimations = !value.toBool();
    m_look.isMotionReduced = m_asksForLessMotion || m_hasNoAnimations;
}

void SettingsPortal::tell()
{
    if (std::exchange(m_told, m_look) != m_look)
        emit changed(m_look);
}

} // namespace ui
