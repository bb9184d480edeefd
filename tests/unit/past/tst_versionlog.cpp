// SPDX-License-Identifier: GPL-3.0-or-later
// The history against a model that keeps every state: at every second both say the same.
#include "core/past/versionlog.h"
#include "tests/unit/dice.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sqlite3.h>

using namespace core::past;
using namespace std::chrono_literals;
using core::api::Time;
using core::base::ErrorKind;
using Access = VersionLog::Access;

namespace {

using Texts = std::map<ObjectName, std::string>;

Texts textsOf(const State &state)
{
    Texts texts;
    for (const auto &[name, text] : state)
        texts.emplace(name, *text);
    return texts;
}

Time second(int number)
{
    return Time() + 1'000'000s + std::chrono::seconds(number);
}

ObjectName nodeNamed(const std::string &name)
{
    return {"nodes", {"", name}};
}

/// Keeps the state of every second.
class Model
{
public:
    void take(const std::vector<Version> &changes)
    {
        for (const Version &change : changes) {
            if (change.text.empty())
                m_present.erase(change.name);
            else
                m_present[change.name] = change.text;
        }
    }
    void replaceKind(const std::string &kind, const std::vector<Version> &present)
    {
        std::erase_if(m_present, [&](const auto &entry) { return entry.first.kind == kind; });
        take(present);
    }
    void endSecond(int number) { m_states[number] = m_present; }
    const std::map<int, Texts> &states() const { return m_states; }

private:
    Texts m_present;
    std::map<int, Texts> m_states;
};

std::vector<Version> randomChanges(Dice &dice, int number)
{
    std::vector<Version> changes;
    for (std::size_t i = dice.below(6); i > 0; --i) {
        const std::string kind = dice.oneIn(2) ? "nodes" : "machines.machine.openshift.io";
        const std::string ns = dice.oneIn(2) ? "" : "default";
        const std::string text = dice.oneIn(4)
            ? std::string()
            : std::string(dice.below(200) + 1, static_cast<char>('a' + dice.below(26)));
        changes.push_back({second(number), {kind, {ns, "m" + std::to_string(dice.below(12))}}, text});
    }
    return changes;
}

} // namespace

class TestVersionLog : public QObject
{
    Q_OBJECT

private slots:
    void everySecondIsAsItWas_data();
    void everySecondIsAsItWas();
    void aLookSharesWhatStays();
    void whatIsListedEndsTheOthers();
    void theGapBetweenTwoRunsIsKnown();
    void whatIsKnownIsNotWrittenAgain();
    void onlyWhatIsYoungEnoughIsKept();
    void onlyWhatHasRoomIsKept();
    void beforeItsBeginningNothingIsKnown();
    void anotherFileIsRefused_data();
    void anotherFileIsRefused();
    void whatIsLookedAtStaysAsItIs();
};

void TestVersionLog::everySecondIsAsItWas_data()
{
    QTest::addColumn<bool>("onDisk");
    QTest::newRow("on disk, with restarts") << true;
    QTest::newRow("in a file that vanishes") << false;
}

/// Segments are small, so that many begin; some runs end without a word, as after a kill.
void TestVersionLog::everySecondIsAsItWas()
{
    QFETCH(bool, onDisk);
    for (int round = 0; round < 4; ++round) {
        Dice dice;
        const QTemporaryDir directory;
        const std::string path = onDisk ? directory.filePath(QStringLiteral("h.db")).toStdString() : "";
        const Retention retention {.time = 24h, .leastSegment = 1 + dice.below(4000)};
        const auto open = [&] { return VersionLog::open(path, Access::Written, retention).value(); };
        auto log = open();
        QVERIFY(log->resume(second(0)));
        Model model;
        for (int number = 0; number < 300; ++number) {
            const auto changes = randomChanges(dice, number);
            if (dice.oneIn(40)) {
                std::vector<Version> present {{second(number), nodeNamed("m1"), "listed"}};
                QVERIFY(log->replaceKind("nodes", present, second(number)));
                model.replaceKind("nodes", present);
            }
            QVERIFY(log->append(changes, second(number)));
            model.take(changes);
            model.endSecond(number);
            if (onDisk && dice.oneIn(30)) {
                log.reset();
                log = open();
                QVERIFY(log->resume(second(number)));
            }
            const int asked = static_cast<int>(dice.below(static_cast<std::size_t>(number) + 1));
            QVERIFY2(textsOf(log->stateAt(second(asked) + 300ms).value()) == model.states().at(asked),
                dice.seedText().constData());
        }
        for (const auto &[number, state] : model.states())
            QVERIFY2(textsOf(log->stateAt(second(number)).value()) == state,
                (dice.seedText() + ", second " + QByteArray::number(number)).constData());
    }
}

void TestVersionLog::aLookSharesWhatStays()
{
    auto log = VersionLog::open({}, Access::Written, {}).value();
    QVERIFY(log->resume(second(0)));
    QVERIFY(log->append({{second(1), nodeNamed("a"), "one"}, {second(1), nodeNamed("b"), "one"}}, second(1)));
    QVERIFY(log->append({{second(2), nodeNamed("b"), "two"}}, second(2)));
    const State before = log->stateAt(second(1)).value();
    const State after = log->stateAt(second(2)).value();
    QCOMPARE(after.at(nodeNamed("a")), before.at(nodeNamed("a")));
    QCOMPARE(*after.at(nodeNamed("b")), std::string("two"));
}

void TestVersionLog::whatIsListedEndsTheOthers()
{
    auto log = VersionLog::open({}, Access::Written, {}).value();
    QVERIFY(log->resume(second(0)));
    const ObjectName event {"events", {"default", "e"}};
    QVERIFY(log->append(
        {{second(1), nodeNamed("a"), "one"}, {second(1), nodeNamed("b"), "one"}, {second(1), event, "e"}},
        second(1)));
    QVERIFY(log->replaceKind("nodes", {{{}, nodeNamed("b"), "two"}, {{}, nodeNamed("c"), "one"}}, second(5)));
    QCOMPARE(textsOf(log->stateAt(second(4)).value()),
        (Texts {{nodeNamed("a"), "one"}, {nodeNamed("b"), "one"}, {event, "e"}}));
    QCOMPARE(textsOf(log->stateAt(second(5)).value()),
        (Texts {{nodeNamed("b"), "two"}, {nodeNamed("c"), "one"}, {event, "e"}}));
}

void TestVersionLog::theGapBetweenTwoRunsIsKnown()
{
    const QTemporaryDir directory;
    const std::string path = directory.filePath(QStringLiteral("h.db")).toStdString();
    {
        auto log = VersionLog::open(path, Access::Written, {}).value();
        QVERIFY(log->resume(second(0)));
        QVERIFY(log->append({{second(1), nodeNamed("a"), "one"}}, second(1)));
        QVERIFY(log->append({}, second(7)));
    }
    auto log = VersionLog::open(path, Access::Written, {}).value();
    QCOMPARE(log->span(), (Span {second(0), second(7), {}}));
    QVERIFY(log->resume(second(60)));
    QCOMPARE(log->span(), (Span {second(0), second(60), {{second(7), second(60)}}}));
    QCOMPARE(textsOf(log->stateAt(second(30)).value()), (Texts {{nodeNamed("a"), "one"}}));
    QVERIFY(QFile(QString::fromStdString(path)).permissions().testFlag(QFile::ReadOther) == false);
}

void TestVersionLog::whatIsKnownIsNotWrittenAgain()
{
    const QTemporaryDir directory;
    const QString path = directory.filePath(QStringLiteral("h.db"));
    auto log = VersionLog::open(path.toStdString(), Access::Written, {}).value();
    QVERIFY(log->resume(second(0)));
    QVERIFY(log->append({{second(1), nodeNamed("a"), "one"}}, second(1)));
    const QFile written(path + QStringLiteral("-wal"));
    const qint64 before = written.size();
    QVERIFY(log->append({}, second(1)));
    QCOMPARE(written.size(), before);
    QVERIFY(log->append({}, second(2)));
    QVERIFY(written.size() > before);
}

void TestVersionLog::onlyWhatIsYoungEnoughIsKept()
{
    auto log = VersionLog::open({}, Access::Written, {.time = 100s, .leastSegment = 100}).value();
    QVERIFY(log->resume(second(0)));
    Model model;
    for (int number = 0; number < 1000; ++number) {
        const std::vector<Version> changes {
            {second(number), nodeNamed("a"), std::to_string(number) + std::string(50, 'x')}};
        QVERIFY(log->append(changes, second(number)));
        model.take(changes);
        model.endSecond(number);
    }
    QVERIFY(log->span().begin <= second(900)); // all of the time that is promised
    QVERIFY(log->span().begin > second(850)); // and little more
    const auto first = (log->span().begin - second(0)) / 1s;
    for (int number = static_cast<int>(first); number < 1000; ++number)
        QCOMPARE(textsOf(log->stateAt(second(number)).value()), model.states().at(number));
}

void TestVersionLog::onlyWhatHasRoomIsKept()
{
    const QTemporaryDir directory;
    const QString path = directory.filePath(QStringLiteral("h.db"));
    auto log =
        VersionLog::open(path.toStdString(), Access::Written, {.bytes = 400'000, .leastSegment = 20'000})
            .value();
    QVERIFY(log->resume(second(0)));
    Dice dice;
    std::string last;
    for (int number = 0; number < 2000; ++number) {
        last.clear();
        for (int i = 0; i < 1000; ++i)
            last += static_cast<char>(' ' + dice.below(90)); // does not compress
        QVERIFY(log->append({{second(number), nodeNamed("a"), last}}, second(number)));
    }
    QVERIFY(log->span().begin > second(1000));
    QCOMPARE(textsOf(log->stateAt(second(1999)).value()), (Texts {{nodeNamed("a"), last}}));
    log.reset(); // with its log, which is part of the file then
    QVERIFY2(QFile(path).size() < 500'000, QByteArray::number(QFile(path).size()).constData());
}

void TestVersionLog::beforeItsBeginningNothingIsKnown()
{
    auto log = VersionLog::open({}, Access::Written, {}).value();
    QCOMPARE(log->stateAt(second(5)).error().kind, ErrorKind::NotFound);
    QVERIFY(log->resume(second(5)));
    QCOMPARE(log->stateAt(second(4)).error().kind, ErrorKind::NotFound);
    QVERIFY(log->stateAt(second(5)).value().empty());
}

void TestVersionLog::anotherFileIsRefused_data()
{
    QTest::addColumn<QByteArray>("statement"); // none: no database
    QTest::addColumn<ErrorKind>("kind");
    QTest::newRow("no database") << QByteArray() << ErrorKind::Invalid;
    QTest::newRow("of another program") << QByteArray("PRAGMA application_id = 7") << ErrorKind::Invalid;
    QTest::newRow("of a newer one") << QByteArray("PRAGMA user_version = 99") << ErrorKind::Unsupported;
}

void TestVersionLog::anotherFileIsRefused()
{
    QFETCH(QByteArray, statement);
    QFETCH(ErrorKind, kind);
    const QTemporaryDir directory;
    const QString path = directory.filePath(QStringLiteral("h.db"));
    if (statement.isEmpty()) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(QByteArray(9000, 'x')) > 0);
    } else {
        auto log = VersionLog::open(path.toStdString(), Access::Written, {}).value();
        QVERIFY(log->resume(second(0)));
        QVERIFY(log->append({{second(1), nodeNamed("a"), "one"}}, second(1)));
        log.reset();
        sqlite3 *database = nullptr;
        QCOMPARE(sqlite3_open(path.toUtf8().constData(), &database), SQLITE_OK);
        QCOMPARE(sqlite3_exec(database, statement.constData(), nullptr, nullptr, nullptr), SQLITE_OK);
        sqlite3_close(database);
    }
    const auto log = VersionLog::open(path.toStdString(), Access::Written, {});
    QVERIFY(!log);
    QCOMPARE(log.error().kind, kind);
}

void TestVersionLog::whatIsLookedAtStaysAsItIs()
{
    const QTemporaryDir directory;
    const QString path = directory.filePath(QStringLiteral("h.db"));
    {
        auto log = VersionLog::open(path.toStdString(), Access::Written, {}).value();
        QVERIFY(log->resume(second(0)));
        QVERIFY(log->append({{second(1), nodeNamed("a"), "one"}}, second(1)));
    }
    auto log = VersionLog::open(path.toStdString(), Access::OnlyRead, {}).value();
    QCOMPARE(textsOf(log->stateAt(second(1)).value()), (Texts {{nodeNamed("a"), "one"}}));
    QVERIFY(!log->append({{second(2), nodeNamed("a"), "two"}}, second(2)));
}

QTEST_GUILESS_MAIN(TestVersionLog)
#include "tst_versionlog.moc"
