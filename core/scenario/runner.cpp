// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/runner.h"

#include "core/scenario/sayings.h"
#include "core/timeline/text.h"

#include <algorithm>

namespace core::scenario {

namespace {

constexpr std::chrono::milliseconds betweenLooks {1};

std::string joined(const std::vector<std::string> &lines)
{
    std::string text;
    for (const std::string &line : lines)
        text += (text.empty() ? "" : ", ") + line;
    return text;
}

template<typename T>
std::string namesOf(const std::vector<T> &objects)
{
    std::vector<std::string> names;
    for (const auto &object : objects)
        names.push_back(object->metadata.name);
    return joined(names);
}

template<typename T>
std::vector<api::DeleteObject> deletionsOf(const std::vector<std::shared_ptr<const T>> &objects)
{
    std::vector<api::DeleteObject> deletions;
    for (const auto &object : objects)
        deletions.push_back(api::deleteEffect(*object));
    return deletions;
}

api::PatchObject faultPatch(const api::Node &node, const api::Json &fault)
{
    api::JsonObject annotations;
    annotations.emplace(boost::json::string_view(api::keys::fault.data(), api::keys::fault.size()), fault);
    api::JsonObject metadata {{"uid", node.metadata.uid}, {"annotations", std::move(annotations)}};
    return {api::refTo(node), {}, api::JsonObject {{"metadata", std::move(metadata)}}};
}

} // namespace

bool ScenarioReport::isOk() const
{
    return std::ranges::all_of(
        steps, [](const StepReport &step) { return step.state == StepReport::State::Ok; });
}

api::Saying ScenarioReport::failure() const
{
    const auto failed = std::ranges::find(steps, StepReport::State::Failed, &StepReport::state);
    return failed == steps.end() ? api::Saying() : stepSaying("FailedStep", failed->text, failed->message);
}

Runner::Runner(base::Clock &clock, client::Client &client, ScenarioView view, Scenario scenario)
    : m_clock(clock)
    , m_client(client)
    , m_applier(client)
    , m_view(std::move(view))
    , m_scenario(std::move(scenario))
{
}

void Runner::start(Done done)
{
    m_done = std::move(done);
    m_report.name = m_scenario.name;
    m_report.description = m_scenario.description;
    m_report.begin = m_clock.now();
    m_firstFact = m_view.timeline.lastIndex();
    for (const Step &step : m_scenario.steps)
        m_report.steps.push_back({.say = step.say, .text = describe(step.verb)});
    m_clock.post(m_scope.bind([this] { beginStep(); }));
}

void Runner::beginStep()
{
    if (m_position == m_scenario.steps.size())
        return finish();
    m_isHeld = m_mayBegin && *m_mayBegin == 0;
    if (m_isHeld)
        return;
    if (m_mayBegin)
        --*m_mayBegin;
    StepReport &step = m_report.steps[m_position];
    step.state = StepReport::State::Running;
    step.begin = m_clock.now();
    m_toldOfStep(m_position, step);
    std::visit([this](const auto &verb) { run(verb); }, m_scenario.steps[m_position].verb);
}

void Runner::endStep(const Outcome &outcome)
{
    StepReport &step = m_report.steps[m_position];
    step.state = outcome ? StepReport::State::Ok : StepReport::State::Failed;
    step.end = m_clock.now();
    step.message = outcome ? *outcome : api::sayingOf(outcome.error());
    m_toldOfStep(m_position, step);
    m_position = outcome ? m_position + 1 : m_scenario.steps.size();
    m_clock.post(m_scope.bind([this] { beginStep(); }));
}

void Runner::pause()
{
    m_mayBegin = 0;
}

void Runner::goOn()
{
    m_mayBegin.reset();
    beginWhatWaits();
}

void Runner::step()
{
    if (m_mayBegin)
        m_mayBegin = 1;
    beginWhatWaits();
}

void Runner::beginWhatWaits()
{
    if (std::exchange(m_isHeld, false))
        m_clock.post(m_scope.bind([this] { beginStep(); }));
}

void Runner::abort(api::Saying why)
{
    if (m_position >= m_report.steps.size())
        return;
    m_scope.reset();
    m_look.cancel();
    m_timer.cancel();
    m_waiting = nullptr;
    endStep(api::failWith(base::ErrorKind::Forbidden, std::move(why)));
}

void Runner::finish()
{
    m_report.end = m_clock.now();
    for (const timeline::Fact &fact : m_view.timeline.facts()) {
        if (fact.index > m_firstFact)
            m_report.facts.push_back(fact);
    }
    for (timeline::Episode &episode : m_view.timeline.episodes()) {
        if (episode.unhealthyAt >= m_report.begin)
            m_report.episodes.push_back(std::move(episode));
    }
    timeline::HealthCounts before;
    for (const timeline::HealthCounts &counts : m_view.timeline.counts()) {
        if (counts.at <= m_report.begin)
            before = counts;
        else
            m_report.counts.push_back(counts);
    }
    before.at = m_report.begin;
    m_report.counts.insert(m_report.counts.begin(), before);
    m_done(m_report);
}

void Runner::run(const Apply &apply)
{
    m_applier.apply(apply.objects, m_view.defaultNamespace,
        m_scope.bind([this](const base::Result<std::vector<std::string>> &lines) {
            endStep(lines ? Outcome(joined(*lines)) : Outcome(tl::unexpected(lines.error())));
        }));
}

void Runner::run(const Scale &scale)
{
    const ObjectKey key = m_view.resolved(scale.machineSet);
    const auto held = m_view.machineSets.find(key);
    const std::string before = held ? std::to_string(held->wantedReplicas()) + " → " : std::string();
    api::JsonObject spec {{"replicas", scale.replicas}};
    m_client.patch(
        {{&api::resourceOf<api::MachineSet>(), key}, "scale", api::JsonObject {{"spec", std::move(spec)}}},
        m_scope.bind([this, text = key.name + " " + before + std::to_string(scale.replicas)](
                         const base::Result<api::JsonPtr> &scaled) {
            endStep(scaled ? Outcome(text) : Outcome(tl::unexpected(scaled.error())));
        }));
}

void Runner::run(const Fault &fault)
{
    annotate(fault.target, boost::json::string(fault.recipe));
}

void Runner::run(const Heal &heal)
{
    annotate(heal.target, nullptr);
}

void Runner::annotate(const Target &target, const api::Json &fault)
{
    auto nodes = findNodes(m_view, target);
    if (!nodes)
        return endStep(tl::unexpected(nodes.error()));
    m_report.steps[m_position].message = stepSaying("On", namesOf(*nodes));
    annotateNext(std::move(*nodes), fault);
}

void Runner::annotateNext(std::vector<NodePtr> nodes, const api::Json &fault)
{
    if (nodes.empty())
        return endStep(m_report.steps[m_position].message);
    const NodePtr node = nodes.front();
    nodes.erase(nodes.begin());
    m_client.patch(faultPatch(*node, fault),
        m_scope.bind([this, nodes = std::move(nodes), fault](const base::Result<api::JsonPtr> &patched) {
            if (!patched)
                return endStep(tl::unexpected(patched.error()));
            annotateNext(nodes, fault);
        }));
}

void Runner::run(const Delete &deletion)
{
    if (const auto *one = std::get_if<Existence>(&deletion.what)) {
        const bool isNode = one->resource == &api::resourceOf<api::Node>();
        const ObjectKey key = isNode ? ObjectKey {{}, one->key.name} : m_view.resolved(one->key);
        return deleteNext({{{one->resource, key}, {}, {}, api::Propagation::Background}},
            stepSaying("Deleted", key.text()));
    }
    const auto &target = std::get<Target>(deletion.what);
    if (target.kind == Target::Kind::Node) {
        const auto nodes = findNodes(m_view, target);
        return nodes ? deleteNext(deletionsOf(*nodes), stepSaying("Deleted", namesOf(*nodes)))
                     : endStep(tl::unexpected(nodes.error()));
    }
    const auto machines = findMachines(m_view, target);
    if (!machines)
        return endStep(tl::unexpected(machines.error()));
    deleteNext(deletionsOf(*machines), stepSaying("Deleted", namesOf(*machines)));
}

void Runner::deleteNext(std::vector<api::DeleteObject> objects, api::Saying done)
{
    if (objects.empty())
        return endStep(done);
    const api::DeleteObject object = objects.front();
    objects.erase(objects.begin());
    m_client.remove(object,
        m_scope.bind([this, objects = std::move(objects), done = std::move(done)](
                         const base::Result<api::JsonPtr> &removed) {
            if (!removed)
                return endStep(tl::unexpected(removed.error()));
            deleteNext(objects, done);
        }));
}

void Runner::run(const WaitUntil &wait)
{
    m_waiting = &wait;
    m_timer = m_clock.callAfter(wait.within, m_scope.bind([this] { giveUp(); }));
    look();
}

void Runner::run(const Assert &assertion)
{
    const auto failing = firstFailing(m_view, assertion.all, m_report.begin, m_clock.now());
    if (failing)
        return endStep(api::failWith(
            base::ErrorKind::Invalid, stepSaying("Failing", failing->expected, failing->found)));
    endStep(stepSaying("Holds"));
}

void Runner::run(const Wait &wait)
{
    m_timer = m_clock.callAfter(wait.length,
        m_scope.bind(
            [this, text = stepSaying("Later", timeline::formatSeconds(wait.length))] { endStep(text); }));
}

void Runner::clusterChanged()
{
    if (!m_waiting || m_look.isActive())
        return;
    const bool again = m_lookedAt == m_clock.now(); // thousands of machines may change at one moment
    m_look =
        m_clock.callAfter(again ? betweenLooks : base::Duration::zero(), m_scope.bind([this] { look(); }));
}

void Runner::look()
{
    m_lookedAt = m_clock.now();
    if (!m_waiting || firstFailing(m_view, m_waiting->all, m_report.begin, m_clock.now()))
        return;
    m_waiting = nullptr;
    m_timer.cancel();
    endStep(stepSaying("After", timeline::formatSeconds(m_clock.now() - *m_report.steps[m_position].begin)));
}

void Runner::giveUp()
{
    const auto failing = firstFailing(m_view, m_waiting->all, m_report.begin, m_clock.now());
    if (!failing)
        return look();
    const base::Duration within = m_waiting->within;
    m_waiting = nullptr;
    endStep(api::failWith(
        base::ErrorKind::Invalid, stepSaying("Late", failing->expected, within, failing->found)));
}

} // namespace core::scenario
