// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/history.h"

#include "core/api/machinedeployment.h"
#include "tests/integration/auditedlab.h"
#include "tests/integration/faults.h"
#include "tests/unit/dice.h"

#include <QElapsedTimer>
#include <QTemporaryDir>

#include <array>

namespace tests {

using namespace std::chrono_literals;
using core::api::Json;
using core::api::JsonArray;
using core::api::Machine;
using core::api::MachineDeployment;
using core::api::Method;
using core::api::Node;
using core::base::Duration;

namespace {

constexpr std::size_t commandEvery = 40; // seconds, about
constexpr std::size_t faultEvery = 30;
constexpr std::size_t labRestartsIn = 10; // histories, one
/// A pod left over by a program that was told of the past is swept away after 15 minutes, one in a cycle.
constexpr Duration sweepsTake = 3h;
constexpr int mostReplicas = 6;
constexpr int mostRollers = 3;
constexpr qint64 shorteningTakes = 180'000; // ms at most
constexpr std::string_view stuckFinalizer = "test.hollowlab.io/stuck";
constexpr std::string_view image = "docker.io/gofed/kubemark:v1.14.3-beta.0-2";

const std::string setPath = machineApi + "machinesets/workers";
const std::string deploymentPath = machineApi + "machinedeployments/rollers";
const std::string checkPath = machineApi + "machinehealthchecks/workers";
const std::string guardPath = "/apis/policy/v1/namespaces/default/poddisruptionbudgets/guard";

template<typename T>
std::string pick(const std::vector<T> &objects, std::uint64_t draw)
{
    return objects.empty() ? "none" : objects[draw % objects.size()].metadata.name;
}

std::string number(std::uint64_t value)
{
    return std::to_string(value);
}

/// The fault comes on one node, or on all of them; the text is JSON.
void setFault(AuditedLab &world, std::uint64_t draw, const std::string &fault)
{
    world.lab.patch(nodesPath + pick(world.lab.hollowNodes(), draw),
        R"({"metadata":{"annotations":{"hollowlab.io/fault":)" + fault + "}}}");
}

void setFaultOfAll(AuditedLab &world, const std::string &fault)
{
    const std::size_t count = world.lab.hollowNodes().size();
    for (std::size_t node = 0; node < count; ++node)
        setFault(world, node, fault);
}

void setConfig(AuditedLab &world, const std::string &path, const std::string &config)
{
    world.lab.patch(path, R"({"spec":{"template":{"spec":{"providerSpec":{"value":)" + config + "}}}}}");
}

const std::string &templatePath(std::uint64_t draw)
{
    return draw % 2 == 0 ? setPath : deploymentPath;
}

void mendConfigs(AuditedLab &world)
{
    for (const std::string &path : {setPath, deploymentPath})
        setConfig(world, path, R"({"numCores":2,"image":")" + std::string(image) + R"("})");
}

void setCheck(AuditedLab &world, const std::string &maxUnhealthy)
{
    world.lab.patch(checkPath, R"({"spec":{"maxUnhealthy":)" + maxUnhealthy + "}}");
}

void setFinalizers(AuditedLab &world, const Machine &machine, const std::vector<std::string> &finalizers)
{
    const Json patch = core::api::JsonObject {{"metadata",
        core::api::JsonObject {{"finalizers", JsonArray(finalizers.begin(), finalizers.end())}}}};
    world.lab.patch(machineApi + "machines/" + machine.metadata.name, core::api::writeJson(patch));
}

/// Its deletion will not end until the finalizer is taken away.
void holdMachine(AuditedLab &world, std::uint64_t draw)
{
    const auto machines = world.lab.machines();
    if (machines.empty())
        return;
    const Machine &machine = machines[draw % machines.size()];
    std::vector<std::string> finalizers = machine.metadata.finalizers;
    finalizers.emplace_back(stuckFinalizer);
    if (!machine.isDeleting())
        setFinalizers(world, machine, finalizers);
}

void letMachinesGo(AuditedLab &world)
{
    for (const Machine &machine : world.lab.machines()) {
        std::vector<std::string> finalizers = machine.metadata.finalizers;
        if (std::erase(finalizers, stuckFinalizer) > 0)
            setFinalizers(world, machine, finalizers);
    }
}

void createWorkload(AuditedLab &world, std::uint64_t draw)
{
    const Json pod = *core::api::parseJson(R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"web-)"
        + number(draw % 4) + R"(","labels":{"app":"web"}},"spec":{"terminationGracePeriodSeconds":)"
        + number(draw % 30) + R"(,"tolerations":[{"key":"kubemark","operator":"Exists"}],)"
        + R"("containers":[{"name":"web","image":"web"}]}})");
    world.lab.request(Method::Post, "/api/v1/namespaces/default/pods", pod);
}

void guardWorkload(AuditedLab &world, std::uint64_t draw)
{
    const Json guard = *core::api::parseJson(
        R"({"apiVersion":"policy/v1","kind":"PodDisruptionBudget","metadata":{"name":"guard"},"spec":)"
        R"({"minAvailable":)"
        + number(1 + draw % 3) + R"(,"selector":{"matchLabels":{"app":"web"}}}})");
    world.lab.request(Method::Post, guardPath.substr(0, guardPath.rfind('/')), guard);
}

void changeDeployment(AuditedLab &world, const std::string &spec)
{
    world.lab.patch(deploymentPath, R"({"spec":{)" + spec + "}}");
}

void changeStrategy(AuditedLab &world, std::uint64_t draw)
{
    static const std::array<std::string, 4> strategies {
        R"({"type":"RollingUpdate","rollingUpdate":{"maxSurge":1,"maxUnavailable":0}})",
        R"({"type":"RollingUpdate","rollingUpdate":{"maxSurge":"100%","maxUnavailable":0}})",
        R"({"type":"RollingUpdate","rollingUpdate":{"maxSurge":0,"maxUnavailable":1}})",
        R"({"type":"Recreate","rollingUpdate":null})"};
    changeDeployment(world, R"("strategy":)" + strategies.at(draw % strategies.size()));
}

using Happen = void (*)(AuditedLab &, std::uint64_t draw);

const std::vector<std::pair<std::string, Happen>> &commands()
{
    static const std::vector<std::pair<std::string, Happen>> all {
        {"scale",
            [](AuditedLab &world, std::uint64_t draw) {
                world.lab.scale("workers", static_cast<int>(draw % (mostReplicas + 1)));
            }},
        {"break node",
            [](AuditedLab &world, std::uint64_t draw) { setFault(world, draw, R"("not-ready")"); }},
        {"break node for a while",
            [](AuditedLab &world, std::uint64_t draw) { setFault(world, draw, R"("not-ready for 20s")"); }},
        {"silence node", [](AuditedLab &world, std::uint64_t draw) { setFault(world, draw, R"("silent")"); }},
        {"silence all nodes",
            [](AuditedLab &world, std::uint64_t draw) {
                setFaultOfAll(world, R"("silent for )" + number(30 + draw % 300) + R"(s")");
            }},
        {"heal node", [](AuditedLab &world, std::uint64_t draw) { setFault(world, draw, "null"); }},
        {"delete machine",
            [](AuditedLab &world, std::uint64_t draw) {
                world.lab.request(
                    Method::Delete, machineApi + "machines/" + pick(world.lab.machines(), draw));
            }},
        {"delete node",
            [](AuditedLab &world, std::uint64_t draw) {
                world.lab.request(Method::Delete, nodesPath + pick(world.lab.hollowNodes(), draw));
            }},
        {"delete pod",
            [](AuditedLab &world, std::uint64_t draw) {
                world.lab.request(Method::Delete,
                    "/api/v1/namespaces/kubemark-actuator/pods/" + pick(world.lab.hollowPods(), draw));
            }},
        {"hold machine", holdMachine},
        {"let machines go", [](AuditedLab &world, std::uint64_t) { letMachinesGo(world); }},
        {"change cores",
            [](AuditedLab &world, std::uint64_t draw) {
                setConfig(world, setPath, R"({"numCores":)" + number(1 + draw % 8) + "}");
            }},
        {"change deletion timeout",
            [](AuditedLab &world, std::uint64_t draw) {
                setConfig(world, templatePath(draw / 2),
                    draw % 2 == 0 ? R"({"deletionTimeout":"10s"})" : R"({"deletionTimeout":null})");
            }},
        {"spoil config",
            [](AuditedLab &world, std::uint64_t draw) {
                setConfig(world, templatePath(draw / 2),
                    draw % 2 == 0 ? R"({"image":null})" : R"({"numCores":"many"})");
            }},
        {"mend configs", [](AuditedLab &world, std::uint64_t) { mendConfigs(world); }},
        {"change check",
            [](AuditedLab &world, std::uint64_t draw) {
                static const std::array<std::string, 5> limits {R"("100%")", R"("40%")", "0", "1", "2"};
                setCheck(world, limits.at(draw % limits.size()));
            }},
        {"create workload", createWorkload},
        {"guard workload", guardWorkload},
        {"guard no more",
            [](AuditedLab &world, std::uint64_t) { world.lab.request(Method::Delete, guardPath); }},
        {"scale deployment",
            [](AuditedLab &world, std::uint64_t draw) {
                changeDeployment(world, R"("replicas":)" + number(draw % (mostRollers + 1)));
            }},
        {"roll out",
            [](AuditedLab &world, std::uint64_t draw) {
                setConfig(world, deploymentPath, R"({"numCores":)" + number(1 + draw % 3) + "}");
            }},
        {"roll back",
            [](AuditedLab &world, std::uint64_t draw) {
                changeDeployment(world, R"("rollbackTo":{"revision":)" + number(draw % 3) + "}");
            }},
        {"pause", [](AuditedLab &world, std::uint64_t) { changeDeployment(world, R"("paused":true)"); }},
        {"go on", [](AuditedLab &world, std::uint64_t) { changeDeployment(world, R"("paused":false)"); }},
        {"change strategy", changeStrategy},
        {"restart", [](AuditedLab &world, std::uint64_t) { world.lab.restartEngine(); }},
    };
    return all;
}

constexpr std::string_view labRestart = "restart the lab";

bool restartsLab(const History &history)
{
    return std::ranges::any_of(history, [](const Incident &one) { return one.name == labRestart; });
}

/// Some writes later, so that not only heartbeats are met; refusals come in rows.
void strike(AuditedLab &world, const Incident &incident)
{
    const auto row =
        static_cast<std::size_t>(std::ranges::find(faultNames, incident.name) - faultNames.begin());
    const std::vector<Fault> faults = faultsFor(row, incident.draw);
    const std::uint64_t first = world.lab.transport().writes() + 1 + incident.draw % 30;
    const std::uint64_t count = faults.front().kind == Fault::Kind::Refuse ? 1 + incident.draw % 50 : 1;
    for (std::uint64_t write = first; write < first + count; ++write) {
        for (const Fault &fault : faults)
            world.lab.transport().strikeAt(write, fault);
    }
}

void happen(AuditedLab &world, const Incident &incident)
{
    if (incident.name == labRestart)
        return world.restartLab();
    for (const auto &[name, command] : commands()) {
        if (name == incident.name)
            return command(world, incident.draw);
    }
    strike(world, incident);
}

void prepare(AuditedLab &world)
{
    world.lab.create(workersYaml(3));
    world.lab.create(rollersYaml(2));
    world.lab.patch(checkPath,
        R"({"spec":{"selector":{"matchLabels":{"set":null},"matchExpressions":)"
        R"([{"key":"set","operator":"In","values":["workers","rollers"]}]}}})");
    world.settle();
    world.lab.transport().countFromHere();
}

/// No more faults; everything is healed and mended, and nothing is held back.
void calm(AuditedLab &world)
{
    world.lab.transport().calm();
    setFaultOfAll(world, "null");
    letMachinesGo(world);
    changeDeployment(world, R"("paused":false,"rollbackTo":null)");
    mendConfigs(world);
    setCheck(world, R"("100%")"); // or too many failures would stay for ever
    world.lab.request(Method::Delete, guardPath);
}

void expectStillness(AuditedLab &world)
{
    world.advance(2min); // pods of a node that is gone stay for over a minute
    world.auditor.markHere();
    world.advance(2min);
    std::string text;
    for (const std::string &change : world.auditor.changes())
        text += "written although all is well: " + change + "\n";
    if (!text.empty())
        world.complain(text);
    world.auditor.compare(world.lab.lab());
}

} // namespace

History historyOf(unsigned seed)
{
    Dice dice(seed);
    History history;
    const int labRestartAt =
        dice.oneIn(labRestartsIn) ? static_cast<int>(dice.below(historySeconds)) : historySeconds;
    for (int second = 0; second < historySeconds; ++second) {
        if (second == labRestartAt)
            history.push_back({second, std::string(labRestart), 0});
        if (dice.oneIn(commandEvery))
            history.push_back({second, commands().at(dice.below(commands().size())).first, dice.below(1000)});
        if (dice.oneIn(faultEvery))
            history.push_back(
                {second, std::string(faultNames.at(dice.below(faultNames.size()))), dice.below(1000)});
    }
    return history;
}

Played play(unsigned seed, const History &history, int until)
{
    const QTemporaryDir directory;
    AuditedLab world(
        seed, restartsLab(history) ? directory.filePath(QStringLiteral("lab.db")).toStdString() : ":memory:");
    prepare(world);
    Played played;
    auto next = history.begin();
    for (; world.isWell() && played.second < until; ++played.second) {
        for (; next != history.end() && next->second == played.second; ++next)
            happen(world, *next);
        world.advance(1s);
    }
    calm(world);
    world.settle(sweepsTake, 5s);
    if (world.isWell())
        expectStillness(world);
    played.complaint = world.complaint();
    played.log = world.auditor.log();
    played.writes = world.lab.transport().writes();
    played.remediations = world.auditor.remediations();
    return played;
}

namespace {

/// What is complained of, whoever and however many they are.
std::string kindOf(const std::string &complaint)
{
    std::string kind = complaint.substr(0, complaint.find_first_of(":\n"));
    std::erase_if(kind, [](char c) { return c >= '0' && c <= '9'; });
    return kind;
}

} // namespace

History shortened(unsigned seed, History history, const Played &failed)
{
    QElapsedTimer timer;
    timer.start();
    std::erase_if(history, [&](const Incident &incident) { return incident.second >= failed.second; });
    for (std::size_t chunk = std::max<std::size_t>(history.size() / 2, 1); chunk > 0; chunk /= 2) {
        for (std::size_t at = 0; at < history.size() && timer.elapsed() < shorteningTakes;) {
            History less = history;
            const auto from = less.begin() + static_cast<std::ptrdiff_t>(at);
            less.erase(from, from + static_cast<std::ptrdiff_t>(std::min(chunk, history.size() - at)));
            if (kindOf(play(seed, less, failed.second).complaint) == kindOf(failed.complaint))
                history = std::move(less);
            else
                at += chunk;
        }
    }
    return history;
}

std::string textOf(const History &history)
{
    std::string text;
    for (const Incident &incident : history)
        text += incident.text() + "\n";
    return text;
}

} // namespace tests
