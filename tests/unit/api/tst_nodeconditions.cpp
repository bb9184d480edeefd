// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/nodeconditions.h"

#include <QTest>

#include <set>

using namespace core;

class TestNodeConditions : public QObject
{
    Q_OBJECT

private slots:
    void badIsWhatIsNotAsItShouldBe_data()
    {
        QTest::addColumn<QString>("type");
        QTest::addColumn<QString>("status");
        QTest::addColumn<QString>("reason");
        QTest::addColumn<bool>("bad");
        const auto row = [](const char *type, const char *status, bool bad, const char *reason = "") {
            QTest::addRow("%s=%s %s", type, status, reason)
                << QString::fromUtf8(type) << QString::fromUtf8(status) << QString::fromUtf8(reason) << bad;
        };
        row("Ready", "True", false);
        row("Ready", "False", true);
        row("Ready", "Unknown", true);
        row("MemoryPressure", "True", true);
        row("MemoryPressure", "False", false);
        row("PIDPressure", "Unknown", true);
        row("NetworkUnavailable", "True", true);
        row("KernelDeadlock", "True", true);
        row("KernelDeadlock", "False", false);
        row("ReadonlyFilesystem", "True", true);
        row("FrequentKubeletRestart", "True", true);
        row("FrequentKubeletRestart", "False", false);
        row("InPlaceUpdate", "True", false, "CandidateForUpdate");
        row("InPlaceUpdate", "True", false, "ReadyForUpdate");
        row("InPlaceUpdate", "True", false, "UpdateSuccessful");
        row("InPlaceUpdate", "True", true, "UpdateFailed");
        row("Terminating", "True", false, "ScaleDown");
        row("Terminating", "True", false, "Unhealthy");
    }
    void badIsWhatIsNotAsItShouldBe()
    {
        QFETCH(QString, type);
        QFETCH(QString, status);
        QFETCH(QString, reason);
        QTEST(
            api::isBad({type.toStdString(), status.toStdString(), {}, {}, reason.toStdString(), {}}), "bad");
    }

    void everyConditionIsThereOnce()
    {
        std::set<std::string_view> types;
        std::set<api::FaultKind> faults;
        for (const api::NodeConditionKind &kind : api::nodeConditionKinds) {
            QVERIFY(types.insert(kind.type).second);
            QVERIFY(faults.insert(kind.fault).second);
        }
        for (const auto &[fault, name] : api::faultNames) {
            const bool isOwnCondition = fault != api::FaultKind::Silent && fault != api::FaultKind::Reboot;
            QCOMPARE(api::conditionKindOf(fault) != nullptr, isOwnCondition);
        }
    }

    void theLifeCycleManagesItsTaints_data()
    {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<bool>("managed");
        const auto row = [](const QByteArray &key, bool managed) {
            QTest::newRow(key.isEmpty() ? "none" : key.constData()) << key << managed;
        };
        for (const char *name : {"not-ready", "unreachable", "unschedulable", "memory-pressure",
                 "disk-pressure", "pid-pressure", "network-unavailable"})
            row(QByteArray("node.kubernetes.io/") + name, true);
        row("node.kubernetes.io/out-of-service", false);
        row("kubemark", false);
        row({}, false);
    }
    void theLifeCycleManagesItsTaints()
    {
        QFETCH(QByteArray, key);
        QTEST(api::isManagedTaint(key.toStdString()), "managed");
    }

    void whatIsBadIsListed()
    {
        api::Node node;
        node.status.conditions = {{"Ready", "True", {}, {}, {}, {}},
            {"KernelDeadlock", "True", {}, {}, {}, {}}, {"DiskPressure", "False", {}, {}, {}, {}}};
        const auto bad = api::badConditions(node);
        QCOMPARE(bad.size(), std::size_t(1));
        QCOMPARE(bad.front()->type, std::string("KernelDeadlock"));
    }
};

QTEST_GUILESS_MAIN(TestNodeConditions)
#include "tst_nodeconditions.moc"
