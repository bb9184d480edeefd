// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The window with a set of two machines, by keyboard, with its tables by their numbers.

#include "tests/ui/fakecluster.h"
#include "tests/ui/fakesession.h"
#include "ui/mainwindow.h"
#include "ui/pages/tables.h"
#include "ui/widgets/objecttable.h"

#include <QApplication>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>

namespace windowtest {

using namespace Qt::Literals::StringLiterals;
using namespace core::engine;

enum Tab {
    Machines = int(ui::Kind::Machine),
    Sets = int(ui::Kind::MachineSet),
    Deployments = int(ui::Kind::MachineDeployment),
    McmMachines = int(ui::Kind::McmMachine),
    McmSets = int(ui::Kind::McmMachineSet),
    McmDeployments = int(ui::Kind::McmMachineDeployment),
    Nodes = int(ui::Kind::Node),
    Checks = int(ui::Kind::HealthCheck),
    OldChecks = int(ui::Kind::HealthCheckV1alpha1),
};

inline ChangeSet smallCluster(Mode mode = Mode::Lab)
{
    ChangeSet changes;
    changes.reset = true;
    changes.status = fake::status(mode);
    changes.of<core::api::MachineSet>().upserts = {fake::machineSet("workers", 2, 2)};
    changes.of<core::api::Machine>().upserts = {
        fake::machine("workers-a", "workers", core::api::phases::running, "node-a"),
        fake::machine("workers-b", "workers", core::api::phases::running, "node-b")};
    changes.of<core::api::Node>().upserts = {fake::node("node-a", "True"), fake::node("node-b", "True")};
    changes.of<core::api::MachineHealthCheck>().upserts = {fake::healthCheck("workers", "workers")};
    return changes;
}

/// A deployment with its two revisions, the second one current.
inline ChangeSet rollout()
{
    ChangeSet changes;
    changes.of<core::api::MachineDeployment>().upserts = {fake::machineDeployment("edge", 2, 2)};
    changes.of<core::api::MachineSet>().upserts = {
        fake::revision("edge", 1, "edge-a", 0, 0), fake::revision("edge", 3, "edge-c", 2, 2)};
    changes.of<core::api::Machine>().upserts = {
        fake::machine("edge-c-1", "edge-c", core::api::phases::running, "node-c")};
    return changes;
}

/// The box that S opens in the row of a set or a deployment, with the number typed into it; null when none
/// opens.
inline QSpinBox *typedReplicas(ui::ObjectTable *table, const QString &number)
{
    QTest::keyClick(table, Qt::Key_S);
    auto *box = table->findChild<QSpinBox *>(u"replicas"_s);
    if (box)
        QTest::keyClicks(box, number);
    return box;
}

struct Stage {
    explicit Stage(Mode mode = Mode::Lab) : window(session, {.fresh = true, .theme = ui::Scheme::Light})
    {
        window.resize(1280, 800);
        session.send(smallCluster(mode));
        window.show();
        if (!QTest::qWaitForWindowActive(&window))
            qWarning("the window did not become active");
    }

    ui::ObjectTable *table(int tab)
    {
        auto *tabs = window.findChild<ui::Tables *>();
        tabs->bringToFront(ui::Kind(tab));
        auto *table = tabs->currentWidget()->findChild<ui::ObjectTable *>(u"table"_s);
        table->setFocus();
        return table;
    }
    QString cell(int tab, int row, const QString &column)
    {
        const auto &model = table(tab)->tableModel();
        return model.index(row, model.columnIndex(column)).data(Qt::AccessibleTextRole).toString();
    }
    QString notice() const
    {
        const auto labels = window.findChildren<QLabel *>(u"noticeText"_s);
        return labels.isEmpty() ? QString() : labels.last()->text();
    }
    QStringList notices() const
    {
        QStringList texts;
        for (const auto *label : window.findChildren<QLabel *>(u"noticeText"_s))
            texts.append(label->text());
        return texts;
    }
    QMessageBox *question() const { return window.findChild<QMessageBox *>(u"question"_s); }
    QToolButton *lock() const { return window.findChild<QToolButton *>(u"lock"_s); }
    /// The core answers so after it was asked.
    void unlock()
    {
        ChangeSet changes;
        changes.status = fake::status(Mode::External);
        changes.status->locked = false;
        changes.status->unlockedUntil = fake::now() + std::chrono::minutes(15);
        session.send(std::move(changes));
    }
    /// Opens the menu of faults and chooses the n-th one that can be chosen.
    void chooseFault(int nth)
    {
        auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
        QVERIFY(menu);
        for (int i = 0; i < nth; ++i)
            QTest::keyClick(menu, Qt::Key_Down);
        QTest::keyClick(menu, Qt::Key_Return);
    }

    fake::Session session;
    ui::MainWindow window;
};

} // namespace windowtest
