// SPDX-License-Identifier: GPL-3.0-or-later
// Which versions a custom kind has, in which of them it is stored, and who may convert
// (docs/api-semantics.md L10).

#include "tests/unit/lab_front/convertedthings.h"

#include "core/lab/names.h"

#include <algorithm>

using namespace labtest;

class TestStoredVersions : public QObject
{
    Q_OBJECT

private slots:
    void theStoredVersionMayChange()
    {
        Converter converter;
        ThingLab lab(converter);
        lab.make(v1, thing("v1", "a", "{address: 'h:1'}"));
        const Response switched = lab.redefine(definition(byWebhook(converter), true));
        QVERIFY2(switched.code == 200, message(switched).c_str());
        COMPARE_TEXT(at(switched, {"status", "storedVersions"}), R"(["v1","v2"])");
        COMPARE_TEXT(specOf(lab.read(v2 / "a")), R"({"host":"h","port":"1"})"); // still stored in v1
        QCOMPARE(converter.requests.size(), std::size_t(1));
        COMPARE_TEXT(specOf(lab.read(v1 / "a")), R"({"address":"h:1"})");
        lab.make(v2, thing("v2", "b", "{host: g, port: '2'}"));
        const Response all = lab.read(v1);
        COMPARE_TEXT(names(all), "a b");
        COMPARE_TEXT(api::textAt(*all.list->items[1], {"spec", "address"}), "g:2");
        const Response moved = lab.change(v1 / "a", "{metadata: {labels: {x: y}}}"); // stores it anew
        QVERIFY2(moved.code == 200, message(moved).c_str());
        const std::size_t asked = converter.requests.size();
        COMPARE_TEXT(specOf(lab.read(v2 / "a")), R"({"host":"h","port":"1"})");
        QCOMPARE(converter.requests.size(), asked);
    }

    void versionsMayDifferInNameAlone() // L10
    {
        HookLab lab;
        QCOMPARE(lab.post(definitions, definition("{strategy: None}")).code, 201);
        lab.post(v1, thing("v1", "a", "{n: 1}"));
        COMPARE_TEXT(at(lab.get(v2 / "a"), {"apiVersion"}), "example.com/v2");
        const Response switched = ThingLab::redefined(lab, definition("{strategy: None}", true));
        COMPARE_TEXT(at(switched, {"status", "storedVersions"}), R"(["v1","v2"])");
        COMPARE_TEXT(at(lab.get(v1 / "a"), {"apiVersion"}), "example.com/v1");
        const Response stale = lab.get(v2 / "a");
        COMPARE_TEXT(at(stale, {"apiVersion"}), "example.com/v2"); // though it is stored in v1
        const Response moved = lab.patch(v2 / "a", "{spec: {n: 1}}"); // which is no change but of that
        QVERIFY(version(moved) != version(stale));
        COMPARE_TEXT(at(moved, {"metadata", "generation"}), "1");
        COMPARE_TEXT(version(lab.patch(v1 / "a", "{spec: {n: 1}}")), version(moved));
        QCOMPARE(lab.patch(v1 / "a", "{metadata: {labels: {x: z}}}").code, 200);
    }

    void aStoredVersionStaysUntilItIsTakenOut() // L10
    {
        HookLab lab;
        lab.post(definitions, definition("{strategy: None}"));
        ThingLab::redefined(lab, definition("{strategy: None}", true));
        const std::string alone = R"({spec: {versions: [)"
            + versionText("v2", true, "host", "host: {type: string}, port: {type: string}") + "]}}";
        const Response refused = lab.patch(thingDefinition, alone);
        QCOMPARE(refused.code, 422);
        COMPARE_TEXT(cause(refused), "FieldValueInvalid status.storedVersions[0]");
        const Response migrated = lab.patch(thingDefinition + "/status", "{status: {storedVersions: [v2]}}");
        QVERIFY2(migrated.code == 200, message(migrated).c_str());
        const Response gone = lab.patch(thingDefinition, alone);
        QVERIFY2(gone.code == 200, message(gone).c_str());
        QCOMPARE(lab.get(v1).code, 404);
        const Response emptied = lab.patch(thingDefinition + "/status", "{status: {storedVersions: []}}");
        COMPARE_TEXT(at(emptied, {"status", "storedVersions"}), R"(["v2"])");
    }

    void watchesEndWhenVersionsChange() // L10
    {
        HookLab lab;
        lab.post(definitions, definition("{strategy: None}"));
        lab.post(v1, thing("v1", "a", "{n: 1}"));
        const auto seen = lab.watch(std::string(v2) + "?watch=1");
        lab.settle();
        QCOMPARE(lab.patch(thingDefinition, "{metadata: {labels: {x: y}}}").code, 200);
        lab.settle();
        QVERIFY(!seen->closed);
        QCOMPARE(ThingLab::redefined(lab, definition("{strategy: None}", true)).code, 200);
        lab.settle();
        QVERIFY(seen->closed);
        QVERIFY(!seen->error);
        COMPARE_TEXT(seen->text(), "ADDED a");
    }

    void versionsAreRanked() // L10
    {
        std::vector<std::string> versions {"foo10", "v1", "v3beta1", "v10", "v12alpha1", "v11beta2", "v2",
            "foo1", "v10beta3", "v11alpha2", "v01", "v1gamma1", "v"};
        std::ranges::sort(versions, lab::isPreferredVersion);
        std::string all;
        for (const std::string &version : versions)
            all += version + " ";
        COMPARE_TEXT(
            all, "v10 v2 v1 v11beta2 v10beta3 v3beta1 v12alpha1 v11alpha2 foo1 foo10 v v01 v1gamma1 ");
        HookLab lab;
        lab.post(definitions, definition("{strategy: None}"));
        COMPARE_TEXT(
            at(lab.get("/apis/example.com"), {"preferredVersion", "groupVersion"}), "example.com/v2");
    }

    void conversionsAreValid_data()
    {
        QTest::addColumn<QByteArray>("conversion");
        QTest::addColumn<QByteArray>("cause");
        const auto row = [](const char *name, const char *conversion, const char *cause) {
            QTest::newRow(name) << QByteArray(conversion) << QByteArray(cause);
        };
        const char *client = "FieldValueRequired spec.conversion.webhookClientConfig";
        row("nobody", "{strategy: Webhook}", client);
        row("neither", "{strategy: Webhook, webhook: {conversionReviewVersions: [v1], clientConfig: {}}}",
            client);
        row("no versions", "{strategy: Webhook, webhook: {clientConfig: {url: 'https://127.0.0.1:1'}}}",
            "FieldValueRequired spec.conversion.conversionReviewVersions");
        row("unknown versions",
            "{strategy: Webhook, webhook: {conversionReviewVersions: [v9], clientConfig: {url: "
            "'https://127.0.0.1:1'}}}",
            "FieldValueInvalid spec.conversion.conversionReviewVersions");
        row("elsewhere",
            "{strategy: Webhook, webhook: {conversionReviewVersions: [v1], clientConfig: {url: "
            "'https://example.com'}}}",
            "FieldValueForbidden spec.conversion.webhookClientConfig.url");
        row("none, with a webhook", "{strategy: None, webhook: {clientConfig: {url: 'https://127.0.0.1:1'}}}",
            "FieldValueForbidden spec.conversion.webhookClientConfig");
        row("another strategy", "{strategy: Magic}", "FieldValueNotSupported spec.conversion.strategy");
    }

    void conversionsAreValid()
    {
        QFETCH(const QByteArray, conversion);
        QFETCH(const QByteArray, cause);
        HookLab lab;
        const Response refused = lab.post(definitions, definition(conversion.toStdString()));
        QCOMPARE(refused.code, 422);
        COMPARE_TEXT(labtest::cause(refused), cause.toStdString());
    }
};

QTEST_GUILESS_MAIN(TestStoredVersions)
#include "tst_storedversions.moc"
