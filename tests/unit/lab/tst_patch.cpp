// SPDX-License-Identifier: GPL-3.0-or-later
// docs/api-semantics.md E: patches.
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/patching.h"

#include "labfixture.h"

using namespace labtest;

class TestPatch : public QObject
{
    Q_OBJECT

private slots:
    void contentTypes_data();
    void contentTypes();
    void jsonPatches_data();
    void jsonPatches();
    void refusedJsonPatches_data();
    void refusedJsonPatches();
    void strategicPatches_data();
    void strategicPatches();
    void refusedStrategicPatches_data();
    void refusedStrategicPatches();
    void preconditions();
    void parallelPatchesAllCount();
};

void TestPatch::contentTypes_data()
{
    QTest::addColumn<std::string>("target");
    QTest::addColumn<std::string>("type");
    QTest::addColumn<std::string>("body");
    QTest::addColumn<std::string>("expected");
    const auto row = [](const char *name, const std::string &target, std::string_view type,
                         const std::string &body, const std::string &expected) {
        QTest::newRow(name) << target << std::string(type) << body << expected;
    };
    using namespace api::contentTypes;
    row("E1 merge", configMaps / "a", mergePatch, "{data: {k: v}}", "200");
    row("E1 merge with a charset", configMaps / "a", "application/merge-patch+json; charset=utf-8",
        "{data: {k: v}}", "200");
    row("E1 JSON patch", configMaps / "a", jsonPatch, "[{op: add, path: /data, value: {k: v}}]", "200");
    row("E1 strategic", configMaps / "a", strategicMergePatch, "{data: {k: v}}", "200");
    row("E1 anything else", configMaps / "a", "application/json", "{data: {k: v}}",
        "415 UnsupportedMediaType");
    row("E1 strategic on a custom resource", machines / "m", strategicMergePatch, "{spec: {}}",
        "415 UnsupportedMediaType");
    row("E2 a merge patch that is a list", configMaps / "a", mergePatch, "[]", "422 Invalid");
    row("E3 a JSON patch that is no list", configMaps / "a", jsonPatch, "{}", "400 BadRequest");
    row("E7 a missing object", configMaps / "x", mergePatch, "{}", "404 NotFound");
    row("D3 another uid", configMaps / "a", mergePatch, "{metadata: {uid: x}}", "422 Invalid");
    row("D3 no uid", configMaps / "a", mergePatch, "{metadata: {uid: null}}", "200");
    row("D3 no namespace", configMaps / "a", mergePatch, "{metadata: {namespace: null}}", "200");
    row("E4 a new object in place of the old", configMaps / "a", strategicMergePatch,
        "{$patch: replace, metadata: {name: a}, data: {k: v}}", "200");
    row("E4 nothing in place of the old", configMaps / "a", strategicMergePatch, "{$patch: delete}",
        "422 Invalid");
    row("E4 a key with a dollar sign", configMaps / "a", strategicMergePatch, "{data: {$k: v}}",
        "422 Invalid");
    row("E8 force", configMaps / "a?force=true", mergePatch, "{}", "422 Invalid");
    row("a patch that takes the metadata away", configMaps / "a", jsonPatch,
        "[{op: remove, path: /metadata}]", "422 Invalid");
    row("a patch that replaces everything", configMaps / "a", jsonPatch,
        "[{op: replace, path: '', value: 7}]", "422 Invalid");
}

void TestPatch::contentTypes()
{
    QFETCH(const std::string, target);
    QFETCH(const std::string, type);
    QFETCH(const std::string, body);
    QFETCH(const std::string, expected);
    Lab lab;
    lab.post(configMaps, "{metadata: {name: a}}");
    lab.post(machines, machine("m"));
    const Response response = lab.patch(target, body, type);
    QCOMPARE(verdict(response), expected);
    if (response.code == 415)
        QVERIFY(message(response).find("application/merge-patch+json") != std::string::npos);
}

void TestPatch::jsonPatches_data()
{
    QTest::addColumn<std::string>("object");
    QTest::addColumn<std::string>("patch");
    QTest::addColumn<std::string>("expected");
    const auto row = [](const char *name, const std::string &object, const std::string &patch,
                         const std::string &expected) { QTest::newRow(name) << object << patch << expected; };
    row("E3 add a member", "{a: 1}", "[{op: add, path: /b, value: 2}]", "{a: 1, b: 2}");
    row("E3 add replaces a member", "{a: 1}", "[{op: add, path: /a, value: 2}]", "{a: 2}");
    row("E3 add into a list", "{a: [1, 3]}", "[{op: add, path: /a/1, value: 2}]", "{a: [1, 2, 3]}");
    row("E3 add behind a list", "{a: [1]}", "[{op: add, path: /a/-, value: 2}]", "{a: [1, 2]}");
    row("E3 replace", "{a: {b: 1}}", "[{op: replace, path: /a/b, value: 2}]", "{a: {b: 2}}");
    row("E3 remove from an object", "{a: 1, b: 2}", "[{op: remove, path: /a}]", "{b: 2}");
    row("E3 remove from a list", "{a: [1, 2]}", "[{op: remove, path: /a/0}]", "{a: [2]}");
    row("E3 remove the last", "{a: [1, 2]}", "[{op: remove, path: /a/-1}]", "{a: [1]}");
    row("E3 remove by an index with a zero", "{a: [1, 2]}", "[{op: remove, path: /a/01}]", "{a: [1]}");
    row("E3 add behind the last", "{a: [1, 2]}", "[{op: add, path: /a/-1, value: 3}]", "{a: [1, 2, 3]}");
    row("E3 within the last", "{a: [{b: 1}]}", "[{op: replace, path: /a/-1/b, value: 2}]", "{a: [{b: 2}]}");
    row("E3 move", "{a: 1}", "[{op: move, from: /a, path: /b}]", "{b: 1}");
    row("E3 copy", "{a: [1]}", "[{op: copy, from: /a, path: /b}]", "{a: [1], b: [1]}");
    row("E3 test holds", "{a: 1}", "[{op: test, path: /a, value: 1}, {op: add, path: /b, value: 1}]",
        "{a: 1, b: 1}");
    row("E3 a slash in a key", "{a/b: 1}", "[{op: replace, path: /a~1b, value: 2}]", "{a/b: 2}");
    row("E3 a tilde in a key", "{'~1': 1}", "[{op: replace, path: /~01, value: 2}]", "{'~1': 2}");
}

void TestPatch::jsonPatches()
{
    QFETCH(const std::string, object);
    QFETCH(const std::string, patch);
    QFETCH(const std::string, expected);
    Json document = yaml(object);
    QVERIFY(lab::applyJsonPatch(document, yaml(patch)));
    QCOMPARE(document, yaml(expected));
}

void TestPatch::refusedJsonPatches_data()
{
    QTest::addColumn<std::string>("patch");
    QTest::addColumn<int>("code");
    const auto row = [](const char *name, const std::string &patch, int code) {
        QTest::newRow(name) << patch << code;
    };
    row("E3 a test that fails", "[{op: test, path: /a, value: 2}]", 422);
    row("E3 a missing path", "[{op: remove, path: /x}]", 422);
    row("E3 a missing parent", "[{op: add, path: /x/y, value: 1}]", 422);
    row("E3 an unknown operation", "[{op: conjure, path: /a}]", 422);
    row("E3 an index behind the end", "[{op: add, path: /l/5, value: 1}]", 422);
    row("E3 an index before the first", "[{op: remove, path: /l/-9}]", 422);
    row("E3 a path without a slash", "[{op: remove, path: a}]", 422);
    row("E3 a bad escape", "[{op: remove, path: /~2}]", 422);
    row("E3 no value", "[{op: add, path: /b}]", 422);
    row("E3 a move into itself", "[{op: move, from: /o, path: /o/p}]", 422);
    row("E3 an operation that is a text", "[x]", 422);
    row("E3 not a list", "{}", 400);
}

void TestPatch::refusedJsonPatches()
{
    QFETCH(const std::string, patch);
    QFETCH(const int, code);
    Json document = yaml("{a: 1, l: [1], o: {}}");
    const auto applied = lab::applyJsonPatch(document, yaml(patch));
    QVERIFY(!applied);
    QCOMPARE(applied.error().code, code);
    Json many = api::JsonArray();
    for (int i = 0; i < 10'001; ++i)
        many.as_array().push_back(yaml("{op: add, path: /a, value: 1}"));
    QCOMPARE(lab::applyJsonPatch(document, many).error().code, 413);
}

void TestPatch::strategicPatches_data()
{
    QTest::addColumn<std::string>("kind");
    QTest::addColumn<std::string>("object");
    QTest::addColumn<std::string>("patch");
    QTest::addColumn<std::string>("expected");
    const auto row = [](const char *name, const std::string &kind, const std::string &object,
                         const std::string &patch, const std::string &expected) {
        QTest::newRow(name) << kind << object << patch << expected;
    };
    row("E4 containers merge by name", "Pod",
        "{spec: {containers: [{name: a, image: x}, {name: b, image: y}]}}",
        "{spec: {containers: [{name: b, image: z}, {name: c, image: w}]}}",
        "{spec: {containers: [{name: a, image: x}, {name: b, image: z}, {name: c, image: w}]}}");
    row("E4 env merges by name within a container", "Pod",
        "{spec: {containers: [{name: a, env: [{name: k, value: '1'}, {name: l, value: '2'}]}]}}",
        "{spec: {containers: [{name: a, env: [{name: l, value: '3'}]}]}}",
        "{spec: {containers: [{name: a, env: [{name: k, value: '1'}, {name: l, value: '3'}]}]}}");
    row("E4 volumes merge by name, $retainKeys leaves the rest out", "Pod",
        "{spec: {volumes: [{name: v, emptyDir: {}}]}}",
        "{spec: {volumes: [{name: v, $retainKeys: [name, secret], secret: {secretName: s}}]}}",
        "{spec: {volumes: [{name: v, secret: {secretName: s}}]}}");
    row("E4 tolerations are replaced", "Pod", "{spec: {tolerations: [{key: a}]}}",
        "{spec: {tolerations: [{key: b}]}}", "{spec: {tolerations: [{key: b}]}}");
    row("E4 conditions merge by type", "Node",
        "{status: {conditions: [{type: A, status: 'True'}, {type: B, status: 'True'}]}}",
        "{status: {conditions: [{type: B, status: 'False'}]}}",
        "{status: {conditions: [{type: A, status: 'True'}, {type: B, status: 'False'}]}}");
    row("E4 taints are replaced, as kubectl expects", "Node",
        "{spec: {taints: [{key: a, effect: NoSchedule}, {key: b, effect: NoExecute}]}}",
        "{spec: {taints: [{key: b, effect: NoExecute}]}}", "{spec: {taints: [{key: b, effect: NoExecute}]}}");
    row("E4 owners merge by uid", "Pod", "{metadata: {ownerReferences: [{uid: '1', name: a}]}}",
        "{metadata: {ownerReferences: [{uid: '2', name: b}, {uid: '1', $patch: delete}]}}",
        "{metadata: {ownerReferences: [{uid: '2', name: b}]}}");
    row("E4 finalizers merge as a set", "ConfigMap", "{metadata: {finalizers: [a.b/c]}}",
        "{metadata: {finalizers: [d.e/f, a.b/c]}}", "{metadata: {finalizers: [d.e/f, a.b/c]}}");
    row("E4 $deleteFromPrimitiveList", "ConfigMap", "{metadata: {finalizers: [a.b/c, d.e/f]}}",
        "{metadata: {$deleteFromPrimitiveList/finalizers: [a.b/c]}}", "{metadata: {finalizers: [d.e/f]}}");
    row("E4 $patch: delete of an item", "Pod", "{spec: {containers: [{name: a}, {name: b}]}}",
        "{spec: {containers: [{name: a, $patch: delete}]}}", "{spec: {containers: [{name: b}]}}");
    row("E4 $patch: replace of an object", "ConfigMap", "{data: {a: '1', b: '2'}}",
        "{data: {$patch: replace, c: '3'}}", "{data: {c: '3'}}");
    row("E4 $patch: replace of a list", "Pod", "{spec: {containers: [{name: a}, {name: b}]}}",
        "{spec: {containers: [{name: c}, {$patch: replace}]}}", "{spec: {containers: [{name: c}]}}");
    row("E4 $setElementOrder", "Pod", "{spec: {containers: [{name: a}, {name: b}]}}",
        "{spec: {$setElementOrder/containers: [{name: c}, {name: b}, {name: a}], containers: [{name: c, "
        "image: x}]}}",
        "{spec: {containers: [{name: c, image: x}, {name: b}, {name: a}]}}");
    row("E4 what $setElementOrder does not name stays before its neighbours", "Pod",
        "{spec: {containers: [{name: a}, {name: x}, {name: b}]}}",
        "{spec: {$setElementOrder/containers: [{name: c}, {name: a}, {name: b}], containers: [{name: c}]}}",
        "{spec: {containers: [{name: c}, {name: a}, {name: x}, {name: b}]}}");
    row("E4 $setElementOrder alone", "Pod", "{spec: {containers: [{name: a}, {name: x}, {name: b}]}}",
        "{spec: {$setElementOrder/containers: [{name: b}, {name: a}]}}",
        "{spec: {containers: [{name: x}, {name: b}, {name: a}]}}");
    row("E4 what is new comes first", "Pod", "{spec: {containers: [{name: a}]}}",
        "{spec: {containers: [{name: b}]}}", "{spec: {containers: [{name: b}, {name: a}]}}");
    row("E4 items of a new list are not merged with each other", "Pod", "{spec: {containers: [{name: a}]}}",
        "{spec: {containers: [{name: a, ports: [{containerPort: 53, protocol: UDP}, {containerPort: 53, "
        "protocol: TCP}]}]}}",
        "{spec: {containers: [{name: a, ports: [{containerPort: 53, protocol: UDP}, {containerPort: 53, "
        "protocol: TCP}]}]}}");
    row("E4 nor are those of a list that replaces", "Service", "{spec: {ports: [{port: 1, protocol: TCP}]}}",
        "{spec: {ports: [{$patch: replace}, {port: 53, protocol: UDP}, {port: 53, protocol: TCP}]}}",
        "{spec: {ports: [{port: 53, protocol: UDP}, {port: 53, protocol: TCP}]}}");
    row("E4 $patch: replace of all", "ConfigMap",
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: a, labels: {x: y}}, data: {a: '1'}}",
        "{$patch: replace, metadata: {name: a}, data: {b: '2', c: null}}",
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {b: '2'}}");
    row("E4 an item that replaces says nothing else", "Pod", "{spec: {containers: [{name: a}]}}",
        "{spec: {containers: [{name: b}, {name: c, $patch: replace}]}}", "{spec: {containers: [{name: b}]}}");
    row("E4 null removes", "ConfigMap", "{data: {a: '1', b: '2'}}", "{data: {a: null}}", "{data: {b: '2'}}");
    row("E4 nothing of a new item but its content is kept", "Pod", "{}",
        "{spec: {containers: [{name: a, image: null, env: [{name: k, $patch: delete}]}]}}",
        "{spec: {containers: [{name: a, env: []}]}}");
}

lab::SchemaPtr schemaOf(std::string_view kind)
{
    lab::Store store;
    lab::Registry registry;
    lab::addBuiltInKinds(registry, store);
    for (const lab::ResourceType *type : registry.all()) {
        if (type->kind == kind)
            return type->versions.front().schema;
    }
    return nullptr;
}

void TestPatch::refusedStrategicPatches_data()
{
    QTest::addColumn<std::string>("patch");
    const auto row = [](const char *name, const std::string &patch) { QTest::newRow(name) << patch; };
    row("E4 an unknown $patch of all", "{$patch: invent}");
    row("E4 a $patch that is empty", "{$patch: ''}");
    row("E4 a $patch that is null", "{$patch: null}");
    row("E4 a $patch that is a number", "{$patch: 1}");
    row("E4 merging is not asked for", "{metadata: {$patch: merge}}");
    row("E4 an unknown $patch of an object", "{metadata: {$patch: invent}}");
    row("E4 an unknown $patch of a map", "{metadata: {labels: {$patch: invent}}}");
    row("E4 an unknown $patch of an item", "{spec: {containers: [{name: a, $patch: invent}]}}");
    row("E4 an unknown $patch of a new item", "{spec: {containers: [{name: b, $patch: invent}]}}");
    row("E4 an unknown $patch of a list", "{spec: {containers: [{$patch: invent}]}}");
}

void TestPatch::refusedStrategicPatches()
{
    QFETCH(const std::string, patch);
    Json document = yaml("{metadata: {name: p, labels: {a: b}}, spec: {containers: [{name: a}]}}");
    const auto applied = lab::applyStrategicPatch(document, yaml(patch), schemaOf("Pod").get());
    QVERIFY(!applied);
    QCOMPARE(applied.error().code, 422);
    QVERIFY(message(applied.error()).starts_with("unknown patch type: "));
}

void TestPatch::strategicPatches()
{
    QFETCH(const std::string, kind);
    QFETCH(const std::string, object);
    QFETCH(const std::string, patch);
    QFETCH(const std::string, expected);
    Json document = yaml(object);
    const auto applied = lab::applyStrategicPatch(document, yaml(patch), schemaOf(kind).get());
    QVERIFY(applied);
    QCOMPARE(document, yaml(expected));
}

void TestPatch::preconditions()
{
    Lab lab;
    const Response first = lab.post(configMaps, "{metadata: {name: a}}");
    lab.patch(configMaps / "a", "{data: {k: v}}");
    const std::string stale = "{metadata: {resourceVersion: '" + version(first) + "'}, data: {k: w}}";
    COMPARE_TEXT(verdict(lab.patch(configMaps / "a", stale)), "409 Conflict"); // E5
    const std::string replaced =
        "[{op: replace, path: /metadata/resourceVersion, value: '" + version(first) + "'}]";
    COMPARE_TEXT(
        verdict(lab.patch(configMaps / "a", replaced, api::contentTypes::jsonPatch)), "409 Conflict");
    const std::string current =
        "{metadata: {resourceVersion: '" + version(lab.get(configMaps / "a")) + "'}, data: {k: w}}";
    COMPARE_TEXT(verdict(lab.patch(configMaps / "a", current)), "200");
}

void TestPatch::parallelPatchesAllCount()
{
    Lab lab;
    lab.post(configMaps, "{metadata: {name: a}}");
    for (int i = 0; i < 50; ++i) // D12: without a version each is taken
        QCOMPARE(lab.patch(configMaps / "a", "{data: {k" + std::to_string(i) + ": v}}").code, 200);
    QCOMPARE(lab.get(configMaps / "a").body->at("data").as_object().size(), std::size_t(50));
}

QTEST_GUILESS_MAIN(TestPatch)
#include "tst_patch.moc"
