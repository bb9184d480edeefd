// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/effect.h"
#include "core/api/machine.h"
#include "core/api/pod.h"
#include "core/api/providerconfig.h"
#include "tests/unit/printing.h"

using namespace core::api;

namespace {

Machine machine()
{
    Machine machine;
    machine.metadata.ns = "ns";
    machine.metadata.name = "m";
    machine.metadata.uid = "u-1";
    machine.metadata.resourceVersion = "7";
    machine.metadata.labels = {{"a", "1"}};
    machine.status.phase = "Provisioning";
    return machine;
}

std::string patchOf(const std::optional<PatchObject> &patch)
{
    return patch ? writeJson(patch->patch) : "nothing";
}

} // namespace

class TestEffect : public QObject
{
    Q_OBJECT

private slots:
    void patches_data()
    {
        QTest::addColumn<std::function<void(Machine &)>>("edit");
        QTest::addColumn<std::string>("main");
        QTest::addColumn<std::string>("status");
        using Edit = std::function<void(Machine &)>;
        const auto row = [](const char *name, const Edit &edit, std::string main, std::string status) {
            QTest::newRow(name) << edit << jsonText(std::move(main)) << jsonText(std::move(status));
        };
        const std::string version = "'metadata':{'resourceVersion':'7'}";
        row(
            "no change", [](Machine &) {}, "nothing", "nothing");
        row(
            "a new field", [](Machine &m) { m.spec.providerID = "kubemark://p"; },
            "{'spec':{'providerID':'kubemark://p'}," + version + "}", "nothing");
        row(
            "status goes to its own endpoint", [](Machine &m) { m.status.phase = "Running"; }, "nothing",
            "{'status':{'phase':'Running'}," + version + "}");
        row(
            "both at once are two patches",
            [](Machine &m) {
                m.spec.providerID = "x";
                m.status.phase = "Failed";
            },
            "{'spec':{'providerID':'x'}," + version + "}", "{'status':{'phase':'Failed'}," + version + "}");
        row(
            "a change of metadata carries the precondition inside",
            [](Machine &m) { m.metadata.labels["b"] = "2"; },
            "{'metadata':{'labels':{'b':'2'},'resourceVersion':'7'}}", "nothing");
        row(
            "a removed label", [](Machine &m) { m.metadata.labels.clear(); },
            "{'metadata':{'labels':null,'resourceVersion':'7'}}", "nothing");
        row(
            "a removed status field", [](Machine &m) { m.status.phase.clear(); }, "nothing",
            "{'status':{'phase':null}," + version + "}");
        row(
            "lists are replaced whole",
            [](Machine &m) {
                m.metadata.finalizers = {"x", "y"};
            },
            "{'metadata':{'finalizers':['x','y'],'resourceVersion':'7'}}", "nothing");
        row(
            "a part of a second is no change",
            [](Machine &m) { m.metadata.creationTimestamp = Time(std::chrono::milliseconds(1)); },
            "{'metadata':{'creationTimestamp':'1970-01-01T00:00:00Z','resourceVersion':'7'}}", "nothing");
    }
    void patches()
    {
        QFETCH(std::function<void(Machine &)>, edit);
        const Machine before = machine();
        Machine after = before;
        edit(after);
        QTEST(patchOf(patchEffect(before, after)), "main");
        QTEST(patchOf(patchEffect(before, after, "status")), "status");
    }

    void whatIsNotWrittenIsNoChange()
    {
        Machine before = machine();
        before.status.lastUpdated = Time(std::chrono::milliseconds(1'000));
        Machine after = before;
        after.status.lastUpdated = Time(std::chrono::milliseconds(1'900));
        QVERIFY(!(before == after));
        QCOMPARE(patchOf(patchEffect(before, after, "status")), std::string("nothing"));
    }

    void aPatchNamesItsTarget()
    {
        const Machine before = machine();
        Machine after = before;
        after.status.phase = "Running";
        const auto patch = patchEffect(before, after, "status");
        QVERIFY(patch->target.resource == &resourceOf<Machine>());
        QVERIFY((patch->target.key == ObjectKey {"ns", "m"}));
        QCOMPARE(patch->subresource, std::string("status"));
    }

    void thePreconditionMayBeTheUid()
    {
        const Machine before = machine();
        Machine after = before;
        after.spec.providerID = "x";
        QCOMPARE(patchOf(patchEffect(before, after, {}, Precondition::Uid)),
            jsonText("{'spec':{'providerID':'x'},'metadata':{'uid':'u-1'}}"));
    }

    /// The provider config is stored with its nulls, which a merge patch can't write: that must not be a
    /// change for ever.
    void aConfigWithNullsIsWrittenOnce()
    {
        Machine before = machine();
        KubemarkProviderConfig config;
        config.image = "i";
        Machine after = before;
        after.spec.providerSpec.value = writeProviderConfig(config);
        const auto patch = patchEffect(before, after);
        QVERIFY(patch);
        Json stored = encode(before);
        applyMergePatch(stored, patch->patch);
        const Machine seen = decode<Machine>(stored).value();
        Machine wanted = seen;
        wanted.spec.providerSpec.value = writeProviderConfig(config);
        QCOMPARE(patchOf(patchEffect(seen, wanted)), std::string("nothing"));
    }

    void otherEffects()
    {
        Pod pod;
        pod.metadata.ns = "ns";
        pod.metadata.name = "p";
        pod.metadata.uid = "u";
        const CreateObject create = createEffect(pod);
        QVERIFY(create.resource == &resourceOf<Pod>());
        QCOMPARE(writeJson(create.object),
            jsonText("{'apiVersion':'v1','kind':'Pod','metadata':{'name':'p','namespace':'ns','uid':'u'}}"));
        const DeleteObject gone = deleteEffect(pod);
        QVERIFY((gone == DeleteObject {refTo(pod), "u", {}, Propagation::Default}));
        QVERIFY((referenceTo(pod) == ObjectReference {"v1", "Pod", "p", "ns", "u", {}, {}}));
        QVERIFY((referenceTo(machine()).apiVersion == "machine.openshift.io/v1beta1"));
    }
};

QTEST_GUILESS_MAIN(TestEffect)
#include "tst_effect.moc"
