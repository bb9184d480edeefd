// SPDX-License-Identifier: GPL-3.0-or-later
// A day of many machines through the recorder, without the day: each breaks once and is replaced, with the
// versions that its objects really have on the way. Then seconds of that day, at random: until the objects
// are there, and until the window's view has taken them in.

#include "tests/bench/bench.h"

#include "core/api/codec.h"
#include "core/api/yaml.h"
#include "core/engine/archive.h"
#include "core/engine/commander.h"
#include "ui/clusterview.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTemporaryDir>

#include <algorithm>
#include <filesystem>
#include <random>

namespace bench {

namespace {

namespace api = core::api;
using namespace std::chrono_literals;
using core::past::Observation;

constexpr int seeks = 200;
constexpr unsigned historySeed = 1;
constexpr auto wholeDay = 24h;
constexpr int eventsPerReplacement = 12;
constexpr auto eventsKept = 1h;
const api::Time dawn = api::Time() + std::chrono::hours(490'000);

template<typename T>
std::string textOfObject(const void *object)
{
    return api::writeJson(api::encodeObject(*static_cast<const T *>(object)));
}

template<typename T>
Observation observed(api::Time at, T object)
{
    const api::ObjectKey key = object.key();
    return {at, &api::resourceOf<T>(), key, std::make_shared<const T>(std::move(object)), textOfObject<T>};
}

template<typename T>
Observation gone(api::Time at, const api::ObjectKey &key)
{
    return {at, &api::resourceOf<T>(), key, nullptr, nullptr};
}

/// Machines, nodes and events as a lab has them, in all of their versions.
class Day
{
public:
    explicit Day(int machines) : m_random(historySeed)
    {
        for (int i = 0; i < machines; ++i)
            live(i, i, dawn);
        for (int i = 0; i < machines; ++i) {
            const auto at = dawn + 1min + std::chrono::seconds(m_random() % 86'000);
            die(i, i, at);
            live(machines + i, i, at + 17s);
        }
        std::ranges::stable_sort(m_all, {}, &Observation::at);
    }
    std::vector<Observation> take() { return std::move(m_all); }

private:
    std::string hex(int digits)
    {
        std::string text;
        for (int i = 0; i < digits; ++i)
            text += "0123456789abcdef"[m_random() % 16];
        return text;
    }
    std::string uid() { return hex(8) + "-" + hex(4) + "-4" + hex(3) + "-9" + hex(3) + "-" + hex(12); }

    api::ObjectMeta meta(const std::string &ns, const std::string &name, api::Time at)
    {
        api::ObjectMeta meta;
        meta.ns = ns;
        meta.name = name;
        meta.uid = uid();
        meta.creationTimestamp = at;
        meta.labels = {{"machine.openshift.io/cluster-api-cluster", "demo"}, {"set", "workers"},
            {"topology.kubernetes.io/zone", std::string(1, "abc"[m_random() % 3])}};
        meta.annotations = {{"hollowlab.io/identity", hex(16)}};
        return meta;
    }
    void setVersion(api::ObjectMeta &meta) { meta.resourceVersion = std::to_string(++m_revision); }

    void live(int number, int slot, api::Time at)
    {
        auto machine = std::make_shared<api::Machine>();
        machine->metadata = meta("default", "workers-" + std::to_string(number), at);
        machine->spec.providerSpec.value = core::engine::defaultProviderConfig();
        m_machines[slot] = *machine;
        api::Node node;
        node.metadata = meta("", "workers-" + std::to_string(number) + "-" + hex(8), at + 2s);
        node.spec.providerID = "kubemark:///workers-" + std::to_string(number);
        for (const char *type :
            {"MemoryPressure", "DiskPressure", "PIDPressure", "NetworkUnavailable", "Ready"})
            node.status.conditions.push_back({type, "False", at + 2s, at + 2s,
                "KubeletHas" + std::string(type), "kubelet has " + std::string(type)});
        node.status.addresses = {
            {"InternalIP", "10.1." + std::to_string(number % 250) + ".7"}, {"Hostname", node.metadata.name}};
        node.status.nodeInfo = {hex(32), uid(), uid(), "6.1.0-18-amd64", "Hollow", "fake://1.0", "v1.29.4",
            "v1.29.4", "linux", "amd64"};
        m_nodes[slot] = node;
        for (int version = 0; version < 6; ++version) // created, phases, addresses, node
            putMachine(slot, at + std::chrono::seconds(version));
        for (int version = 0; version < 6; ++version) // registered, pod range, conditions, Ready, labels
            putNode(slot, at + 2s + std::chrono::seconds(version), version >= 3);
        addEvents(number, at);
    }
    void die(int number, int slot, api::Time at)
    {
        putNode(slot, at, true); // the fault
        putNode(slot, at + 2s, false);
        putMachine(slot, at + 3s);
        for (int version = 0; version < 4; ++version) // deletion, drain, finalizers
            putMachine(slot, at + 17s + std::chrono::seconds(version));
        m_all.push_back(gone<api::Machine>(at + 21s, m_machines[slot].key()));
        m_all.push_back(gone<api::Node>(at + 21s, m_nodes[slot].key()));
        addEvents(number, at);
    }
    void putMachine(int slot, api::Time at)
    {
        api::Machine &machine = m_machines[slot];
        setVersion(machine.metadata);
        machine.status.phase = std::string(api::phases::running);
        machine.status.nodeRef = api::ObjectReference {.kind = "Node", .name = m_nodes[slot].metadata.name};
        machine.status.lastUpdated = at;
        m_all.push_back(observed(at, machine));
    }
    void putNode(int slot, api::Time at, bool ready)
    {
        api::Node &node = m_nodes[slot];
        setVersion(node.metadata);
        node.status.conditions.back().status = ready ? "True" : "False";
        node.status.conditions.back().lastTransitionTime = at;
        for (api::NodeCondition &condition : node.status.conditions)
            condition.lastHeartbeatTime = at;
        m_all.push_back(observed(at, node));
    }
    void addEvents(int number, api::Time at)
    {
        for (int i = 0; i < eventsPerReplacement / 2; ++i) {
            api::Event event;
            event.metadata = meta("default", "workers-" + std::to_string(number) + "." + hex(16), at);
            setVersion(event.metadata);
            event.involvedObject = {"machine.openshift.io/v1beta1", "Machine",
                "workers-" + std::to_string(number), "default", uid(), "1", {}};
            event.type = "Normal";
            event.reason = "Updated";
            event.message =
                "Machine workers-" + std::to_string(number) + " has reached step " + std::to_string(i);
            event.firstTimestamp = event.lastTimestamp = at;
            event.count = 1;
            m_all.push_back(observed(at + std::chrono::seconds(i), event));
            if (at + eventsKept < dawn + wholeDay)
                m_all.push_back(gone<api::Event>(at + eventsKept, event.key()));
        }
    }

    std::mt19937 m_random;
    std::uint64_t m_revision = 0;
    std::map<int, api::Machine> m_machines;
    std::map<int, api::Node> m_nodes;
    std::vector<Observation> m_all;
};

std::int64_t bytesIn(const std::filesystem::path &directory)
{
    std::int64_t bytes = 0;
    for (const auto &entry : std::filesystem::directory_iterator(directory))
        bytes += static_cast<std::int64_t>(entry.file_size());
    return bytes;
}

/// One batch for each second in which something happened, as the archive hands them over.
double record(const std::string &path, std::vector<Observation> all)
{
    QElapsedTimer timer;
    timer.start();
    auto recorder = core::past::Recorder::open({.path = path}).value();
    recorder->resume(dawn);
    std::size_t next = 0;
    while (next < all.size()) {
        core::past::Batch batch {nullptr, {}, all[next].at};
        while (next < all.size() && all[next].at <= batch.seenUntil + 1s)
            batch.observations.push_back(std::move(all[next++]));
        recorder->record(std::move(batch));
    }
    recorder.reset(); // all is written
    return static_cast<double>(timer.elapsed()) / 1000;
}

core::engine::MomentPtr momentAt(core::engine::Archive &archive, api::Time at)
{
    core::engine::MomentPtr found;
    QEventLoop loop;
    archive.seek(at, {.healthChecks = true, .rollouts = true}, [&](const auto &moment) {
        found = moment.value_or(nullptr);
        loop.quit();
    });
    loop.exec();
    return found;
}

} // namespace

core::base::Result<api::JsonObject> runHistorySeek(int machines)
{
    const QTemporaryDir directory;
    const std::string path = directory.filePath(QStringLiteral("history.db")).toStdString();
    std::vector<Observation> all = Day(machines).take();
    const auto versions = static_cast<std::int64_t>(all.size());
    const double recorded = record(path, std::move(all));
    const std::int64_t bytes = bytesIn(directory.path().toStdString());
    core::base::Clock clock(dawn + wholeDay);
    core::engine::Archive archive({clock, path, true, [] {}});
    std::mt19937 random(historySeed);
    std::vector<double> found;
    std::vector<double> shown;
    std::size_t objects = 0;
    for (int i = 0; i < seeks; ++i) {
        const auto at = dawn + 1min + std::chrono::seconds(random() % 86'000);
        QElapsedTimer timer;
        timer.start();
        const auto moment = momentAt(archive, at);
        if (!moment)
            return core::base::fail(core::base::ErrorKind::Invalid, "a moment was not found");
        found.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
        ui::ClusterView view;
        core::engine::ChangeSet changes;
        objects = 0;
        moment->objects.each([&]<typename T>(const core::engine::ObjectList<T> &list) {
            changes.of<T>().upserts = list;
            objects += list.size();
        });
        view.apply(changes);
        shown.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
    }
    std::ranges::sort(found);
    std::ranges::sort(shown);
    const auto p95 = seeks * 95 / 100;
    return api::JsonObject {{"versions", versions}, {"record_s", recorded},
        {"megabytes", static_cast<double>(bytes) / 1e6}, {"objects", objects},
        {"seek_p50_ms", found[seeks / 2]}, {"seek_p95_ms", found[p95]}, {"shown_p95_ms", shown[p95]},
        {"shown_max_ms", shown.back()}};
}

} // namespace bench
