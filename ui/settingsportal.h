// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the desktop asks of all windows (docs/window.md W63), as the portal tells it by which desktops share
// their settings.

#include "ui/theme.h"

#include <QObject>

class QDBusVariant;

namespace ui {

class SettingsPortal : public QObject
{
    Q_OBJECT

public:
    /// Asks, and waits for no answer. Without a session bus, or a portal on it, nothing is ever told.
    SettingsPortal();

    const DesktopLook &look() const { return m_look; }

signals:
    void changed(const ui::DesktopLook &look);

private slots:
    void takeOne(const QString &space, const QString &key, const QDBusVariant &value);

private:
    void takeAll(const QVariant &settings);
    void take(const QString &space, const QString &key, const QVariant &value);
    void tell();

    DesktopLook m_look;
    DesktopLook m_told;
    bool m_asksForLessMotion = false;
    bool m_hasNoAnimations = false; ///< as GNOME says it
};

} // namespace ui
