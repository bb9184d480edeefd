// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/past/recorder.h"

#include "core/api/node.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sqlite3.h>

#include <future>

using namespace core::past;
using namespace std::chrono_literals;
using core::api::Time;

namespace {

const Time start = Time() + 1'000'000s;

Observation seen(Time at, const std::string &name, const char *text)
{
    Observation observation {at, &core::api::resourceOf<core::api::Node>(), {"", name}, nullptr,
        [](const void *object) { return *static_cast<const std::string *>(object); }};
    if (text)
        observation.object = std::make_shared<const std::string>(text);
    return observation;
}

/// "a=one b=two"
QByteArray lookAt(Recorder &recorder, Time at)
{
    std::promise<QByteArray> promise;
    recorder.look(at, [&](Time, core::base::Result<State> state, const Span &) {
        QByteArrayList objects;
        for (const auto &[name, text] : state.value_or(State()))
            objects.append(QByteArray::fromStdString(name.key.name + "=" + *text));
        promise.set_value(state ? objects.join(' ') : QByteArray::fromStdString(state.error().message));
    });
    return promise.get_future().get();
}

} // namespace

class TestPastRecorder : public QObject
{
    Q_OBJECT

private slots:
    void whatWasRecordedIsSeen()
    {
        auto recorder = Recorder::open({}).value();
        recorder->resume(start);
        recorder->record({nullptr, {seen(start, "a", "one")}, start});
        recorder->record(
            {nullptr, {seen(start + 2s, "a", nullptr), seen(start + 2s, "b", "two")}, start + 2s});
        QCOMPARE(lookAt(*recorder, start + 1s), QByteArray("a=one"));
        QCOMPARE(lookAt(*recorder, start + 2s), QByteArray("b=two"));
        QCOMPARE(lookAt(*recorder, start - 1h), QByteArray("a=one")); // its beginning
        QCOMPARE(recorder->outstanding(), 0);
    }

    void theNextRunGoesOn()
    {
        const QTemporaryDir directory;
        const Recorder::Options options {directory.filePath(QStringLiteral("h.db")).toStdString()};
        {
            auto first = Recorder::open(options).value();
            QVERIFY(!first->before());
            first->resume(start);
            first->record(
                {nullptr, {seen(start + 1s, "a", "one"), seen(start + 1s, "b", "one")}, start + 9s});
        }
        auto second = Recorder::open(options).value();
        QCOMPARE(second->before()->end, start + 9s);
        second->resume(start + 1min);
        second->record({&core::api::resourceOf<core::api::Node>(), {seen({}, "b", "two")}, start + 61s});
        QCOMPARE(lookAt(*second, start + 5s), QByteArray("a=one b=one"));
        QCOMPARE(lookAt(*second, start + 62s), QByteArray("b=two"));
    }

    void aDamagedFileIsSetAside_data()
    {
        QTest::addColumn<QByteArray>("statement"); // none: it is no database
        QTest::newRow("no database") << QByteArray();
        QTest::newRow("a damaged checkpoint")
            << QByteArray("UPDATE segments SET checkpoint = x'0000000901', size = 9");
        QTest::newRow("damaged changes") << QByteArray("UPDATE blocks SET changes = x'0000000901'");
    }

    void aDamagedFileIsSetAside()
    {
        QFETCH(QByteArray, statement);
        const QTemporaryDir directory;
        const QString path = directory.filePath(QStringLiteral("h.db"));
        std::string problem;
        const Recorder::Options options {.path = path.toStdString(),
            .onProblem = [&](const core::api::Saying &told) { problem = told.text; }};
        const core::api::Resource *nodes = &core::api::resourceOf<core::api::Node>();
        if (statement.isEmpty()) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write(QByteArray(9000, 'x')) > 0);
        } else {
            auto first = Recorder::open(options).value();
            first->resume(start);
            first->record({nodes, {seen(start, "a", "one")}, start});
            first.reset();
            sqlite3 *database = nullptr;
            QCOMPARE(sqlite3_open(path.toUtf8().constData(), &database), SQLITE_OK);
            QCOMPARE(sqlite3_exec(database, statement.constData(), nullptr, nullptr, nullptr), SQLITE_OK);
            sqlite3_close(database);
            QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("qUncompress")));
        }
        auto recorder = Recorder::open(options).value();
        recorder->resume(start + 1h);
        recorder->record({nullptr, {}, start + 1h + 1s}); // shows nothing yet
        recorder->record({nodes, {seen({}, "a", "two")}, start + 1h + 1s});
        QCOMPARE(lookAt(*recorder, start + 1h + 1s), QByteArray("a=two"));
        QVERIFY2(problem.find("h.db.damaged") != std::string::npos, problem.c_str());
        QVERIFY(QFile::exists(path + QStringLiteral(".damaged")));
    }

    void ofEachObjectTheLatestIsKept()
    {
        std::vector<Observation> all {seen(start, "a", "one"), seen(start, "b", "one"),
            seen(start + 1s, "a", "two"), seen(start + 2s, "c", "one")};
        keepLatest(all);
        QCOMPARE(all.size(), 3U);
        QCOMPARE(all[0].key.name, std::string("b"));
        QCOMPARE(all[1].key.name, std::string("a"));
        QCOMPARE(all[1].at, start + 1s);
    }
};

QTEST_GUILESS_MAIN(TestPastRecorder)
#include "tst_pastrecorder.moc"
