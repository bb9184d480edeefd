// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/pod.h"
#include "core/runtime/indexes.h"
#include "core/runtime/lru.h"
#include "core/runtime/store.h"
#include "tests/unit/dice.h"
#include "tests/unit/printing.h"

using namespace core;

namespace {

using Pods = runtime::Store<api::Pod>;

std::shared_ptr<const api::Pod> pod(
    const std::string &ns, const std::string &name, const std::string &node = {}, api::Labels labels = {})
{
    api::Pod pod;
    pod.metadata.ns = ns;
    pod.metadata.name = name;
    pod.metadata.labels = std::move(labels);
    pod.spec.nodeName = node;
    return std::make_shared<const api::Pod>(std::move(pod));
}

runtime::IndexValues labelValues(const api::Pod &pod)
{
    runtime::IndexValues values;
    for (const auto &[key, value] : pod.metadata.labels)
        values.push_back(value);
    return values;
}

std::string names(const std::vector<Pods::Pointer> &pods)
{
    std::string text;
    for (const auto &found : pods)
        text += (text.empty() ? "" : " ") + found->key().text();
    return text;
}

void put(Pods &pods, const Pods::Pointer &object)
{
    pods.put(object->key(), object);
}

} // namespace

class TestRuntimeStore : public QObject
{
    Q_OBJECT

private slots:
    void objectsAreFoundListedReplacedAndRemoved()
    {
        Pods pods;
        QVERIFY(!pods.find({"a", "x"}));
        const auto first = pod("a", "x");
        QVERIFY(!pods.put(first->key(), first));
        put(pods, pod("b", "a"));
        put(pods, pod("a", "b"));
        QCOMPARE(names(pods.list()), std::string("a/b a/x b/a"));
        const auto second = pod("a", "x", "n1");
        QVERIFY(pods.put(second->key(), second) == first);
        QVERIFY(pods.find({"a", "x"}) == second);
        QVERIFY(pods.peek({"a", "x"}) == second.get());
        QCOMPARE(first->spec.nodeName, std::string()); // whoever holds the old one sees no change
        QVERIFY(pods.put({"a", "x"}, nullptr) == second);
        QVERIFY(!pods.find({"a", "x"}));
        QVERIFY(!pods.peek({"a", "x"}));
        QVERIFY(!pods.put({"a", "x"}, nullptr));
        QCOMPARE(pods.size(), 2U);
    }

    void anIndexFollowsItsObjects()
    {
        Pods pods;
        pods.addIndex("node", runtime::nodeNameOfPod);
        put(pods, pod("a", "z", "n1"));
        put(pods, pod("a", "y", "n1"));
        put(pods, pod("a", "unbound"));
        QCOMPARE(names(pods.listBy("node", "n1")), std::string("a/y a/z"));
        QCOMPARE(names(pods.listBy("node", "")), std::string());
        QCOMPARE(names(pods.listBy("node", "n2")), std::string());
        put(pods, pod("a", "z", "n2"));
        QCOMPARE(names(pods.listBy("node", "n1")), std::string("a/y"));
        QCOMPARE(names(pods.listBy("node", "n2")), std::string("a/z"));
        pods.put({"a", "z"}, nullptr);
        QCOMPARE(names(pods.listBy("node", "n2")), std::string());
    }

    void anObjectMayHaveSeveralValuesAndRepeatThem()
    {
        Pods pods;
        pods.addIndex("values", labelValues);
        put(pods, pod("a", "x", {}, {{"k", "1"}, {"l", "1"}, {"m", "2"}}));
        QCOMPARE(names(pods.listBy("values", "1")), std::string("a/x"));
        QCOMPARE(names(pods.listBy("values", "2")), std::string("a/x"));
        put(pods, pod("a", "x", {}, {{"k", "1"}}));
        QCOMPARE(names(pods.listBy("values", "1")), std::string("a/x"));
        QCOMPARE(names(pods.listBy("values", "2")), std::string());
    }

    void indexesAgreeWithTheObjectsWhateverHappened()
    {
        Dice dice;
        Pods pods;
        pods.addIndex("node", runtime::nodeNameOfPod);
        pods.addIndex("values", labelValues);
        const auto letter = [&] { return std::string(1, static_cast<char>('a' + dice.below(4))); };
        for (int i = 0; i < 3'000; ++i) {
            const auto object = pod(
                letter(), letter(), dice.oneIn(4) ? "" : letter(), {{"k", letter()}, {letter(), letter()}});
            pods.put(object->key(), dice.oneIn(3) ? nullptr : object);
            for (const std::string value : {"a", "b", "c", "d"}) {
                std::vector<Pods::Pointer> onNode;
                std::vector<Pods::Pointer> valued;
                for (const auto &held : pods.list()) {
                    if (held->spec.nodeName == value)
                        onNode.push_back(held);
                    if (std::ranges::count(labelValues(*held), value) > 0)
                        valued.push_back(held);
                }
                QVERIFY2(pods.listBy("node", value) == onNode, dice.seedText());
                QVERIFY2(pods.listBy("values", value) == valued, dice.seedText());
            }
        }
    }

    void theLruForgetsWhatWasNotTouchedForLongest()
    {
        runtime::Lru<int> lru(3);
        lru.touch("a") = 1;
        lru.touch("b") = 2;
        lru.touch("c") = 3;
        QCOMPARE(lru.touch("a"), 1);
        lru.touch("d") = 4;
        QCOMPARE(lru.size(), 3U);
        QCOMPARE(lru.touch("a"), 1);
        QCOMPARE(lru.touch("c"), 3);
        QCOMPARE(lru.touch("b"), 0); // was forgotten, and takes the place of d
        lru.erase("a");
        lru.erase("nobody");
        QCOMPARE(lru.size(), 2U);
        QCOMPARE(lru.touch("a"), 0);
    }
};

QTEST_GUILESS_MAIN(TestRuntimeStore)
#include "tst_runtimestore.moc"
