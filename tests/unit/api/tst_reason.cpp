// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/reason.h"
#include "core/api/saying.h"

#include <QTest>

using namespace std::chrono_literals;
using namespace core;

namespace {

constexpr api::ReasonKind entries[] {
    {"Idle", "Does nothing."},
    {"Waiting", "Waits for {pod}."},
    {"Waiting", "Waits for {pod} until {until}, {pod} or not.", "tries since"},
};
constexpr api::Reasons<entries> reason;
constexpr api::Sayings<entries> saying;

static_assert(api::factCount(entries[0]) == 0 && api::factCount(entries[2]) == 4);

} // namespace

class TestReason : public QObject
{
    Q_OBJECT

private slots:
    void aSentenceIsRenderedFromItsFacts()
    {
        const base::Time noon {1763985600s};
        const api::Reason made = reason("Waiting", "{until}", noon, 3, base::Duration(90s + 1ms));
        QCOMPARE(made.code, std::string("Waiting"));
        QCOMPARE(made.text, "Waits for {until} until " + api::formatTime(noon) + ", {until} or not.");
        QVERIFY(made.facts()
            == api::Facts({{"pod", "{until}"}, {"until", api::formatTime(noon)}, {"tries", "3"},
                {"since", "1m30.001s"}}));
    }

    void theNumberOfFactsTellsTheSentence()
    {
        QCOMPARE(reason("Idle").text, std::string("Does nothing."));
        QVERIFY(reason("Idle").facts().empty());
        QCOMPARE(reason("Waiting", std::string("p")).text, std::string("Waits for p."));
    }

    void aCodeMayBeChosenWhenItRuns()
    {
        using Code = decltype(reason)::Entry<0>;
        const Code idle("Idle");
        QVERIFY(reason(idle) == reason("Idle"));
    }

    void whatIsNoFactStays()
    {
        QCOMPARE(api::rendered("{a} {b", {{"a", "1"}}), std::string("1 {b"));
        QCOMPARE(api::rendered("Es wartet auf {pod}.", reason("Waiting", "p").facts()),
            std::string("Es wartet auf p."));
    }

    void aSayingKeepsWhatItIsMadeOf()
    {
        const api::Saying plain(3);
        QCOMPARE(plain.text, std::string("3"));
        QVERIFY(plain.code.empty() && !plain.empty() && api::Saying().empty());
        const api::Saying nested = saying("Waiting", saying("Idle"));
        QCOMPARE(nested.text, std::string("Waits for Does nothing.."));
        QCOMPARE(nested.code, std::string("Waiting"));
        QVERIFY(nested.values == std::vector({saying("Idle")}));
        QVERIFY(nested != saying("Waiting", "Does nothing.")); // that one is a name
        QCOMPARE(
            api::joinedText({nested, saying("Idle")}), std::string("Waits for Does nothing.. Does nothing."));
    }

    void aReasonCanBeSaid()
    {
        const api::Reason made = reason("Waiting", "p", "noon", 3, "dawn");
        QVERIFY(api::Saying(made) == saying("Waiting", "p", "noon", 3, "dawn"));
        QCOMPARE(reason("Waiting", made).text, "Waits for " + made.text + ".");
    }

    void whatASayingSaysHasFactsToo()
    {
        const api::Reason whole = reason("Waiting", reason("Waiting", "p", "noon", 3, "dawn"));
        QVERIFY(whole.facts()
            == api::Facts({{"pod", "Waits for p until noon, p or not."}, {"until", "noon"}, {"tries", "3"},
                {"since", "dawn"}}));
    }

    void whatWasKeptIsOfTheEntryThatRendersIt()
    {
        api::Saying kept = reason("Waiting", "p");
        kept.kind = nullptr;
        QVERIFY(kept.facts().empty());
        QVERIFY(kept.isOf(entries[1]));
        QVERIFY(!kept.isOf(entries[2])); // of more facts
        QVERIFY(!kept.isOf({"Waiting", "Waited for {pod}."}));
        QVERIFY(!kept.isOf({"Watching", "Waits for {pod}."}));
    }
};

QTEST_GUILESS_MAIN(TestReason)
#include "tst_reason.moc"
