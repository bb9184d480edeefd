// SPDX-License-Identifier: GPL-3.0-or-later
// A window on a server in another process that stalls: what the core holds it does not lose.
#include "tests/support/cluster.h"
#include "tests/support/program.h"
#include "tests/ui/livecore.h"
#include "ui/pages/tables.h"
#include "ui/widgets/objecttable.h"

#include <QTemporaryDir>
#include <QTest>
#include <QThread>

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;
namespace api = core::api;

namespace {

app::Options options(const QString &kubeconfig, const std::string &controllers)
{
    app::Options options = live::external(kubeconfig);
    options.controllers = controllers;
    return options;
}

struct Window : live::Window {
    using live::Window::Window;

    /// How many machines' nodes are in that state.
    int inState(const QString &word) const
    {
        auto *tabs = window->findChild<ui::Tables *>();
        const auto &rows = tabs->widget(0)->findChild<ui::ObjectTable *>(u"table"_s)->tableModel();
        int count = 0;
        for (int row = 0; row < rows.rowCount(); ++row) {
            const QModelIndex index = rows.index(row, rows.columnIndex(u"health"_s));
            count += index.data(Qt::AccessibleTextRole).toString().startsWith(word);
        }
        return count;
    }
};

} // namespace

class StallTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        m_places = {{u"HOME"_s, m_home->path()}, {u"XDG_STATE_HOME"_s, m_home->path()},
            {u"XDG_RUNTIME_DIR"_s, m_home->path()}};
    }

    // X32
    void theCoreGoesOnWhileTheWindowStalls()
    {
        tests::Headless server;
        QVERIFY(server.start({u"--lab"_s, u":memory:"_s, u"--controllers"_s,
                                 u"nodelifecycle,garbagecollector,podgc,scheduler,namespaces"_s},
            m_places));
        const Window window(
            options(server.kubeconfig(), "machine,machineset,healthcheck,nodelink,hollow-host"));
        QVERIFY2(window.opened, window.opened ? "" : window.opened.error().message.c_str());
        QTRY_COMPARE_WITH_TIMEOUT(window.inState(u"Ready"_s), 3, 60'000);
        tests::Cluster cluster(server.kubeconfig());
        const auto leases = [&](const std::string &ns) {
            std::map<std::string, api::LeaseSpec> all;
            for (const api::Lease &lease : cluster.list<api::Lease>()) {
                if (lease.metadata.ns == ns)
                    all[lease.metadata.name] = lease.spec;
            }
            return all;
        };
        const auto held = leases("kubemark-actuator");
        QCOMPARE(held.size(), std::size_t(5));

        QThread::sleep(15); // the stall itself: nothing is waited for
        const auto now = std::chrono::system_clock::now();
        for (const auto &[name, before] : held) {
            const api::LeaseSpec after = leases("kubemark-actuator")[name];
            QCOMPARE(after.leaseTransitions, before.leaseTransitions);
            QCOMPARE(after.holderIdentity, before.holderIdentity);
            QVERIFY2(after.renewTime->value > now - 8s, name.c_str());
        }
        const auto beats = leases("kube-node-lease");
        QVERIFY(beats.size() >= 3);
        for (const auto &[name, beat] : beats)
            QVERIFY2(beat.renewTime->value > now - 12s, name.c_str());
        QTRY_COMPARE(window.inState(u"Ready"_s), 3);
    }

private:
    std::unique_ptr<QTemporaryDir> m_home;
    QMap<QString, QString> m_places;
};

QTEST_MAIN(StallTest)
#include "tst_stalls.moc"
