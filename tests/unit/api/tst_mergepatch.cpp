// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/mergepatch.h"
#include "tests/unit/printing.h"
#include "tests/unit/randomjson.h"

using namespace core::api;

namespace {

Json patched(Json target, const Json &patch)
{
    applyMergePatch(target, patch);
    return target;
}

/// Changes, adds and removes members here and there.
Json edited(Dice &dice, Json value, int depth)
{
    if (!value.is_object() || depth == 0)
        return dice.oneIn(2) ? randomJson(dice, 2, Nulls::Absent) : value;
    JsonObject result;
    for (auto &member : value.get_object()) {
        if (!dice.oneIn(5))
            result.emplace(
                member.key(), dice.oneIn(2) ? edited(dice, member.value(), depth - 1) : member.value());
    }
    if (dice.oneIn(3))
        result[randomText(dice)] = randomJson(dice, 2, Nulls::Absent);
    return result;
}

} // namespace

class TestMergePatch : public QObject
{
    Q_OBJECT

private slots:
    /// RFC 7386, appendix A
    void applying_data()
    {
        QTest::addColumn<Json>("target");
        QTest::addColumn<Json>("patch");
        QTest::addColumn<Json>("result");
        const auto row = [](const char *name, const char *target, const char *patch, const char *result) {
            QTest::newRow(name) << json(target) << json(patch) << json(result);
        };
        row("a member is replaced", "{'a':'b'}", "{'a':'c'}", "{'a':'c'}");
        row("a member is added", "{'a':'b'}", "{'b':'c'}", "{'a':'b','b':'c'}");
        row("null removes the only member", "{'a':'b'}", "{'a':null}", "{}");
        row("null removes one of two", "{'a':'b','b':'c'}", "{'a':null}", "{'b':'c'}");
        row("a list is replaced by a text", "{'a':['b']}", "{'a':'c'}", "{'a':'c'}");
        row("a text is replaced by a list", "{'a':'c'}", "{'a':['b']}", "{'a':['b']}");
        row("null below a member", "{'a':{'b':'c'}}", "{'a':{'b':'d','c':null}}", "{'a':{'b':'d'}}");
        row("lists are replaced whole", "{'a':[{'b':'c'}]}", "{'a':[1]}", "{'a':[1]}");
        row("a list at the top", "['a','b']", "['c','d']", "['c','d']");
        row("an object becomes a list", "{'a':'b'}", "['c']", "['c']");
        row("an object becomes null", "{'a':'foo'}", "null", "null");
        row("an object becomes a text", "{'a':'foo'}", "'bar'", "'bar'");
        row("a null in the target stays", "{'e':null}", "{'a':1}", "{'e':null,'a':1}");
        row("a list becomes an object, nulls dropped", "[1,2]", "{'a':'b','c':null}", "{'a':'b'}");
        row("nulls in a new object are dropped", "{}", "{'a':{'bb':{'ccc':null}}}", "{'a':{'bb':{}}}");
        row("nulls in a list are kept", "{}", "{'a':[null,{'b':null}]}", "{'a':[null,{'b':null}]}");
    }
    void applying()
    {
        QFETCH(Json, target);
        QFETCH(Json, patch);
        QTEST(patched(target, patch), "result");
    }

    void differences_data()
    {
        QTest::addColumn<Json>("before");
        QTest::addColumn<Json>("after");
        QTest::addColumn<Json>("patch");
        const auto row = [](const char *name, const char *before, const char *after, const char *patch) {
            QTest::newRow(name) << json(before) << json(after) << json(patch);
        };
        row("equal", "{'a':{'b':[1]}}", "{'a':{'b':[1]}}", "{}");
        row("equal in another order", "{'a':1,'b':{'c':1,'d':2}}", "{'b':{'d':2,'c':1},'a':1}", "{}");
        row("only the changed leaf", "{'a':{'b':1,'c':2},'d':3}", "{'a':{'b':1,'c':5},'d':3}",
            "{'a':{'c':5}}");
        row("removed", "{'a':{'b':1,'c':2}}", "{'a':{'b':1}}", "{'a':{'c':null}}");
        row("a removed object is one null", "{'a':{'b':1}}", "{}", "{'a':null}");
        row("added object", "{}", "{'a':{'b':1}}", "{'a':{'b':1}}");
        row("an empty object is added", "{}", "{'a':{}}", "{'a':{}}");
        row("lists are replaced whole", "{'a':[1,2]}", "{'a':[1,2,3]}", "{'a':[1,2,3]}");
        row("kind changes", "{'a':{'b':1}}", "{'a':'x'}", "{'a':'x'}");
        row("a new null is no change", "{'a':{}}", "{'a':{'b':null},'c':null}", "{}");
        row("a null for a value removes it", "{'a':1}", "{'a':null}", "{'a':null}");
        row("a null that stays is no change", "{'a':null}", "{'a':null}", "{}");
        row("a null that goes is removed", "{'a':null}", "{}", "{'a':null}");
    }
    void differences()
    {
        QFETCH(Json, before);
        QFETCH(Json, after);
        QTEST(mergePatchBetween(before, after), "patch");
    }

    void aPatchTurnsBeforeIntoAfter()
    {
        Dice dice;
        for (int i = 0; i < 5'000; ++i) {
            const Json before = randomJson(dice, 4);
            const Json after = dice.oneIn(3) ? randomJson(dice, 4, Nulls::Absent)
                                             : edited(dice, randomJson(dice, 4, Nulls::Absent), 3);
            if (!after.is_object())
                continue;
            const Json patch = mergePatchBetween(before, after);
            QVERIFY2(patched(before, patch) == after, dice.seedText());
        }
    }

    /// A controller whose wish contains a null would otherwise write for ever.
    void whatWasPatchedNeedsNoFurtherPatch()
    {
        Dice dice;
        for (int i = 0; i < 5'000; ++i) {
            const Json before = JsonObject {{"spec", randomJson(dice, 4)}};
            const Json after = JsonObject {{"spec", randomJson(dice, 4)}};
            const Json result = patched(before, mergePatchBetween(before, after));
            const Json again = mergePatchBetween(result, after);
            QVERIFY2(again == Json(JsonObject()), dice.seedText() + " " + writeJson(again).c_str());
        }
    }
};

QTEST_GUILESS_MAIN(TestMergePatch)
#include "tst_mergepatch.moc"
