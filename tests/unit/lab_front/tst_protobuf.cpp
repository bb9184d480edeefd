// SPDX-License-Identifier: GPL-3.0-or-later
// docs/api-semantics.md P1: the bodies that kubectl sends.
#include "core/api/bounds.h"
#include "core/lab/front/body.h"
#include "core/lab/front/protobuf.h"

#include <QFile>
#include <QTest>
#include <QtEndian>

#include <limits>

using namespace core;
using namespace core::lab::front;

namespace {

const QString samples = QStringLiteral(HOLLOWLAB_SOURCE_DIR "/tests/data/protobuf/");

QByteArray contentOf(const QString &name)
{
    QFile file(samples + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// The result leaves out what says nothing: null, and objects that are empty or hold only such.
api::Json withoutEmptiness(const api::Json &json)
{
    if (const auto *array = json.if_array()) {
        api::JsonArray kept;
        for (const api::Json &item : *array)
            kept.push_back(withoutEmptiness(item));
        return kept;
    }
    const auto *object = json.if_object();
    if (!object)
        return json;
    api::JsonObject kept;
    for (const auto &member : *object) {
        api::Json inner = withoutEmptiness(member.value());
        if (!inner.is_null() && !(inner.is_object() && inner.get_object().empty()))
            kept.emplace(member.key(), std::move(inner));
    }
    return kept;
}

QByteArray varint(std::uint64_t value)
{
    QByteArray out;
    for (; value >= 0x80; value >>= 7U)
        out += char(static_cast<unsigned char>(value | 0x80U));
    return out + char(value);
}

QByteArray number(int field, std::int64_t value)
{
    return varint(std::uint64_t(field) << 3U) + varint(std::uint64_t(value));
}

QByteArray real(int field, double value)
{
    QByteArray out(sizeof value, 0);
    qToLittleEndian(value, out.data());
    return varint(std::uint64_t(field) << 3U | 1U) + out;
}

QByteArray bytes(int field, const QByteArray &value)
{
    return varint(std::uint64_t(field) << 3U | 2U) + varint(std::uint64_t(value.size())) + value;
}

QByteArray envelope(const char *apiVersion, const char *kind, const QByteArray &message)
{
    return QByteArray("k8s\0", 4) + bytes(1, bytes(1, apiVersion) + bytes(2, kind)) + bytes(2, message);
}

constexpr const char *definitions = "apiextensions.k8s.io/v1";
constexpr const char *definitionKind = "CustomResourceDefinition";

/// The message of a definition whose only version has that schema.
QByteArray definitionWith(const QByteArray &schema)
{
    return envelope(definitions, definitionKind,
        bytes(2, bytes(7, bytes(1, "v1") + number(2, 1) + number(3, 0) + bytes(4, bytes(1, schema)))));
}

QByteArray definitionJson(const QByteArray &schema)
{
    return R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","spec":{"versions":[)"
           R"({"name":"v1","served":true,"storage":false,"schema":{"openAPIV3Schema":)"
        + schema + "}}]}}";
}

/// Schemas within each other, that many levels of them.
QByteArray schemaNested(int levels)
{
    QByteArray schema;
    for (int i = 1; i < levels; ++i)
        schema = bytes(28, schema);
    return schema;
}

std::string view(const QByteArray &value)
{
    return value.toStdString();
}

QByteArray canonical(const api::Json &json)
{
    return QByteArray::fromStdString(api::writeCanonicalJson(json));
}

} // namespace

class TestProtobuf : public QObject
{
    Q_OBJECT

private slots:
    void p1WhatKubectlSends_data()
    {
        QTest::addColumn<QString>("name");
        for (const QString &file : QDir(samples).entryList({QStringLiteral("*.b64")}))
            QTest::newRow(qUtf8Printable(file.chopped(4))) << file.chopped(4);
    }

    void p1WhatKubectlSends()
    {
        QFETCH(QString, name);
        const auto expected = api::parseJson(view(contentOf(name + QStringLiteral(".json"))));
        const auto read = parseProtobuf(
            view(QByteArray::fromBase64(contentOf(name + QStringLiteral(".b64")).replace('\n', ""))));
        QVERIFY(expected);
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QCOMPARE(canonical(withoutEmptiness(*read)), canonical(withoutEmptiness(*expected)));
    }

    void whatIsWrittenReadsBack_data() { p1WhatKubectlSends_data(); }

    void whatIsWrittenReadsBack() // P3
    {
        QFETCH(QString, name);
        const auto sent = parseProtobuf(
            view(QByteArray::fromBase64(contentOf(name + QStringLiteral(".b64")).replace('\n', ""))));
        QVERIFY(sent);
        const auto written = writeProtobuf(*sent);
        QVERIFY(written);
        const auto read = parseProtobuf(*written);
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QCOMPARE(canonical(withoutEmptiness(*read)), canonical(withoutEmptiness(*sent)));
    }

    void writtenForms_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QByteArray>("message");
        const auto row = [](const char *name, const char *fields, const QByteArray &message) {
            const bool isLease = QByteArray(fields).contains("leaseDuration");
            QTest::addRow("P3 %s", name)
                << QByteArray(isLease ? R"({"apiVersion":"coordination.k8s.io/v1","kind":"Lease",)"
                                      : R"({"apiVersion":"v1","kind":"Node",)")
                    + fields + "}"
                << (isLease ? envelope("coordination.k8s.io/v1", "Lease", message)
                            : envelope("v1", "Node", message));
        };
        row("a name", R"("metadata":{"name":"n"})", bytes(1, bytes(1, "n")));
        row("a time", R"("metadata":{"creationTimestamp":"2026-11-20T10:14:05Z"})",
            bytes(1, bytes(8, number(1, 1'795'169'645) + number(2, 0))));
        row("no time", R"("metadata":{"creationTimestamp":null})", bytes(1, {}));
        row("a micro time and a number",
            R"("spec":{"leaseDurationSeconds":40,"renewTime":"2026-11-20T10:14:05.123456Z"})",
            bytes(2, number(2, 40) + bytes(4, number(1, 1'795'169'645) + number(2, 123'456'000))));
        row("a map of quantities", R"("status":{"capacity":{"cpu":"4","pods":110}})",
            bytes(3,
                bytes(1, bytes(1, "cpu") + bytes(2, bytes(1, "4")))
                    + bytes(1, bytes(1, "pods") + bytes(2, bytes(1, "110")))));
        row("lists and truth",
            R"("spec":{"unschedulable":true,"taints":[{"key":"k","effect":"NoSchedule"}]})",
            bytes(2, number(4, 1) + bytes(5, bytes(1, "k") + bytes(3, "NoSchedule"))));
        row("what is unknown, or of the wrong type", R"("spec":{"color":"red","unschedulable":"maybe"})",
            bytes(2, {}));
    }

    void rawJsonIsAsGoWritesIt() // P3
    {
        const auto written = writeProtobuf(*api::parseJson(
            R"({"apiVersion":"apps/v1","kind":"ControllerRevision","data":{"b":"x && y <z>","a":null}})"));
        QVERIFY(written);
        QVERIFY(written->find(R"({"b":"x \u0026\u0026 y \u003cz\u003e","a":null})") != std::string::npos);
    }

    void writtenForms()
    {
        QFETCH(QByteArray, json);
        QFETCH(QByteArray, message);
        const auto written = writeProtobuf(*api::parseJson(view(json)));
        QVERIFY(written);
        QCOMPARE(QByteArray::fromStdString(*written).toHex(), message.toHex());
    }

    void kindsWithoutAForm_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::newRow("a custom kind") << QByteArray(R"({"apiVersion":"a.example/v1","kind":"A"})");
        QTest::newRow("a group that is called alike")
            << QByteArray(R"({"apiVersion":"apps.example/v1","kind":"Deployment"})");
        QTest::newRow("no kind") << QByteArray("{}");
        QTest::newRow("no object") << QByteArray("[]");
    }

    void kindsWithoutAForm()
    {
        QFETCH(QByteArray, json);
        QVERIFY(!writeProtobuf(*api::parseJson(view(json))));
    }

    void definitionsBothWays_data() // P1, P3
    {
        QTest::addColumn<QByteArray>("schema");
        QTest::addColumn<QByteArray>("json");
        const auto row = [](const char *name, const QByteArray &schema, const char *json) {
            QTest::newRow(name) << schema << QByteArray(json);
        };
        row("an empty schema", {}, "{}");
        row("names that are none of Go's", bytes(2, "s") + bytes(3, "r"), R"({"$schema":"s","$ref":"r"})");
        row("a whole number", bytes(5, "number") + real(9, 10) + real(11, 0),
            R"({"type":"number","maximum":10,"minimum":0})");
        row("a number with a fraction", real(11, -0.5) + real(19, 1e300),
            R"({"minimum":-0.5,"multipleOf":1e300})");
        row("schemas in schemas",
            bytes(28, bytes(5, "object"))
                + bytes(29, bytes(1, "a") + bytes(2, bytes(29, bytes(1, "b") + bytes(2, {})))),
            R"({"not":{"type":"object"},"properties":{"a":{"properties":{"b":{}}}}})");
        row("values of any kind",
            bytes(8, bytes(1, R"({"a":[1,"x"]})")) + bytes(20, bytes(1, "1")) + bytes(20, bytes(1, "null"))
                + bytes(20, bytes(1, R"("x")")) + bytes(36, bytes(1, "false")),
            R"({"default":{"a":[1,"x"]},"enum":[1,null,"x"],"example":false})");
        row("items of one schema", bytes(24, bytes(1, bytes(5, "string"))), R"({"items":{"type":"string"}})");
        row("items of a schema each", bytes(24, bytes(2, bytes(5, "string")) + bytes(2, {})),
            R"({"items":[{"type":"string"},{}]})");
        row("nothing else", bytes(30, number(1, 0)) + bytes(33, number(1, 1)),
            R"({"additionalProperties":false,"additionalItems":true})");
        row("others of a schema", bytes(30, number(1, 1) + bytes(2, bytes(5, "string"))),
            R"({"additionalProperties":{"type":"string"}})");
        row("what depends",
            bytes(32, bytes(1, "a") + bytes(2, bytes(2, "b") + bytes(2, "c")))
                + bytes(32, bytes(1, "d") + bytes(2, bytes(1, bytes(5, "object")))),
            R"({"dependencies":{"a":["b","c"],"d":{"type":"object"}}})");
        row("an optional no", number(38, 0), R"({"x-kubernetes-preserve-unknown-fields":false})");
        row("what is Kubernetes' own",
            number(40, 1) + bytes(41, "name") + bytes(42, "map")
                + bytes(44, bytes(1, "self > 0") + bytes(2, "no")),
            R"({"x-kubernetes-int-or-string":true,"x-kubernetes-list-map-keys":["name"],)"
            R"("x-kubernetes-list-type":"map",)"
            R"("x-kubernetes-validations":[{"message":"no","rule":"self > 0"}]})");
    }

    void definitionsBothWays()
    {
        QFETCH(QByteArray, schema);
        QFETCH(QByteArray, json);
        const QByteArray sent = definitionWith(schema);
        const auto read = parseProtobuf(view(sent));
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        const auto expected = api::parseJson(view(definitionJson(json)));
        QVERIFY(expected);
        QCOMPARE(canonical(*read), canonical(*expected));
        const auto written = writeProtobuf(*expected);
        QVERIFY(written);
        QCOMPARE(QByteArray::fromStdString(*written).toHex(), sent.toHex());
    }

    void everySubresourceOfADefinition()
    {
        const auto definition = api::parseJson(view(QByteArray(
            R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",)"
            R"("metadata":{"name":"a.b.c"},"spec":{"group":"b.c","scope":"Cluster","conversion":)"
            R"({"strategy":"Webhook","webhook":{"clientConfig":{"caBundle":"AP8=","service":)"
            R"({"name":"s","namespace":"n","port":8443}},"conversionReviewVersions":["v1"]}},)"
            R"("names":{"kind":"A","plural":"a"},"versions":[{"name":"v1","served":true,"storage":true,)"
            R"("deprecated":true,"additionalPrinterColumns":[{"jsonPath":".a","name":"A","type":"integer",)"
            R"("priority":1}],"selectableFields":[{"jsonPath":".spec.a"}],"subresources":{"status":{},)"
            R"("scale":{"specReplicasPath":".spec.a","statusReplicasPath":".status.a"}}}]},)"
            R"("status":{"storedVersions":["v1"],"acceptedNames":{"kind":"A","plural":"a"},)"
            R"("conditions":[{"type":"Established","status":"True","reason":"r",)"
            R"("lastTransitionTime":"2026-11-20T10:14:05Z"}]}})")));
        QVERIFY(definition);
        const auto read = parseProtobuf(*writeProtobuf(*definition));
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QCOMPARE(canonical(*read), canonical(*definition));
    }

    void apiServicesReadBack()
    {
        const auto service = api::parseJson(view(QByteArray(
            R"({"apiVersion":"apiregistration.k8s.io/v1","kind":"APIService","metadata":{"name":"v1.a.b"},)"
            R"("spec":{"group":"a.b","version":"v1","groupPriorityMinimum":1000,"versionPriority":15,)"
            R"("service":{"name":"s","namespace":"n","port":443},"caBundle":"AP8="},)"
            R"("status":{"conditions":[{"type":"Available","status":"True","reason":"Passed"}]}})")));
        QVERIFY(service);
        const auto read = parseProtobuf(*writeProtobuf(*service));
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QCOMPARE(canonical(*read), canonical(*service));
    }

    void schemasAreNoDeeperThanTexts()
    {
        // the definition, its spec, the versions, one of them and its schema lie around the first
        const int deepest = int(api::deepestText) - 5;
        const auto read = parseProtobuf(view(definitionWith(schemaNested(deepest))));
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QVERIFY(api::parseJson(api::writeJson(*read)));
        QVERIFY(!parseProtobuf(view(definitionWith(schemaNested(deepest + 1)))));
        QVERIFY(!parseProtobuf(view(definitionWith(schemaNested(2'000)))));
        const QByteArray deepValue = QByteArray(90, '[') + QByteArray(90, ']');
        QVERIFY(!parseProtobuf(view(definitionWith(bytes(28,
            bytes(28,
                bytes(
                    28, bytes(28, bytes(28, bytes(8, bytes(1, deepValue))))))))))); // each is fine for itself
    }

    void writtenStatus()
    {
        api::Json status = api::failureStatus(404, "NotFound", "no such pod");
        const auto read = parseProtobuf(*writeProtobuf(status));
        QVERIFY(read);
        QCOMPARE(canonical(withoutEmptiness(*read)), canonical(withoutEmptiness(status)));
    }

    void writtenLists()
    {
        api::ListBody list {"v1", "NodeList", "7", "more", 2,
            {api::share(*api::parseJson(R"({"apiVersion":"v1","kind":"Node","metadata":{"name":"n"}})"))}};
        QCOMPARE(QByteArray::fromStdString(*writeProtobuf(list)).toHex(),
            envelope("v1", "NodeList",
                bytes(1, bytes(2, "7") + bytes(3, "more") + number(4, 2)) + bytes(2, bytes(1, bytes(1, "n"))))
                .toHex());
        list.apiVersion = "a.example/v1";
        QVERIFY(!writeProtobuf(list));
    }

    void frames()
    {
        const QByteArray object(200, 'x');
        const QByteArray frame = bytes(1, "ADDED") + bytes(2, bytes(1, object));
        QByteArray size(4, 0);
        qToBigEndian(quint32(frame.size()), size.data());
        QCOMPARE((QByteArray::fromStdString(protobufFrameStart("ADDED", 200)) + object).toHex(),
            (size + frame).toHex());
    }

    void forms_data()
    {
        QTest::addColumn<QByteArray>("sent");
        QTest::addColumn<QByteArray>("json");
        const QByteArray named = bytes(1, bytes(1, "a"));
        const auto lease = [](const QByteArray &spec) {
            return envelope("coordination.k8s.io/v1", "Lease", bytes(2, spec));
        };
        const auto pod = [](const QByteArray &spec) { return envelope("v1", "Pod", bytes(2, spec)); };
        const auto wrap = [](const char *version, const char *kind, const QByteArray &rest) {
            return QByteArray("{\"apiVersion\":\"") + version + "\",\"kind\":\"" + kind + "\""
                + (rest.isEmpty() ? "" : ",") + rest + "}";
        };
        QTest::newRow("a kubelet's CSINode")
            << envelope("storage.k8s.io/v1", "CSINode",
                   bytes(1, bytes(1, "n")) + bytes(2, bytes(1, bytes(1, "d") + bytes(2, "id"))))
            << wrap("storage.k8s.io/v1", "CSINode",
                   R"("metadata":{"name":"n"},"spec":{"drivers":[{"name":"d","nodeID":"id"}]})");
        QTest::newRow("a ControllerRevision's data")
            << envelope("apps/v1", "ControllerRevision", bytes(2, bytes(1, R"({"a":1})")) + number(3, 2))
            << wrap("apps/v1", "ControllerRevision", R"("data":{"a":1},"revision":2)");
        QTest::newRow("an empty object") << envelope("v1", "Pod", {}) << wrap("v1", "Pod", {});
        QTest::newRow("a name") << envelope("v1", "Pod", named)
                                << wrap("v1", "Pod", R"("metadata":{"name":"a"})");
        QTest::newRow("a micro time") << lease(bytes(4, number(1, 1'795'169'645) + number(2, 123'456'000)))
                                      << wrap("coordination.k8s.io/v1", "Lease",
                                             R"("spec":{"renewTime":"2026-11-20T10:14:05.123456Z"})");
        QTest::newRow("a time") << envelope("v1", "Pod", bytes(1, bytes(8, number(1, 1'795'169'645))))
                                << wrap("v1", "Pod",
                                       R"("metadata":{"creationTimestamp":"2026-11-20T10:14:05Z"})");
        QTest::newRow("no time") << envelope("v1", "Pod", bytes(1, bytes(8, {}))) << wrap("v1", "Pod", {});
        QTest::newRow("an optional zero counts") << lease(
            number(2, 0)) << wrap("coordination.k8s.io/v1", "Lease", R"("spec":{"leaseDurationSeconds":0})");
        QTest::newRow("an optional no counts")
            << pod(number(21, 0)) << wrap("v1", "Pod", R"("spec":{"automountServiceAccountToken":false})");
        QTest::newRow("any other zero is left out")
            << envelope("v1", "Pod", bytes(1, number(7, 0) + bytes(1, {}))) << wrap("v1", "Pod", {});
        QTest::newRow("unless JSON always shows it")
            << envelope("v1", "Pod", bytes(3, bytes(8, number(4, 0) + number(5, 0))))
            << wrap("v1", "Pod", R"("status":{"containerStatuses":[{"ready":false,"restartCount":0}]})");
        QTest::newRow("an empty optional message counts")
            << pod(bytes(1, bytes(1, "v") + bytes(2, bytes(2, {}))))
            << wrap("v1", "Pod", R"("spec":{"volumes":[{"emptyDir":{},"name":"v"}]})");
        QTest::newRow("a negative number") << envelope("v1", "Pod",
            bytes(1, number(10, -1))) << wrap("v1", "Pod", R"("metadata":{"deletionGracePeriodSeconds":-1})");
        QTest::newRow("a map with an empty value") << envelope("v1", "Pod",
            bytes(1, bytes(11, bytes(1, "k")))) << wrap("v1", "Pod", R"("metadata":{"labels":{"k":""}})");
        QTest::newRow("bytes become base64")
            << envelope("v1", "Secret", bytes(2, bytes(1, "k") + bytes(2, QByteArray("\0\xff", 2))))
            << wrap("v1", "Secret", R"("data":{"k":"AP8="})");
        QTest::newRow("quantities are texts")
            << envelope("v1", "Node", bytes(3, bytes(1, bytes(1, "cpu") + bytes(2, bytes(1, "100m")))))
            << wrap("v1", "Node", R"("status":{"capacity":{"cpu":"100m"}})");
        QTest::newRow("numbers one by one")
            << pod(bytes(14, number(4, 1) + number(4, 2)))
            << wrap("v1", "Pod", R"("spec":{"securityContext":{"supplementalGroups":[1,2]}})");
        QTest::newRow("numbers in a pack")
            << pod(bytes(14, bytes(4, varint(1) + varint(2))))
            << wrap("v1", "Pod", R"("spec":{"securityContext":{"supplementalGroups":[1,2]}})");
        QTest::newRow("either a number or a text")
            << envelope("policy/v1", "PodDisruptionBudget",
                   bytes(2, bytes(1, number(1, 0) + number(2, 3)) + bytes(3, number(1, 1) + bytes(3, "50%"))))
            << wrap(
                   "policy/v1", "PodDisruptionBudget", R"("spec":{"maxUnavailable":"50%","minAvailable":3})");
        QTest::newRow("fields of a newer version are skipped") << envelope("v1", "Pod",
            named + number(900, 1) + bytes(901, "x") + varint(902U << 3U | 1U) + QByteArray(8, 'x')
                + varint(903U << 3U | 5U)
                + QByteArray(4, 'x')) << wrap("v1", "Pod", R"("metadata":{"name":"a"})");
        QTest::newRow("managed fields")
            << envelope("v1", "Pod", bytes(1, bytes(17, bytes(1, "m") + bytes(7, bytes(1, R"({"f:a":{}})")))))
            << wrap("v1", "Pod", R"("metadata":{"managedFields":[{"fieldsV1":{"f:a":{}},"manager":"m"}]})");
        QTest::newRow("delete options of any group") << envelope("apps/v1", "DeleteOptions",
            number(1, 0)) << wrap("apps/v1", "DeleteOptions", R"("gracePeriodSeconds":0)");
        QTest::newRow("two versions of one group") << envelope("policy/v1beta1", "Eviction",
            named) << wrap("policy/v1beta1", "Eviction", R"("metadata":{"name":"a"})");
    }

    void forms()
    {
        QFETCH(QByteArray, sent);
        QFETCH(QByteArray, json);
        const auto read = parseProtobuf(view(sent));
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QCOMPARE(canonical(*read), canonical(*api::parseJson(view(json))));
    }

    void refused_data()
    {
        QTest::addColumn<QByteArray>("sent");
        QTest::addColumn<int>("code");
        QTest::newRow("no magic") << QByteArray("{}") << 400;
        QTest::newRow("nothing") << QByteArray() << 400;
        QTest::newRow("an unknown kind") << envelope("example.com/v1", "Widget", {}) << 415;
        QTest::newRow("no kind") << QByteArray("k8s\0", 4) << 415;
        QTest::newRow("a length beyond the end")
            << envelope("v1", "Pod", bytes(1, bytes(1, "abc").chopped(1))) << 400;
        QTest::newRow("a length of 2^63")
            << envelope("v1", "Pod", varint(1U << 3U | 2U) + varint(1ULL << 63U)) << 400;
        QTest::newRow("a number that never ends") << envelope("v1", "Pod", QByteArray(20, '\xff')) << 400;
        QTest::newRow("a group") << envelope("v1", "Pod", varint(1U << 3U | 3U)) << 400;
        QTest::newRow("a text that is a number") << envelope("v1", "Pod", bytes(1, number(1, 5))) << 400;
        QTest::newRow("a number that is a text") << envelope("v1", "Pod", bytes(1, bytes(7, "5"))) << 400;
        QTest::newRow("not UTF-8") << envelope("v1", "Pod", bytes(1, bytes(1, "\xff"))) << 400;
        QTest::newRow("a time far away")
            << envelope("v1", "Pod", bytes(1, bytes(8, number(1, 1LL << 60)))) << 400;
        QTest::newRow("a number that is none")
            << definitionWith(real(9, std::numeric_limits<double>::quiet_NaN())) << 400;
        QTest::newRow("an infinite number")
            << definitionWith(real(9, std::numeric_limits<double>::infinity())) << 400;
        QTest::newRow("a number with a fraction that is whole") << definitionWith(number(9, 1)) << 400;
        QTest::newRow("managed fields that are no JSON")
            << envelope("v1", "Pod", bytes(1, bytes(17, bytes(7, bytes(1, "{"))))) << 400;
    }

    void refused()
    {
        QFETCH(QByteArray, sent);
        QFETCH(int, code);
        const auto body = readBody(view(sent), Format::Protobuf);
        QVERIFY(!body);
        QCOMPARE(body.error().code, code);
    }

    void noiseNeverHarms()
    {
        const QByteArray good =
            QByteArray::fromBase64(contentOf(QStringLiteral("deployment.b64")).replace('\n', ""));
        std::uint32_t dice = 7;
        for (int round = 0; round < 20'000; ++round) {
            QByteArray noisy = good;
            for (int i = 0; i < 1 + round % 4; ++i) {
                dice = dice * 1'664'525U + 1'013'904'223U;
                noisy[qsizetype((dice >> 8U) % std::uint32_t(noisy.size()))] = char(dice & 0xffU);
            }
            const auto read = parseProtobuf(view(noisy)); // whatever it is, it can be written
            QVERIFY(!read || api::parseJson(api::writeJson(*read)));
        }
    }
};

QTEST_GUILESS_MAIN(TestProtobuf)
#include "tst_protobuf.moc"
