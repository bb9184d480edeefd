// SPDX-License-Identifier: GPL-3.0-or-later
// A lab on disk with 100 machines for minutes: clients that read, write, follow and leave, faults, machines
// that come and go. Memory, descriptors, threads and files must stay as they are once the histories have
// reached their bounds (the events of an hour, 50,000 facts: here within twenty minutes); the figures are
// of the last ten minutes. HOLLOWLAB_SOAK_MINUTES and HOLLOWLAB_SOAK_PACE say how long and how fast (32 and
// 10).

#include "core/api/event.h"
#include "core/api/machine.h"
#include "core/api/node.h"
#include "core/api/pod.h"
#include "core/base/scope.h"
#include "core/client/client.h"
#include "core/client/httptransport.h"
#include "core/client/kubeconfig.h"
#include "tests/bench/bench.h"
#include "tests/bench/process.h"

#include <QDir>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <random>

namespace bench {

namespace {

namespace api = core::api;
namespace client = core::client;
using core::base::Result;

constexpr int machinesAtWork = 100;
constexpr int visitors = 6;
constexpr std::chrono::seconds sampleEvery {10};
constexpr std::chrono::seconds scaleEvery {20};
constexpr double measuredMinutes = 10;
constexpr double megabyte = 1024.0 * 1024.0;

const api::Resource configMaps {"", "v1", "ConfigMap", "configmaps", true};

Result<std::unique_ptr<client::HttpTransport>> connectTo(const QString &kubeconfig)
{
    const auto config = client::Kubeconfig::load({kubeconfig.toStdString(), {}, {}});
    if (!config)
        return tl::unexpected(config.error());
    const auto access = config->access();
    if (!access)
        return tl::unexpected(access.error());
    return client::HttpTransport::open(*access, [](const core::base::Task &task) { task(); });
}

/// A client that does one thing after the other, at random, and comes back over new connections now and then.
class Visitor
{
public:
    Visitor(QString kubeconfig, unsigned seed) : m_kubeconfig(std::move(kubeconfig)), m_dice(seed)
    {
        m_pause.setSingleShot(true);
        m_pause.callOnTimeout([this] { act(); });
        m_pause.start(0);
    }

    std::uint64_t requests() const { return m_requests; }
    std::uint64_t failures() const { return m_failures; }
    std::uint64_t events() const { return m_events; }
    const std::string &lastFailure() const { return m_lastFailure; }

private:
    int draw(int below) { return std::uniform_int_distribution<int>(0, below - 1)(m_dice); }

    void connect()
    {
        m_watches.clear();
        m_client.reset();
        m_transport.reset();
        auto transport = connectTo(m_kubeconfig);
        if (!transport)
            qFatal("%s", transport.error().message.c_str());
        m_transport = std::move(*transport);
        m_client.emplace(*m_transport);
    }

    void act()
    {
        if (!m_client || draw(200) == 0)
            connect();
        ++m_requests;
        switch (draw(10)) {
        case 0:
        case 1:
            return list(anyKind());
        case 2:
            return follow(anyKind());
        case 3:
        case 4:
            return writeConfigMap();
        case 5:
            return m_client->remove({{&configMaps, {"default", anyName()}}, {}, {}, {}}, answered());
        case 6:
            return breakNode();
        case 7:
            return deleteMachine();
        case 8:
            return get(draw(2) == 0 ? "/metrics" : "/openapi/v2");
        default:
            return get("/api/v1/namespaces/default/configmaps/" + anyName());
        }
    }

    const api::Resource &anyKind()
    {
        static const std::array<const api::Resource *, 5> kinds {&api::resourceOf<api::Node>(),
            &api::resourceOf<api::Machine>(), &api::resourceOf<api::Pod>(), &api::resourceOf<api::Event>(),
            &api::resourceOf<api::Lease>()};
        return *kinds.at(static_cast<std::size_t>(draw(kinds.size())));
    }
    std::string anyName() { return "soak-" + std::to_string(draw(200)); }

    void list(const api::Resource &kind)
    {
        client::ListOptions options;
        options.limit = 1 + draw(200);
        m_client->list(kind, options, m_scope.bind([this, &kind](const Result<client::ListPage> &page) {
            if (page)
                remember(kind, *page);
            rest(page ? std::nullopt : std::optional(page.error()));
        }));
    }
    void remember(const api::Resource &kind, const client::ListPage &page)
    {
        m_position = page.resourceVersion;
        for (const auto &item : page.items) {
            const std::string name(api::textAt(*item, {"metadata", "name"}));
            if (&kind == &api::resourceOf<api::Node>())
                m_node = draw(3) == 0 || m_node.empty() ? name : m_node;
            else if (&kind == &api::resourceOf<api::Machine>())
                m_machine = draw(3) == 0 || m_machine.empty() ? name : m_machine;
        }
    }
    /// At most five watches are open at a time; the oldest is left.
    void follow(const api::Resource &kind)
    {
        if (m_watches.size() >= 5)
            m_watches.erase(m_watches.begin());
        client::ListOptions options;
        options.timeout = std::chrono::seconds(1 + draw(30));
        m_watches.push_back(m_client->watch(kind, options, m_position,
            {[this](const std::vector<api::WatchEvent> &events) { m_events += events.size(); },
                [](const auto &) {}}));
        rest({});
    }
    void writeConfigMap()
    {
        const std::string name = anyName();
        const api::JsonObject data {{"text", std::string(static_cast<std::size_t>(draw(4000)), 'x')}};
        if (draw(2) == 0)
            return m_client->create(configMaps,
                api::JsonObject {{"apiVersion", "v1"}, {"kind", "ConfigMap"},
                    {"metadata", api::JsonObject {{"name", name}, {"namespace", "default"}}}, {"data", data}},
                answered());
        m_client->patch({{&configMaps, {"default", name}}, {}, api::JsonObject {{"data", data}}}, answered());
    }
    void breakNode()
    {
        static const std::array<const char *, 5> faults {
            "not-ready for 20s", "silent for 1m", "memory-pressure for 10s", "reboot", "not-ready,silent"};
        if (m_node.empty())
            return rest({});
        const api::JsonObject annotations {
            {"hollowlab.io/fault", faults.at(static_cast<std::size_t>(draw(faults.size())))}};
        m_client->patch({{&api::resourceOf<api::Node>(), {"", m_node}}, {},
                            api::JsonObject {{"metadata", api::JsonObject {{"annotations", annotations}}}}},
            answered());
    }
    void deleteMachine()
    {
        if (m_machine.empty() || draw(4) != 0)
            return rest({});
        m_client->remove(
            {{&api::resourceOf<api::Machine>(), {"default", std::exchange(m_machine, {})}}, {}, {}, {}},
            answered());
    }
    void get(std::string path)
    {
        api::Request request;
        request.path = std::move(path);
        m_client->send(std::move(request), m_scope.bind([this](const Result<api::Response> &response) {
            rest(response ? std::nullopt : std::optional(response.error()));
        }));
    }

    client::Callback<api::JsonPtr> answered()
    {
        return m_scope.bind([this](const Result<api::JsonPtr> &answer) {
            rest(answer ? std::nullopt : std::optional(answer.error()));
        });
    }
    /// What was not there, or was there before, is no failure: many write the same names.
    void rest(const std::optional<core::base::Error> &error)
    {
        using core::base::ErrorKind;
        const bool isExpected = !error || error->kind == ErrorKind::NotFound
            || error->kind == ErrorKind::AlreadyExists || error->kind == ErrorKind::Conflict;
        if (!isExpected) {
            ++m_failures;
            m_lastFailure = error->message;
        }
        m_pause.start(10 + draw(60));
    }

    const QString m_kubeconfig;
    std::mt19937 m_dice;
    std::unique_ptr<client::HttpTransport> m_transport;
    std::optional<client::Client> m_client;
    std::vector<std::unique_ptr<api::Watch>> m_watches;
    std::string m_position = "0";
    std::string m_node;
    std::string m_machine;
    std::uint64_t m_requests = 0;
    std::uint64_t m_failures = 0;
    std::uint64_t m_events = 0;
    std::string m_lastFailure;
    QTimer m_pause;
    core::base::Scope m_scope;
};

struct Sample {
    double minute = 0;
    double residentMegabytes = 0;
    int descriptors = 0;
    int threads = 0;
    double labMegabytes = 0;
};

Sample sampleOf(std::int64_t processId, const QString &lab, double minute)
{
    const auto entries = [&](const char *folder) {
        const QDir directory(QStringLiteral("/proc/%1/").arg(processId) + QLatin1String(folder));
        return static_cast<int>(
            directory.entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot).size());
    };
    qint64 bytes = 0;
    for (const QFileInfo &file : QDir(lab).entryInfoList(QDir::Files | QDir::Hidden))
        bytes += file.size();
    return {minute, static_cast<double>(residentBytes(processId)) / megabyte, entries("fd"), entries("task"),
        static_cast<double>(bytes) / megabyte};
}

/// Least squares: what a figure gains in a minute.
double slopeOf(const std::vector<Sample> &samples, double Sample::*figure)
{
    double sumX = 0;
    double sumY = 0;
    double sumXX = 0;
    double sumXY = 0;
    for (const Sample &sample : samples) {
        sumX += sample.minute;
        sumY += sample.*figure;
        sumXX += sample.minute * sample.minute;
        sumXY += sample.minute * sample.*figure;
    }
    const auto count = static_cast<double>(samples.size());
    const double spread = count * sumXX - sumX * sumX;
    return spread > 0 ? (count * sumXY - sumX * sumY) / spread : 0;
}

void print(const Sample &sample)
{
    std::fprintf(stderr,
        "minute %5.1f  resident %7.1f MB  descriptors %4d  threads %3d  lab on disk %7.1f MB\n",
        sample.minute, sample.residentMegabytes, sample.descriptors, sample.threads, sample.labMegabytes);
}

api::JsonObject figuresOf(const std::vector<Sample> &samples)
{
    const double begin = samples.back().minute - measuredMinutes;
    std::vector<Sample> flat;
    std::ranges::copy_if(
        samples, std::back_inserter(flat), [&](const Sample &one) { return one.minute >= begin; });
    const auto most = [&](auto figure) { return std::ranges::max(flat, {}, figure).*figure; };
    return {{"resident_mb_then", flat.front().residentMegabytes},
        {"resident_mb_at_the_end", flat.back().residentMegabytes},
        {"resident_mb_per_minute", slopeOf(flat, &Sample::residentMegabytes)},
        {"lab_mb_then", flat.front().labMegabytes}, {"lab_mb_at_the_end", flat.back().labMegabytes},
        {"lab_mb_per_minute", slopeOf(flat, &Sample::labMegabytes)},
        {"most_descriptors", most(&Sample::descriptors)}, {"most_threads", most(&Sample::threads)}};
}

} // namespace

core::base::Result<api::JsonObject> runSoak()
{
    const auto numberIn = [](const char *variable, int otherwise) {
        return qEnvironmentVariableIsSet(variable) ? qEnvironmentVariableIntValue(variable) : otherwise;
    };
    const int minutes = numberIn("HOLLOWLAB_SOAK_MINUTES", 32);
    const QTemporaryDir home;
    const QString folder = home.filePath(QStringLiteral("lab"));
    LabProcess lab;
    if (const auto started = lab.start({QStringLiteral("--headless"), QStringLiteral("--lab"), folder,
            QStringLiteral("--pace"), QString::number(numberIn("HOLLOWLAB_SOAK_PACE", 10))});
        !started)
        return tl::unexpected(started.error());

    auto transport = connectTo(lab.kubeconfig());
    if (!transport)
        return tl::unexpected(transport.error());
    client::Client boss(**transport);
    std::mt19937 dice(1);
    const auto scale = [&](int replicas) {
        const api::ResourceRef workers {&api::resourceOf<api::MachineSet>(), {"default", "workers"}};
        boss.patch({workers, "scale", api::JsonObject {{"spec", api::JsonObject {{"replicas", replicas}}}}},
            [](const auto &) {});
    };
    QTimer scaling;
    scaling.callOnTimeout([&] { scale(machinesAtWork + std::uniform_int_distribution<int>(-20, 20)(dice)); });
    scaling.start(scaleEvery);
    QTimer::singleShot(1000, &scaling, [&] { scale(machinesAtWork); });

    std::vector<std::unique_ptr<Visitor>> clients;
    for (unsigned seed = 0; seed < visitors; ++seed)
        clients.push_back(std::make_unique<Visitor>(lab.kubeconfig(), seed));
    QElapsedTimer time;
    time.start();
    std::vector<Sample> samples;
    QEventLoop loop;
    QTimer sampling;
    sampling.callOnTimeout([&] {
        const double minute = static_cast<double>(time.elapsed()) / 60'000.0;
        samples.push_back(sampleOf(lab.processId(), folder, minute));
        if (samples.size() % 6 == 0)
            print(samples.back());
        if (minute >= minutes)
            loop.quit();
    });
    sampling.start(sampleEvery);
    loop.exec();

    api::JsonObject figures = figuresOf(samples);
    std::uint64_t requests = 0;
    std::uint64_t failures = 0;
    std::uint64_t events = 0;
    for (const auto &one : clients) {
        requests += one->requests();
        failures += one->failures();
        events += one->events();
        if (!one->lastFailure().empty())
            std::fprintf(stderr, "a failure: %s\n", one->lastFailure().c_str());
    }
    figures.emplace("requests", requests);
    figures.emplace("watch_events", events);
    figures.emplace("failures", failures);
    return figures;
}

} // namespace bench
