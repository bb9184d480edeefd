// SPDX-License-Identifier: GPL-3.0-or-later
// W46: on somebody's cluster a deletion waits five seconds, in which it can be taken back, and in which it is
// given up, and that is told, when something comes between.
#include "tests/ui/stage.h"
#include "ui/actions.h"
#include "ui/deletions.h"

#include <QElapsedTimer>
#include <QMessageBox>
#include <QPushButton>
#include <QToolButton>

using namespace Qt::Literals::StringLiterals;
using namespace core::engine;
using namespace std::chrono_literals;
using ui::Kind;

namespace {

constexpr int grace = 5000; // ms
constexpr int longEnough = 3 * grace;

ChangeSet unlockedCluster()
{
    ChangeSet cluster = fake::threeMachines(Mode::External);
    cluster.status->locked = false;
    cluster.status->pastSince = fake::now() - 1h;
    return cluster;
}

struct Deleting : fake::Stage {
    Deleting() : fake::Stage(unlockedCluster()) { remove({"default", "workers-a"}); }

    /// The question is answered with yes.
    void remove(const core::api::ObjectKey &machine) const
    {
        table(Kind::Machine)->selectKey(machine);
        action("remove")->trigger();
        if (auto *question = window.findChild<QMessageBox *>(u"question"_s)) {
            question->findChild<QPushButton *>(u"accept"_s)->click();
            delete question;
        }
    }
    void tell(const std::function<void(Status &)> &change)
    {
        ChangeSet changes;
        changes.status = unlockedCluster().status;
        change(*changes.status);
        session.send(changes);
    }
    ui::Deletions &deletions() const { return *window.findChild<ui::Deletions *>(); }
    QToolButton *cancel() const { return window.findChild<QToolButton *>(u"noticeAction"_s); }
    std::vector<std::string> sent() const
    {
        std::vector<std::string> names;
        for (const Command &command : session.commands) {
            if (const auto *deletion = std::get_if<DeleteThing>(&command))
                names.push_back(deletion->thing.key.name);
        }
        return names;
    }
};

using Names = std::vector<std::string>;

} // namespace

Q_DECLARE_METATYPE(std::function<void(Deleting &)>)

class DeletionsTest : public QObject
{
    Q_OBJECT

private slots:
    void theyAreSentAfterFiveSeconds();
    void theyAreTakenBack();
    void whatComesLaterJoins();
    void theWayBackIsNotCrowdedOut();
    void somethingComesBetween_data();
    void somethingComesBetween();
    void theWindowIsClosedTheSecondTime();
    void anotherOneOfTheSameNameStays();
    void aLabDeletesAtOnce();
    void severalHaveOneNotice();
};

void DeletionsTest::theyAreSentAfterFiveSeconds()
{
    QElapsedTimer since;
    since.start();
    Deleting stage;
    QVERIFY2(stage.notice().startsWith(u"Deletes Machine workers-a in 5\u00a0s, on the cluster prod-eu"_s),
        qPrintable(stage.notice()));
    const QToolButton *cancel = stage.cancel();
    QTRY_VERIFY(stage.notice().contains(u"in 3\u00a0s"_s));
    QCOMPARE(stage.cancel(), cancel); // a click that has begun is not lost
    QCOMPARE(stage.sent(), Names());
    QTRY_COMPARE_WITH_TIMEOUT(stage.sent(), Names {"workers-a"}, longEnough);
    QVERIFY2(since.elapsed() >= grace - 100, qPrintable(QString::number(since.elapsed())));
    QVERIFY(!stage.deletions().isWaiting());
    QTRY_VERIFY(!stage.cancel());
}

void DeletionsTest::theyAreTakenBack()
{
    Deleting stage;
    stage.cancel()->click();
    QTRY_COMPARE(stage.notice(), u"Not deleted: Machine workers-a."_s);
    QVERIFY(!stage.deletions().isWaiting());
    QTest::qWait(grace + 1000); // nothing is to happen
    QCOMPARE(stage.sent(), Names());
}

void DeletionsTest::whatComesLaterJoins()
{
    Deleting stage;
    QTRY_VERIFY(stage.notice().contains(u"in 3\u00a0s"_s));
    stage.remove({"default", "workers-b"});
    stage.remove({"default", "workers-b"}); // twice is once
    QTRY_VERIFY2(stage.notice().startsWith(u"Deletes 2 objects in 5\u00a0s"_s), qPrintable(stage.notice()));
    QTRY_COMPARE_WITH_TIMEOUT(stage.sent(), (Names {"workers-a", "workers-b"}), longEnough);
}

void DeletionsTest::theWayBackIsNotCrowdedOut()
{
    Deleting stage;
    for (const Kind kind : {Kind::Machine, Kind::MachineSet, Kind::Node, Kind::HealthCheck}) {
        stage.table(kind)->selectFirst();
        stage.action("copyName")->trigger(); // tells so
    }
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QVERIFY(stage.cancel());
    stage.cancel()->click();
    QVERIFY(!stage.deletions().isWaiting());
}

void DeletionsTest::somethingComesBetween_data()
{
    QTest::addColumn<std::function<void(Deleting &)>>("come");
    QTest::addColumn<QString>("told");
    const auto row = [](const char *name, const std::function<void(Deleting &)> &come, const QString &told) {
        QTest::newRow(name) << come << told;
    };
    row(
        "it is locked", [](Deleting &stage) { stage.tell([](Status &status) { status.locked = true; }); },
        u"The window is locked."_s);
    row(
        "the connection is lost",
        [](Deleting &stage) {
            stage.tell([](Status &status) { status.connection = Connection::Reconnecting; });
        },
        u"The connection is lost."_s);
    row(
        "another cluster is shown", [](Deleting &stage) { stage.session.send(unlockedCluster()); },
        u"Another cluster is shown."_s);
    row(
        "the past is shown",
        [](Deleting &stage) {
            auto moment = std::make_shared<Moment>();
            moment->at = fake::now() - 1min;
            stage.action("earlier")->trigger();
            stage.session.tellMoment(moment);
        },
        u"The past is shown."_s);
    row(
        "the window is closed", [](Deleting &stage) { stage.window.close(); },
        u"The window was to be closed; close it again."_s);
}

void DeletionsTest::somethingComesBetween()
{
    QFETCH(const std::function<void(Deleting &)>, come);
    QFETCH(const QString, told);
    Deleting stage;
    come(stage);
    QTRY_COMPARE(stage.notice(), u"Not deleted: Machine workers-a. "_s + told);
    QVERIFY(!stage.deletions().isWaiting());
    QVERIFY(stage.window.isVisible());
    QTest::qWait(grace + 1000); // nothing is to happen
    QCOMPARE(stage.sent(), Names());
}

void DeletionsTest::theWindowIsClosedTheSecondTime()
{
    Deleting stage;
    QVERIFY(!stage.window.close());
    QVERIFY(stage.window.close());
    QCOMPARE(stage.sent(), Names());
}

void DeletionsTest::anotherOneOfTheSameNameStays()
{
    Deleting stage;
    stage.remove({"default", "workers-b"});
    auto another = std::make_shared<core::api::Machine>(
        *fake::machine("workers-a", "workers", fake::phases::running, "node-a"));
    another->metadata.uid = "another";
    ChangeSet changes;
    changes.of<core::api::Machine>().upserts = {another};
    stage.session.send(changes);
    QTRY_COMPARE_WITH_TIMEOUT(stage.sent(), Names {"workers-b"}, longEnough);
    QVERIFY2(stage.notice().contains(u"Machine workers-a. It is gone, or another one has its name"_s),
        qPrintable(stage.notice()));
}

void DeletionsTest::aLabDeletesAtOnce()
{
    fake::Stage stage;
    stage.table(Kind::Machine)->selectFirst();
    stage.action("remove")->trigger();
    QVERIFY(stage.session.last<DeleteThing>());
    stage.session.answer(std::string("Deleted Machine default/workers-a"));
    QCOMPARE(stage.notice(), u"Deleted Machine default/workers-a.\nIts set makes another one."_s);
}

// W39
void DeletionsTest::severalHaveOneNotice()
{
    fake::Stage stage;
    stage.table(Kind::Machine)->selectKeys({{"default", "workers-a"}, {"default", "workers-b"}});
    stage.window.findChild<ui::Deletions *>()->remove(
        {Kind::Machine, {{"default", "workers-a"}, {"default", "workers-b"}}});
    QCOMPARE(stage.session.commands.size(), std::size_t(2));
    emit stage.session.commandDone({1, std::string("Deleted Machine default/workers-a")});
    QCOMPARE(stage.window.findChildren<QLabel *>(u"noticeText"_s).size(), 0);
    emit stage.session.commandDone({2, std::string("Deleted Machine default/workers-b")});
    QCOMPARE(stage.window.findChildren<QLabel *>(u"noticeText"_s).size(), 1);
    QCOMPARE(stage.notice(), u"Deleted 2 objects.\nTheir sets make others."_s);
}

QTEST_MAIN(DeletionsTest)
#include "tst_deletions.moc"
