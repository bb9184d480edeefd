// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The window with a small cluster that never was, and what tests do with it.

#include "tests/ui/fakecluster.h"
#include "tests/ui/fakesession.h"
#include "ui/mainwindow.h"
#include "ui/pages/tables.h"
#include "ui/preferences.h"
#include "ui/widgets/objecttable.h"

#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QScreen>
#include <QTest>

namespace fake {

/// Three machines with a node each, of one set, which a health check looks after.
inline core::engine::ChangeSet threeMachines(core::engine::Mode mode = core::engine::Mode::Lab)
{
    core::engine::ChangeSet changes;
    changes.reset = true;
    changes.status = status(mode);
    changes.of<MachineSet>().upserts = {machineSet("workers", 3, 3)};
    for (const std::string name : {"a", "b", "c"}) {
        changes.of<Machine>().upserts.push_back(
            machine("workers-" + name, "workers", phases::running, "node-" + name));
        changes.of<Node>().upserts.push_back(node("node-" + name, "True"));
    }
    changes.of<MachineHealthCheck>().upserts = {healthCheck("workers", "workers")};
    return changes;
}

/// The names of the rows that are chosen, in their order.
inline QString chosen(const ui::ObjectTable &table)
{
    QStringList names;
    for (const auto &key : table.selectedKeys())
        names += QString::fromStdString(key.name);
    return names.join(u' ');
}

/// The name of the row that the keys are on.
inline QString current(const ui::ObjectTable &table)
{
    return QString::fromStdString(table.currentKey().value_or(core::api::ObjectKey {}).name);
}

struct Stage {
    explicit Stage(core::engine::ChangeSet cluster = threeMachines(), QSize size = {1280, 800},
        ui::Scheme scheme = ui::Scheme::Light, bool fresh = true, QScreen *screen = nullptr)
        : window(session, {.fresh = fresh, .theme = scheme})
    {
        if (screen) {
            window.setScreen(screen);
            window.move(screen->geometry().topLeft());
        }
        window.resize(size);
        session.send(std::move(cluster));
        window.show();
        if (!QTest::qWaitForWindowActive(&window))
            qWarning("the window did not become active");
    }

    ui::Tables *tabs() const { return window.findChild<ui::Tables *>(); }
    ui::ObjectTable *table(ui::Kind kind) const
    {
        tabs()->bringToFront(kind);
        auto *table = tabs()->currentWidget()->findChild<ui::ObjectTable *>(QStringLiteral("table"));
        table->setFocus();
        return table;
    }
    QLineEdit *filter() const
    {
        return tabs()->currentWidget()->findChild<QLineEdit *>(QStringLiteral("filter"));
    }
    /// The standard set of keys, or that of k9s.
    void useSet(bool k9s) { window.findChild<ui::Preferences *>()->set(ui::Pref::KeySet, k9s ? 1 : 0); }
    QAction *action(const char *name) const { return window.findChild<QAction *>(QString::fromLatin1(name)); }
    QString label(const char *name) const
    {
        return window.findChild<QLabel *>(QString::fromLatin1(name))->text();
    }
    QString notice() const
    {
        const auto labels = window.findChildren<QLabel *>(QStringLiteral("noticeText"));
        return labels.isEmpty() ? QString() : labels.last()->text();
    }

    Session session;
    ui::MainWindow window;
};

} // namespace fake
