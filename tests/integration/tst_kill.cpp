// SPDX-License-Identifier: GPL-3.0-or-later
// kill -9 of the headless program under load, again and again on the same lab (docs/api-semantics.md Q1–Q3,
// docs/faults-and-threats.md X20, X21): what was acknowledged is there, what a reader or a watch was told is
// true, no revision is given out twice, and every machine has one node.

#include "core/api/machine.h"
#include "core/api/node.h"
#include "core/api/pod.h"
#include "tests/support/cluster.h"
#include "tests/support/program.h"

#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <random>

using namespace std::chrono_literals;
using core::api::Json;
using core::api::textAt;
using core::base::ErrorKind;
using core::base::Result;
using tests::Cluster;
using tests::Headless;

namespace {

/// HOLLOWLAB_KILL_ROUNDS may say another number, which has no limit of time.
constexpr int usualRounds = 60;
constexpr std::chrono::minutes mostTime {5};
constexpr int writers = 4;
constexpr int namesPerWriter = 12;

const core::api::Resource configMaps {"", "v1", "ConfigMap", "configmaps", true};

class Dice
{
public:
    explicit Dice(std::uint64_t seed) : m_engine(seed) { }
    int between(int least, int most) { return std::uniform_int_distribution(least, most)(m_engine); }

private:
    std::mt19937_64 m_engine;
};

std::uint64_t revisionOf(const Json &object)
{
    return std::stoull("0" + std::string(textAt(object, {"metadata", "resourceVersion"})));
}

/// What is known of one ConfigMap; without a value there is none.
struct Version {
    std::uint64_t revision = 0;
    std::string uid;
    std::optional<std::string> value;
};

Version versionOf(const Json &configMap)
{
    return {revisionOf(configMap), std::string(textAt(configMap, {"metadata", "uid"})),
        std::string(textAt(configMap, {"data", "value"}))};
}

using Versions = std::map<std::string, Version>;

/// What each revision was told to be, by whatever answer or event, in all rounds.
class Ledger
{
public:
    void enter(const std::string &name, const Version &version)
    {
        const std::string told = name + " = " + version.value.value_or("(gone)");
        const auto [entry, isNew] = m_told.try_emplace(version.revision, told);
        if (!isNew && entry->second != told)
            m_complaint = QStringLiteral("revision %1 is %2, and was %3")
                              .arg(version.revision)
                              .arg(QString::fromStdString(told), QString::fromStdString(entry->second));
    }
    const QString &complaint() const { return m_complaint; }
    std::size_t size() const { return m_told.size(); }

private:
    std::map<std::uint64_t, std::string> m_told;
    QString m_complaint;
};

/// Writes to names of its own, one request after the other, until one gets no answer.
class Writer
{
public:
    Writer(std::string prefix, std::uint64_t seed, Ledger &ledger)
        : m_prefix(std::move(prefix))
        , m_dice(seed)
        , m_ledger(ledger)
    {
    }

    /// Begins with what got no answer, once more and without looking.
    void work(Cluster &cluster)
    {
        m_client = &cluster.client();
        m_isRetry = m_again != nullptr;
        if (const auto again = std::exchange(m_again, nullptr))
            again();
        else
            next();
    }
    /// What the world says after a restart that contradicts an acknowledgement; then takes the world as it
    /// is.
    QString compareWith(const Versions &world);

    int acknowledged() const { return m_acknowledged; }
    std::uint64_t newest() const { return m_newest; }
    const QString &complaint() const { return m_complaint; }

private:
    struct Name {
        Version known;
        bool unanswered = false;
        std::optional<std::string> asked; ///< the value after the write that got no answer
        Version before; ///< as the world said after the last restart
    };

    void next();
    void create(const std::string &name, const std::string &value);
    void patch(const std::string &name, const std::string &value);
    void remove(const std::string &name);
    void remove(const std::string &name, const std::string &uid);
    auto answerFor(const std::string &name, const std::optional<std::string> &asked);
    static bool agree(const Name &name, const Version &seen);

    std::string m_prefix;
    Dice m_dice;
    Ledger &m_ledger;
    core::client::Client *m_client = nullptr;
    std::map<std::string, Name> m_names;
    std::function<void()> m_again; ///< the request under way
    bool m_isRetry = false;
    int m_writes = 0;
    int m_acknowledged = 0;
    std::uint64_t m_newest = 0;
    QString m_complaint;
};

void Writer::next()
{
    const std::string name = m_prefix + std::to_string(m_dice.between(1, namesPerWriter));
    const std::string value = std::to_string(++m_writes);
    if (!m_names[name].known.value)
        create(name, value);
    else if (m_dice.between(1, 4) == 1)
        remove(name);
    else
        patch(name, value);
}

auto Writer::answerFor(const std::string &name, const std::optional<std::string> &asked)
{
    m_names[name].unanswered = true;
    m_names[name].asked = asked;
    return [this, name, asked](const Result<core::api::JsonPtr> &answer) {
        Name &entry = m_names[name];
        if (!answer && answer.error().kind == ErrorKind::Transient)
            return;
        m_again = nullptr;
        if (!answer && std::exchange(m_isRetry, false)) { // it was carried out before
            entry = {entry.before, false, {}, {}};
            return next();
        }
        if (!answer) {
            m_complaint = QString::fromStdString(name + ": " + answer.error().message);
            return;
        }
        m_isRetry = false;
        ++m_acknowledged;
        entry.unanswered = false;
        entry.known = asked ? versionOf(**answer) : Version();
        if (asked)
            m_ledger.enter(name, entry.known);
        m_newest = std::max(m_newest, entry.known.revision);
        next();
    };
}

void Writer::create(const std::string &name, const std::string &value)
{
    m_again = [this, name, value] { create(name, value); };
    Json object {{"apiVersion", "v1"}, {"kind", "ConfigMap"},
        {"metadata", {{"name", name}, {"namespace", "default"}}}, {"data", {{"value", value}}}};
    m_client->create(configMaps, std::move(object), answerFor(name, value));
}

void Writer::patch(const std::string &name, const std::string &value)
{
    m_again = [this, name, value] { patch(name, value); };
    m_client->patch(
        {{&configMaps, {"default", name}}, {}, {{"data", {{"value", value}}}}}, answerFor(name, value));
}

void Writer::remove(const std::string &name)
{
    remove(name, m_names[name].known.uid);
}

void Writer::remove(const std::string &name, const std::string &uid)
{
    m_again = [this, name, uid] { remove(name, uid); };
    m_client->remove({{&configMaps, {"default", name}}, uid, {}, core::api::Propagation::Default},
        answerFor(name, std::nullopt));
}

bool Writer::agree(const Name &name, const Version &seen)
{
    const bool isAsAcknowledged = seen.value == name.known.value && seen.revision == name.known.revision;
    const bool isAsAsked = name.unanswered && seen.value == name.asked;
    return isAsAcknowledged || isAsAsked;
}

QString Writer::compareWith(const Versions &world)
{
    for (auto &[name, entry] : m_names) {
        const auto found = world.find(name);
        const Version seen = found == world.end() ? Version() : found->second;
        if (!agree(entry, seen))
            return QString::fromStdString(name + " is " + seen.value.value_or("gone") + " at "
                + std::to_string(seen.revision) + ", acknowledged was " + entry.known.value.value_or("gone")
                + " at " + std::to_string(entry.known.revision)
                + (entry.unanswered ? ", unanswered " + entry.asked.value_or("its deletion") : ""));
        entry = {seen, false, {}, seen};
    }
    return {};
}

/// Lists, gets, and patches without a change, until one gets no answer. What it was told must not be taken
/// back.
class Reader
{
public:
    Reader(std::uint64_t seed, Ledger &ledger) : m_dice(seed), m_ledger(ledger) { }

    void work(Cluster &cluster)
    {
        m_client = &cluster.client();
        next();
    }
    QString compareWith(const Versions &world, std::uint64_t revision) const
    {
        if (revision < m_newest)
            return QStringLiteral("a reader was told of revision %1, %2 is reached")
                .arg(m_newest)
                .arg(revision);
        for (const auto &[name, told] : m_told) {
            const auto found = world.find(name);
            if (found != world.end() && found->second.revision < told.revision)
                return QStringLiteral("%1 is at revision %2, a reader was told of %3")
                    .arg(QString::fromStdString(name))
                    .arg(found->second.revision)
                    .arg(told.revision);
        }
        return {};
    }
    int answers() const { return m_answers; }

private:
    void next()
    {
        core::client::ListOptions inDefault;
        inDefault.ns = "default";
        const std::string name = std::string(1, static_cast<char>('a' + m_dice.between(0, writers - 1)))
            + std::to_string(m_dice.between(1, namesPerWriter));
        const core::api::ResourceRef one {&configMaps, {"default", name}};
        const auto takeOne = [this](const Result<core::api::JsonPtr> &answer) {
            if (answer)
                take(*answer);
            if (answer || answer.error().kind != ErrorKind::Transient)
                next();
        };
        if (const int kind = m_dice.between(1, 3); kind == 1)
            m_client->list(configMaps, inDefault, [this](const Result<core::client::ListPage> &page) {
                if (!page)
                    return;
                m_newest = std::max<std::uint64_t>(m_newest, std::stoull(page->resourceVersion));
                for (const auto &item : page->items)
                    take(item);
                next();
            });
        else if (kind == 2)
            m_client->get(one, takeOne);
        else
            m_client->patch({one, {}, {{"metadata", core::api::JsonObject()}}}, takeOne);
    }
    void take(const core::api::JsonPtr &object)
    {
        ++m_answers;
        const Version version = versionOf(*object);
        if (!version.value)
            return;
        const std::string name(textAt(*object, {"metadata", "name"}));
        if (name != "kube-root-ca.crt")
            m_ledger.enter(name, version);
        m_newest = std::max(m_newest, version.revision);
        Version &told = m_told[name];
        if (told.revision < version.revision)
            told = version;
    }

    Dice m_dice;
    Ledger &m_ledger;
    core::client::Client *m_client = nullptr;
    Versions m_told;
    std::uint64_t m_newest = 0;
    int m_answers = 0;
};

/// Scales the MachineSet "workers" up and down until a request gets no answer.
class Scaler
{
public:
    explicit Scaler(std::uint64_t seed) : m_dice(seed)
    {
        m_pause.setSingleShot(true);
        m_pause.callOnTimeout([this] { next(); });
    }

    void work(Cluster &cluster)
    {
        m_client = &cluster.client();
        next();
    }
    void stop() { m_pause.stop(); }
    QString compareWith(int replicas)
    {
        const int known = std::exchange(m_acknowledged, replicas);
        const int asked = std::exchange(m_asked, replicas);
        if (replicas == known || replicas == asked)
            return {};
        return QStringLiteral("%1 replicas, acknowledged were %2, asked for %3")
            .arg(replicas)
            .arg(known)
            .arg(asked);
    }

private:
    void next()
    {
        m_asked = m_dice.between(0, 12);
        const core::api::PatchObject scaled {
            {&core::api::resourceOf<core::api::MachineSet>(), {"default", "workers"}}, "scale",
            {{"spec", {{"replicas", m_asked}}}}};
        m_client->patch(scaled, [this](const Result<core::api::JsonPtr> &answer) {
            if (!answer)
                return;
            m_acknowledged = m_asked;
            m_pause.start(m_dice.between(20, 150));
        });
    }

    Dice m_dice;
    core::client::Client *m_client = nullptr;
    int m_acknowledged = 3;
    int m_asked = 3;
    QTimer m_pause;
};

/// Follows the ConfigMaps through one watch after the other, each from where the last one ended.
class Watcher
{
public:
    void beginAt(const Versions &world, std::uint64_t revision)
    {
        m_seen = world;
        m_position = revision;
    }
    void resume(Cluster &cluster)
    {
        core::client::ListOptions inDefault;
        inDefault.ns = "default";
        m_watch = cluster.client().watch(configMaps, inDefault, std::to_string(m_position),
            {[this](const std::vector<core::api::WatchEvent> &events) {
                 std::ranges::for_each(events, [this](const auto &event) { take(event); });
             },
                [this](const std::optional<core::base::Error> &error) {
                    if (error && error->kind == ErrorKind::Gone)
                        m_complaint = QStringLiteral("410 for a revision of a moment ago");
                }});
    }
    void stop() { m_watch.reset(); }
    bool shows(const Versions &world) const
    {
        return std::ranges::equal(m_seen, world, [](const auto &one, const auto &other) {
            return one.first == other.first && one.second.revision == other.second.revision;
        });
    }
    std::uint64_t position() const { return m_position; }
    int events() const { return m_events; }
    const QString &complaint() const { return m_complaint; }

private:
    void take(const core::api::WatchEvent &event)
    {
        using Type = core::api::WatchEvent::Type;
        const std::uint64_t revision = revisionOf(*event.object);
        if (event.type == Type::Error || revision < m_position
            || (revision == m_position && event.type != Type::Bookmark))
            m_complaint = QString::fromStdString(
                "watch at " + std::to_string(m_position) + " got " + core::api::writeJson(*event.object));
        m_position = std::max(m_position, revision);
        if (event.type == Type::Bookmark)
            return;
        ++m_events;
        const std::string name(textAt(*event.object, {"metadata", "name"}));
        if (event.type == Type::Deleted)
            m_seen.erase(name);
        else
            m_seen[name] = versionOf(*event.object);
    }

    std::unique_ptr<core::api::Watch> m_watch;
    Versions m_seen;
    std::uint64_t m_position = 0;
    int m_events = 0;
    QString m_complaint;
};

} // namespace

class TestKill : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void nothingAcknowledgedIsLost();
    void everyCrashPointOfAScaleUp();

private:
    void restartAndCompare(int round);
    void loadAndKill();
    Versions world(Cluster &cluster, std::uint64_t &revision);

    std::uint64_t m_seed = 0;
    std::unique_ptr<Dice> m_dice;
    QTemporaryDir m_directory;
    Headless m_lab;
    std::unique_ptr<Cluster> m_cluster;
    Ledger m_ledger;
    std::vector<std::unique_ptr<Writer>> m_writers;
    std::unique_ptr<Reader> m_reader;
    std::unique_ptr<Scaler> m_scaler;
    Watcher m_watcher;
    qint64 m_longestRecovery = 0;
};

void TestKill::initTestCase()
{
    m_seed = qEnvironmentVariableIsSet("HOLLOWLAB_TEST_SEED")
        ? qEnvironmentVariable("HOLLOWLAB_TEST_SEED").toULongLong()
        : QRandomGenerator::system()->generate();
    qInfo("HOLLOWLAB_TEST_SEED=%llu", static_cast<unsigned long long>(m_seed));
    m_dice = std::make_unique<Dice>(m_seed);
    m_scaler = std::make_unique<Scaler>(m_seed + 1);
    for (int i = 0; i < writers; ++i)
        m_writers.push_back(std::make_unique<Writer>(
            std::string(1, static_cast<char>('a' + i)), m_seed + 2 + static_cast<unsigned>(i), m_ledger));
    m_reader = std::make_unique<Reader>(m_seed + 100, m_ledger);
}

Versions TestKill::world(Cluster &cluster, std::uint64_t &revision)
{
    Versions versions;
    const auto page = cluster.listPage(configMaps);
    if (!page)
        qFatal("%s", page.error().message.c_str());
    revision = std::stoull(page->resourceVersion);
    for (const auto &item : page->items) {
        if (textAt(*item, {"metadata", "namespace"}) == "default")
            versions[std::string(textAt(*item, {"metadata", "name"}))] = versionOf(*item);
    }
    return versions;
}

void TestKill::restartAndCompare(int round)
{
    const QStringList arguments {QStringLiteral("--lab"), m_directory.filePath(QStringLiteral("lab"))};
    QElapsedTimer recovery;
    recovery.start();
    QVERIFY2(m_lab.start(arguments), m_lab.program().errors().constData());
    m_cluster = std::make_unique<Cluster>(m_lab.kubeconfig());

    std::uint64_t revision = 0;
    const Versions present = world(*m_cluster, revision);
    for (const auto &writer : m_writers) {
        const QString lost = writer->compareWith(present);
        QVERIFY2(lost.isEmpty(), qPrintable(lost));
        QVERIFY2(revision >= writer->newest(), "an acknowledged revision is not reached");
    }
    for (const auto &[name, version] : present)
        m_ledger.enter(name, version);
    const QString takenBack = m_reader->compareWith(present, revision);
    QVERIFY2(takenBack.isEmpty(), qPrintable(takenBack));
    QVERIFY2(m_ledger.complaint().isEmpty(), qPrintable(m_ledger.complaint()));
    QVERIFY2(revision >= m_watcher.position(), "a watch showed a revision that is not reached");
    if (round == 1)
        m_watcher.beginAt(present, revision);
    m_watcher.resume(*m_cluster);
    QTRY_VERIFY_WITH_TIMEOUT(m_watcher.shows(present), 10'000);

    QTRY_VERIFY_WITH_TIMEOUT(!m_cluster->list<core::api::MachineSet>().empty(), 10'000);
    const auto sets = m_cluster->list<core::api::MachineSet>();
    const auto replicas = static_cast<int>(sets.front().wantedReplicas());
    const QString scaled = m_scaler->compareWith(replicas);
    QVERIFY2(scaled.isEmpty(), qPrintable(scaled));
    std::string problem;
    QTRY_VERIFY2_WITH_TIMEOUT(
        doubled(*m_cluster).empty() && (problem = unsettled(*m_cluster, replicas)).empty(), problem.c_str(),
        30'000);
    m_longestRecovery = std::max(m_longestRecovery, recovery.elapsed());
}

void TestKill::loadAndKill()
{
    std::vector<std::unique_ptr<Cluster>> connections;
    for (const auto &writer : m_writers) {
        connections.push_back(std::make_unique<Cluster>(m_lab.kubeconfig()));
        writer->work(*connections.back());
    }
    connections.push_back(std::make_unique<Cluster>(m_lab.kubeconfig()));
    m_reader->work(*connections.back());
    m_scaler->work(*m_cluster);
    QTest::qWait(m_dice->between(20, 700));
    m_lab.program().kill();
    QVERIFY(m_lab.program().waitForEnd(5s).has_value());
    // Some die again before they serve.
    if (m_dice->between(1, 6) == 1) {
        tests::Program early;
        early.start(QStringLiteral(HOLLOWLAB_BINARY),
            {QStringLiteral("--headless"), QStringLiteral("--lab"),
                m_directory.filePath(QStringLiteral("lab"))});
        QTest::qWait(m_dice->between(0, 150));
        early.kill();
        QVERIFY(early.waitForEnd(5s).has_value());
    }
    m_scaler->stop();
    m_watcher.stop();
    for (const auto &writer : m_writers)
        QVERIFY2(writer->complaint().isEmpty(), qPrintable(writer->complaint()));
    QVERIFY2(m_watcher.complaint().isEmpty(), qPrintable(m_watcher.complaint()));
}

void TestKill::nothingAcknowledgedIsLost()
{
    const int asked = qEnvironmentVariableIntValue("HOLLOWLAB_KILL_ROUNDS");
    const int mostRounds = asked > 0 ? asked : usualRounds;
    QElapsedTimer time;
    time.start();
    int round = 1;
    for (; round <= mostRounds && (asked > 0 || time.elapsed() < std::chrono::milliseconds(mostTime).count());
         ++round) {
        restartAndCompare(round);
        if (!QTest::currentTestFailed())
            loadAndKill();
        if (QTest::currentTestFailed())
            return qWarning("in round %d", round);
    }
    int acknowledged = 0;
    for (const auto &writer : m_writers)
        acknowledged += writer->acknowledged();
    qInfo("%d rounds, %d acknowledged writes, %d answers to readers, %zu revisions, %d watch events, longest "
          "recovery %lld ms",
        --round, acknowledged, m_reader->answers(), m_ledger.size(), m_watcher.events(),
        static_cast<long long>(m_longestRecovery));
    QVERIFY(round > 20);
    QVERIFY(acknowledged > round * writers);
    QVERIFY(m_reader->answers() > round);
    QVERIFY(m_watcher.events() > round);
}

/// X20: killed at its first write that a watch shows, at the second, and so on; then once more from the
/// first.
void TestKill::everyCrashPointOfAScaleUp()
{
    constexpr int mostLoops = 200;
    constexpr int machines = 5;
    const QStringList arguments {QStringLiteral("--lab"), m_directory.filePath(QStringLiteral("points"))};
    QElapsedTimer time;
    time.start();
    int loops = 0;
    int last = 0;
    for (int point = 1; loops < mostLoops && time.elapsed() < std::chrono::milliseconds(mostTime).count();
         ++loops) {
        Headless lab;
        QVERIFY2(lab.start(arguments), lab.program().errors().constData());
        Cluster cluster(lab.kubeconfig());
        std::string problem;
        QVERIFY(tests::eventually([&] { return cluster.scale("workers", 0).has_value(); }));
        QVERIFY2(
            tests::eventually([&] { return (problem = unsettled(cluster, 0)).empty(); }), problem.c_str());

        int events = 0;
        std::vector<std::unique_ptr<core::api::Watch>> watches;
        for (const core::api::Resource &resource : {core::api::resourceOf<core::api::Machine>(),
                 core::api::resourceOf<core::api::Pod>(), core::api::resourceOf<core::api::Node>()}) {
            const auto page = cluster.listPage(resource);
            QVERIFY(page);
            watches.push_back(cluster.client().watch(resource, {}, page->resourceVersion,
                {[&](const std::vector<core::api::WatchEvent> &news) {
                     const int before = events;
                     events += static_cast<int>(news.size());
                     if (before < point && events >= point)
                         lab.program().kill();
                 },
                    [](const auto &) {}}));
        }
        const bool isAcknowledged = cluster.scale("workers", machines).has_value();
        QVERIFY(tests::eventually(
            [&] { return !lab.program().isRunning() || unsettled(cluster, machines).empty(); }));
        watches.clear();
        last = std::max(last, point);
        point = lab.program().isRunning() ? 1 : point + 1;
        lab.program().kill();
        QVERIFY(lab.program().waitForEnd(5s).has_value());

        QVERIFY2(lab.start(arguments), lab.program().errors().constData());
        Cluster again(lab.kubeconfig());
        QVERIFY(tests::eventually([&] { return !again.list<core::api::MachineSet>().empty(); }));
        const auto replicas = static_cast<int>(again.list<core::api::MachineSet>().front().wantedReplicas());
        QVERIFY(replicas == machines || (!isAcknowledged && replicas == 0));
        QVERIFY2(tests::eventually([&] {
            return doubled(again).empty() && (problem = unsettled(again, replicas)).empty();
        }),
            qPrintable(QStringLiteral("point %1: %2").arg(point).arg(QString::fromStdString(problem))));
    }
    qInfo("%d loops, %d crash points", loops, last);
    QVERIFY(loops > 10);
}

QTEST_GUILESS_MAIN(TestKill)
#include "tst_kill.moc"
