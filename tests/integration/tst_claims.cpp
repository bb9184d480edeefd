// SPDX-License-Identifier: GPL-3.0-or-later
// docs/machines.md §3.16 and §3.12 on engine and lab together: the claims of a StatefulSet are bound before
// its pods run, and go as its retention policy says, their volumes with them.

#include "core/api/volume.h"
#include "tests/integration/labharness.h"

using namespace core;
using namespace std::chrono_literals;
using tests::LabHarness;

namespace {

const char *const storageClass = R"({"apiVersion":"storage.k8s.io/v1","kind":"StorageClass",
    "metadata":{"name":"standard","annotations":{"storageclass.kubernetes.io/is-default-class":"true"}},
    "provisioner":"hollowlab.io/volumes","volumeBindingMode":"WaitForFirstConsumer"})";

const char *const set = R"(
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: db, namespace: default}
spec:
  replicas: 2
  serviceName: db
  ordinals: {start: 1}
  persistentVolumeClaimRetentionPolicy: {whenDeleted: Retain, whenScaled: Delete}
  selector: {matchLabels: {app: db}}
  template:
    metadata: {labels: {app: db}}
    spec:
      tolerations: [{key: kubemark, operator: Exists}]
      containers: [{name: c, image: i}]
  volumeClaimTemplates:
  - metadata: {name: data}
    spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
)";

std::string namesOfBound(LabHarness &lab)
{
    std::string names;
    for (const api::PersistentVolumeClaim &claim : lab.list<api::PersistentVolumeClaim>()) {
        if (claim.status.phase == "Bound")
            names += (names.empty() ? "" : " ") + claim.metadata.name;
    }
    return names;
}

bool runs(LabHarness &lab, const std::string &name)
{
    const auto pods = lab.list<api::Pod>();
    const auto found = std::ranges::find(
        pods, name, [](const api::Pod &pod) -> const std::string & { return pod.metadata.name; });
    return found != pods.end() && found->status.phase == "Running";
}

} // namespace

class TestClaims : public QObject
{
    Q_OBJECT

private slots:
    void claimsOfAStatefulSetComeAndGo()
    {
        LabHarness lab;
        lab.create(tests::workersYaml(2));
        QVERIFY(lab.until([&] { return lab.settled(2); }, 1min));
        const auto made = lab.request(
            api::Method::Post, "/apis/storage.k8s.io/v1/storageclasses", *api::parseJson(storageClass));
        QCOMPARE(made.code, 201);
        lab.create(set);
        QVERIFY(lab.until([&] { return runs(lab, "db-2"); }, 1min));
        QCOMPARE(namesOfBound(lab), std::string("data-db-1 data-db-2"));
        QCOMPARE(lab.list<api::PersistentVolume>().size(), 2U);
        lab.patch("/apis/apps/v1/namespaces/default/statefulsets/db", R"({"spec":{"replicas":1}})");
        QVERIFY(lab.until([&] { return namesOfBound(lab) == "data-db-1"; }, 2min));
        QVERIFY(lab.until([&] { return lab.list<api::PersistentVolume>().size() == 1; }, 10s));
        lab.request(api::Method::Delete, "/apis/apps/v1/namespaces/default/statefulsets/db");
        QVERIFY(lab.until([&] { return !runs(lab, "db-1"); }, 2min));
        lab.advance(1min);
        QCOMPARE(namesOfBound(lab), std::string("data-db-1"));
    }
};

QTEST_GUILESS_MAIN(TestClaims)
#include "tst_claims.moc"
