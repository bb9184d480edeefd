// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are damaged, incomplete or somebody else's (docs/faults-and-threats.md X26, T20,
// docs/api-semantics.md Q7, Q8): refused without being touched, or opened and said; never an empty lab in
// silence.
#include "labfile.h"

#include <QDirIterator>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <SQLiteCpp/SQLiteCpp.h>

#include <sys/stat.h>

#include <filesystem>
#include <random>

using namespace labtest;
namespace fs = std::filesystem;

namespace {

/// What is in a directory, byte by byte.
std::map<std::string, QByteArray> contentsOf(const std::string &directory)
{
    std::map<std::string, QByteArray> contents;
    for (const auto &entry : fs::directory_iterator(directory)) {
        QFile file(QString::fromStdString(entry.path().string()));
        contents[entry.path().filename().string()] =
            file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(not a file)");
    }
    return contents;
}

void overwrite(const std::string &path, qint64 position, const QByteArray &bytes)
{
    QFile file(QString::fromStdString(path));
    QVERIFY(file.open(QIODevice::ReadWrite) && file.seek(position < 0 ? file.size() + position : position));
    QCOMPARE(file.write(bytes), bytes.size());
}

void run(const std::string &path, const std::string &sql)
{
    SQLite::Database database(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    database.exec(sql);
}

/// Changes that the checks of SQLite's own shell do not let through.
void runUnguarded(const std::string &path, const std::string &sql)
{
    run(path, "PRAGMA writable_schema = ON; " + sql);
}

} // namespace

class TestFiles : public QObject, private LabFile
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init() { beginAnew(); }
    void whatIsRefusedIsNotTouched_data();
    void whatIsRefusedIsNotTouched();
    void whatIsLostIsSaid_data();
    void whatIsLostIsSaid();
    void whatWasPutElsewhereIsNotLost();
    void noFlippedByteGoesUnnoticed();

private:
    std::string log() const { return path() + "-wal"; }
    /// The files as kill -9 leaves them, the newest changes in the log only.
    void leaveFilesOfAKilledLab();

    std::uint64_t m_seed = 0;
};

void TestFiles::initTestCase()
{
    m_seed = qEnvironmentVariableIsSet("HOLLOWLAB_TEST_SEED")
        ? qEnvironmentVariable("HOLLOWLAB_TEST_SEED").toULongLong()
        : QRandomGenerator::system()->generate();
    qInfo("HOLLOWLAB_TEST_SEED=%llu", static_cast<unsigned long long>(m_seed));
}

void TestFiles::leaveFilesOfAKilledLab()
{
    const QTemporaryDir running;
    const std::string original = running.path().toStdString() + "/lab.db";
    {
        Lab lab(original);
        lab.post(configMaps, "{metadata: {name: a}, data: {k: v}}");
    }
    Lab lab(original);
    lab.post(configMaps, "{metadata: {name: b}, data: {k: v}}");
    lab.patch(configMaps / "a", "{data: {k: w}}");
    lab.post(configMaps, "{metadata: {name: c}, data: {k: v}}");
    lab.remove(configMaps / "c");
    QTRY_COMPARE(lab.server->committedRevision(), lab.server->revision());
    for (const char *suffix : {"", "-wal", ".lock"})
        fs::copy_file(original + suffix, path() + suffix);
}

using Damage = std::function<void(const std::string &path)>;
Q_DECLARE_METATYPE(Damage)

void TestFiles::whatIsRefusedIsNotTouched_data()
{
    QTest::addColumn<Damage>("damage");
    QTest::addColumn<std::string>("expected");
    const auto row = [](const char *name, const Damage &damage, const std::string &expected) {
        QTest::newRow(name) << damage << expected;
    };
    const auto sql = [](const std::string &text) {
        return [text](const std::string &path) { run(path, text); };
    };
    row(
        "X26 missing beside its log", [](const auto &path) { fs::remove(path); }, "is missing or empty");
    row(
        "X26 empty beside its log", [](const auto &path) { fs::resize_file(path, 0); },
        "is missing or empty");
    row(
        "X26 empty, its log gone",
        [](const auto &path) {
            fs::remove(path + "-wal");
            fs::resize_file(path, 0);
        },
        "is empty, though revisions up to");
    row(
        "X26 cut in the middle",
        [](const auto &path) {
            run(path, "PRAGMA wal_checkpoint(TRUNCATE)");
            fs::resize_file(path, 4096 * 3);
        },
        "");
    row(
        "X26 a page of zeros",
        [](const auto &path) {
            run(path, "PRAGMA wal_checkpoint(TRUNCATE)");
            overwrite(path, 4096L * 2, QByteArray(4096, 0));
        },
        "");
    row(
        "X26 a page of noise",
        [](const auto &path) {
            run(path, "PRAGMA wal_checkpoint(TRUNCATE)");
            overwrite(path, 4096L * 2, QByteArray(4096, '\x5a'));
        },
        "");
    row(
        "X26 no header", [](const auto &path) { overwrite(path, 0, QByteArray(100, 'x')); }, "");
    row(
        "X26 noise", [](const auto &path) { overwrite(path, 0, QByteArray(20'000, 'x')); }, "");
    row(
        "X26 a directory",
        [](const auto &path) {
            fs::remove(path);
            fs::remove(path + "-wal");
            fs::create_directory(path);
        },
        "");
    row("Q8 no counter", sql("DELETE FROM state"), "the revision counter is missing");
    row("Q8 a counter that is too small", sql("UPDATE state SET revision = 3"),
        "the revision counter is wrong");
    row("Q8 a counter beyond counting", sql("UPDATE state SET revision = 9223372036854775807"),
        "the revision counter is wrong");
    row("Q8 a negative counter", sql("UPDATE state SET revision = -5"), "the revision counter is wrong");
    row("Q8 a counter that is a text", sql("UPDATE state SET revision = 'many'"),
        "the revision counter is wrong");
    row("Q8 no kinds", sql("DELETE FROM collections"), "an object is of no kind");
    row("Q7 a newer schema", sql("PRAGMA user_version = 99"), "was written by a newer program");
    row("Q7 an impossible schema", sql("PRAGMA user_version = -1"), "was written by a newer program");
    row("T20 another program's", sql("PRAGMA application_id = 7"), "is not a lab's database");
    row("T20 a trigger", sql("CREATE TRIGGER t AFTER INSERT ON log BEGIN DELETE FROM objects; END"),
        "no lab has this trigger t");
    row("T20 a view", sql("CREATE VIEW v AS SELECT * FROM objects"), "no lab has this view v");
    row("T20 a view in a table's place",
        sql("ALTER TABLE objects RENAME TO o; CREATE VIEW objects AS SELECT * FROM o"), "no lab has this ");
    row("T20 a virtual table", sql("CREATE VIRTUAL TABLE f USING fts5(x)"), "no lab has this table f");
    row("T20 a virtual table in a table's place",
        sql("DROP TABLE gaps; CREATE VIRTUAL TABLE gaps USING fts5(last, next)"),
        "no lab has this table gaps");
    row("T20 an index with a say", sql("CREATE INDEX i ON objects (abs(revision))"),
        "no lab has this index i");
    row("T20 a table is missing", sql("DROP TABLE log"), "lab's database");
    row("T20 a column is missing", sql("ALTER TABLE log DROP COLUMN last"), "lab's database");
    row("T20 a column more", sql("ALTER TABLE objects ADD COLUMN more"), "lab's database");
    row(
        "T20 a schema that is no SQL",
        [](const auto &path) {
            runUnguarded(
                path, "UPDATE sqlite_schema SET sql = 'CREATE TABLE objects (' WHERE name = 'objects'");
        },
        "");
    row(
        "T20 a schema that points elsewhere",
        [](const auto &path) {
            runUnguarded(path, "UPDATE sqlite_schema SET rootpage = 100000 WHERE name = 'objects'");
        },
        "");
    row(
        "T20 two tables on one page",
        [](const auto &path) {
            runUnguarded(path,
                "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'log') "
                "WHERE name = 'objects'");
        },
        "");
    row("T20 a huge value", sql("UPDATE objects SET body = zeroblob(100000000) WHERE id = 1"), "");
}

void TestFiles::whatIsRefusedIsNotTouched()
{
    QFETCH(const Damage, damage);
    QFETCH(const std::string, expected);
    leaveFilesOfAKilledLab();
    damage(path());
    if (QTest::currentTestFailed())
        return;
    const auto before = contentsOf(directory());
    base::Clock clock(start);
    for (int attempt = 1; attempt <= 2; ++attempt) {
        const auto opened = lab::ApiServer::create({clock, 1, path()});
        QVERIFY(!opened);
        QVERIFY2(opened.error().message.find(path()) != std::string::npos, opened.error().message.c_str());
        QVERIFY2(opened.error().message.find(expected) != std::string::npos, opened.error().message.c_str());
        const auto after = contentsOf(directory());
        for (const auto &[name, bytes] : after)
            QVERIFY2(before.contains(name) && before.at(name) == bytes, name.c_str());
        QCOMPARE(after.size(), before.size());
    }
}

void TestFiles::whatIsLostIsSaid_data()
{
    QTest::addColumn<Damage>("damage");
    QTest::addColumn<std::string>("expected");
    QTest::addColumn<std::string>("there");
    const auto row = [](const char *name, const Damage &damage, const char *expected, const char *there) {
        QTest::newRow(name) << damage << std::string(expected) << std::string(there);
    };
    row(
        "X26 nothing", [](const auto &) {}, "", "a b kube-root-ca.crt");
    row(
        "X26 the log is gone", [](const auto &path) { fs::remove(path + "-wal"); }, "is lost", "a");
    row(
        "X26 the log is empty", [](const auto &path) { fs::resize_file(path + "-wal", 0); }, "is lost", "a");
    row(
        "X26 the log's header is noise",
        [](const auto &path) { overwrite(path + "-wal", 0, QByteArray(32, 'x')); },
        "its write-ahead log is kept as", "a");
    row(
        "X26 a byte of the log",
        [](const auto &path) { overwrite(path + "-wal", -3000, QByteArray(1, '\x7f')); },
        "its write-ahead log is kept as", "");
    row(
        "X26 the log is cut",
        [](const auto &path) { fs::resize_file(path + "-wal", fs::file_size(path + "-wal") - 100); },
        "is lost", "");
    row(
        "X26 noise behind the log",
        [](const auto &path) {
            QFile file(QString::fromStdString(path + "-wal"));
            QVERIFY(file.open(QIODevice::Append) && file.write(QByteArray(9000, 'x')) == 9000);
        },
        "", "a b");
    row(
        "X26 a shared memory of noise",
        [](const auto &path) {
            QFile file(QString::fromStdString(path + "-shm"));
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write(QByteArray(32'768, 'x')) == 32'768);
        },
        "", "a b");
    row(
        "X26 both are gone",
        [](const auto &path) {
            fs::remove(path);
            fs::remove(path + "-wal");
        },
        "a new lab begins: revisions up to", "");
}

void TestFiles::whatIsLostIsSaid()
{
    QFETCH(const Damage, damage);
    QFETCH(const std::string, expected);
    QFETCH(const std::string, there);
    leaveFilesOfAKilledLab();
    damage(path());
    if (QTest::currentTestFailed())
        return;
    if (!expected.empty())
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QString::fromStdString(expected)));
    {
        Lab lab(path());
        const auto &said = lab.server->setAside();
        QCOMPARE(said.size(), std::size_t(expected.empty() ? 0 : 1));
        if (!expected.empty())
            QVERIFY2(said.front().text.find(expected) != std::string::npos, said.front().text.c_str());
        if (!there.empty())
            QVERIFY2(there.starts_with(names(lab.get(configMaps))), names(lab.get(configMaps)).c_str());
        QCOMPARE(lab.post(configMaps, "{metadata: {name: more}}").code, 201);
        QVERIFY(lab.server->revision() > 1'000'000'000);
    }
    Lab again(path()); // and once only
    QCOMPARE(again.server->setAside().size(), std::size_t(0));
    QCOMPARE(again.get(configMaps / "more").code, 200);
}

void TestFiles::whatWasPutElsewhereIsNotLost()
{
    leaveFilesOfAKilledLab();
    fs::remove(path());
    fs::remove(path() + "-wal");
    base::Clock clock {start};
    lab::LabOptions options {clock, 7, path()};
    options.lock = lab::LabLock::take(path()).value();
    options.lock->beginAnew();
    const auto server = lab::ApiServer::create(std::move(options));
    QVERIFY(server.has_value());
    QCOMPARE((*server)->setAside().size(), std::size_t(0));
    QVERIFY((*server)->revision() > 1'000'000'000); // who remembers older ones lists anew
}

/// X26: opened as it was, or refused, or said.
void TestFiles::noFlippedByteGoesUnnoticed()
{
    std::mt19937_64 dice(m_seed);
    const auto between = [&](std::uint64_t least, std::uint64_t most) {
        return std::uniform_int_distribution<std::uint64_t>(least, most)(dice);
    };
    const auto everything = [](Lab &lab) {
        std::string text;
        for (const char *kind : {"/api/v1/configmaps", "/api/v1/namespaces",
                 "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"}) {
            const Response list = lab.get(kind);
            for (const api::JsonPtr &item : list.list->items)
                text += api::writeCanonicalJson(*item) + "\n";
        }
        return text;
    };
    leaveFilesOfAKilledLab();
    const std::string kept = directory() + "/kept";
    fs::create_directory(kept);
    for (const char *suffix : {"", "-wal", ".lock"})
        fs::copy_file(path() + suffix, kept + "/lab.db" + suffix);
    std::string whole;
    {
        Lab lab(path());
        whole = everything(lab);
    }
    int asItWas = 0;
    int refused = 0;
    int said = 0;
    for (int i = 0; i < 150; ++i) {
        for (const auto &entry : fs::directory_iterator(directory())) {
            if (entry.is_regular_file())
                fs::remove(entry);
        }
        for (const char *suffix : {"", "-wal", ".lock"})
            fs::copy_file(kept + "/lab.db" + suffix, path() + suffix);
        const std::string file = between(0, 2) == 0 ? path() : log();
        const auto position = between(0, fs::file_size(file) - 1);
        overwrite(file, static_cast<qint64>(position), QByteArray(1, static_cast<char>(between(0, 255))));
        base::Clock clock(start);
        auto opened = lab::ApiServer::create({clock, 1, path()});
        if (!opened) {
            ++refused;
            continue;
        }
        said += opened.value()->setAside().empty() ? 0 : 1;
        const bool isSaid = !opened.value()->setAside().empty();
        Lab lab;
        lab.server = std::move(*opened);
        const bool isWhole = everything(lab) == whole;
        asItWas += isWhole;
        QVERIFY2(isWhole || isSaid,
            qPrintable(QStringLiteral("byte %1 of %2").arg(position).arg(QString::fromStdString(file))));
        lab.server.reset();
    }
    qInfo("%d as it was, %d refused, %d said", asItWas, refused, said);
    QVERIFY(refused + said > 0);
}

QTEST_GUILESS_MAIN(TestFiles)
#include "tst_files.moc"
