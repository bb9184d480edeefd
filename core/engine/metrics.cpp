// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/metrics.h"

#include "core/api/machinedeployment.h"
#include "core/client/httpwire.h"
#include "core/controllers/healthcheck/healthcheck.h"
#include "core/engine/mcmmetrics.h"
#include "core/engine/metricfamilies.h"

#include <algorithm>
#include <array>

namespace core::engine {

using api::Machine;
using api::MachineHealthCheck;
using api::MachineSet;
using Type = MetricsText::Type;
using Labels = MetricsText::Labels;

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 3> instanceFailures {{
    {"FailedCreate", "mapi_instance_create_failed"},
    {"FailedUpdate", "mapi_instance_update_failed"},
    {"FailedDelete", "mapi_instance_delete_failed"},
}};

constexpr std::array<double, 13> phaseBuckets {5, 10, 20, 30, 60, 90, 120, 180, 240, 300, 360, 480, 600};

/// One family about all controllers, each with one number.
template<typename ValueOf>
void perController(MetricsText &text, const ControllerList &controllers, std::string_view name, Type type,
    std::string_view help, ValueOf valueOf, bool isQueue = false)
{
    text.family(name, type, help);
    const std::vector<std::string> labels = controllerLabels(controllers);
    for (std::size_t i = 0; i < controllers.size(); ++i) {
        Labels own {{"controller", labels[i]}};
        if (isQueue)
            own.emplace_back("name", labels[i]);
        const auto value = valueOf(*controllers[i]);
        if constexpr (std::is_floating_point_v<decltype(value)>)
            text.sample(own, double(value));
        else
            text.sample(own, std::uint64_t(value));
    }
}

template<typename HistogramOf>
void histograms(MetricsText &text, const ControllerList &controllers, std::string_view name,
    std::string_view help, std::span<const double> bounds, bool isQueue, HistogramOf histogramOf)
{
    text.family(name, Type::Histogram, help);
    const std::vector<std::string> labels = controllerLabels(controllers);
    for (std::size_t i = 0; i < controllers.size(); ++i) {
        Labels own {{"controller", labels[i]}};
        if (isQueue)
            own.emplace_back("name", labels[i]);
        text.histogram(own, histogramOf(*controllers[i]), bounds);
    }
}

void writeReconciles(MetricsText &text, const ControllerList &controllers)
{
    text.family("controller_runtime_reconcile_total", Type::Counter, "Reconciliations by their result");
    const std::vector<std::string> labels = controllerLabels(controllers);
    for (std::size_t i = 0; i < controllers.size(); ++i) {
        const runtime::ControllerCounters &counters = controllers[i]->counters();
        const auto write = [&](const char *result, std::uint64_t count) {
            text.sample({{"controller", labels[i]}, {"result", result}}, count);
        };
        write("success", counters.succeeded);
        write("requeue_after", counters.succeededLooksAgain);
        write("requeue", 0); // a plan that wants another look names its time
        write("error", counters.failed);
    }
    perController(text, controllers, "hollowlab_controller_contested_total", Type::Counter,
        "Plans that wrote what somebody else undoes, again and again",
        [](const runtime::Controller &one) { return one.counters().contested; });
    const auto none = [](const runtime::Controller &) { return std::uint64_t(0); };
    perController(text, controllers, "controller_runtime_reconcile_errors_total", Type::Counter,
        "Plans that could not be carried out",
        [](const runtime::Controller &one) { return one.counters().failed; });
    perController(text, controllers, "controller_runtime_terminal_reconcile_errors_total", Type::Counter,
        "Failures that are not tried again: none, all are", none);
    perController(text, controllers, "controller_runtime_reconcile_panics_total", Type::Counter,
        "Reconcilers that threw: none, they return values", none);
    perController(text, controllers, "controller_runtime_reconcile_timeouts_total", Type::Counter,
        "Reconcilers that took too long: none, they wait for nothing", none);
    perController(text, controllers, "controller_runtime_max_concurrent_reconciles", Type::Gauge,
        "How many plans may be under way",
        [](const runtime::Controller &one) { return one.maxConcurrentReconciles(); });
    perController(text, controllers, "controller_runtime_active_workers", Type::Gauge,
        "How many plans are under way", [](const runtime::Controller &one) { return one.underway(); });
    histograms(
        text, controllers, "controller_runtime_reconcile_time_seconds",
        "From taking a key to the end of its plan", runtime::reconcileBuckets, false,
        [](const runtime::Controller &one) -> auto & { return one.queue().counters().worked; });
}

void writeQueues(MetricsText &text, const ControllerList &controllers, base::Time now)
{
    text.family("workqueue_depth", Type::Gauge, "Keys that wait");
    const std::vector<std::string> labels = controllerLabels(controllers);
    for (std::size_t i = 0; i < controllers.size(); ++i)
        text.sample({{"controller", labels[i]}, {"name", labels[i]}, {"priority", ""}},
            std::uint64_t(controllers[i]->queue().depth()));
    perController(
        text, controllers, "workqueue_adds_total", Type::Counter, "Keys added",
        [](const runtime::Controller &one) { return one.queue().counters().adds; }, true);
    perController(
        text, controllers, "workqueue_retries_total", Type::Counter, "Keys added after a failure",
        [](const runtime::Controller &one) { return one.queue().counters().retries; }, true);
    const auto ages = [now](const runtime::Controller &one, auto combine) {
        base::Duration total {};
        for (const auto &[key, since] : one.queue().processing())
            total = combine(total, now - since);
        return secondsOf(total);
    };
    perController(
        text, controllers, "workqueue_unfinished_work_seconds", Type::Gauge,
        "For how long all that is under way has been so, added up",
        [&](const runtime::Controller &one) { return ages(one, std::plus<>()); }, true);
    perController(
        text, controllers, "workqueue_longest_running_processor_seconds", Type::Gauge,
        "For how long the oldest plan under way has been so",
        [&](const runtime::Controller &one) {
            return ages(one, [](base::Duration a, base::Duration b) { return std::max(a, b); });
        },
        true);
    histograms(
        text, controllers, "workqueue_queue_duration_seconds", "From adding a key to taking it",
        runtime::queueBuckets, true,
        [](const runtime::Controller &one) -> auto & { return one.queue().counters().waited; });
    histograms(
        text, controllers, "workqueue_work_duration_seconds", "From taking a key to the end of its plan",
        runtime::queueBuckets, true,
        [](const runtime::Controller &one) -> auto & { return one.queue().counters().worked; });
}

void writeLeaders(MetricsText &text, const runtime::Manager &manager)
{
    text.family("leader_election_master_status", Type::Gauge,
        "1 for a unit that holds its Lease; a lab needs no Leases");
    for (const runtime::UnitState &unit : manager.states()) {
        if (unit.leads)
            text.sample({{"name", unit.name}}, std::uint64_t(*unit.leads ? 1 : 0));
    }
}

std::string hostOf(const std::string &server)
{
    const std::size_t slashes = server.find("//");
    return slashes == std::string::npos ? server : server.substr(slashes + 2);
}

void writeRequests(MetricsText &text, const client::CountingTransport &requests, const std::string &host)
{
    text.family("rest_client_requests_total", Type::Counter, "Requests by answer; watches are not counted");
    for (const auto &[kind, count] : requests.counts())
        text.sample({{"code", kind.code == 0 ? "<error>" : std::to_string(kind.code)}, {"host", host},
                        {"method", client::verbOf(kind.method).toStdString()}},
            count);
}

void writeMachines(MetricsText &text, const runtime::Informer<Machine> &machines)
{
    text.family("mapi_machine_items", Type::Gauge, "Machines");
    text.sample({}, std::uint64_t(machines.store().size()));
    text.family("mapi_machine_created_timestamp_seconds", Type::Gauge, "When each machine was created");
    for (const auto &machine : machines.store().list()) {
        const auto &nodeRef = machine->status.nodeRef;
        text.sample({{"name", machine->metadata.name}, {"namespace", machine->metadata.ns},
                        {"spec_provider_id", machine->spec.providerID},
                        {"node", nodeRef ? nodeRef->name : std::string()},
                        {"api_version", machines.resource().apiVersion()}, {"phase", machine->status.phase}},
            creationTimestamp(machine->metadata));
    }
}

void writeMachineSets(MetricsText &text, const runtime::Informer<MachineSet> &sets)
{
    text.family("mapi_machineset_items", Type::Gauge, "Machine sets");
    text.sample({}, std::uint64_t(sets.store().size()));
    text.family("mapi_machineset_created_timestamp_seconds", Type::Gauge, "When each set was created");
    for (const auto &set : sets.store().list())
        text.sample({{"name", set->metadata.name}, {"namespace", set->metadata.ns},
                        {"api_version", sets.resource().apiVersion()}},
            creationTimestamp(set->metadata));
    perObject(text, sets.store(), "mapi_machine_set_status_replicas", "Machines of each set",
        [](const MachineSet &set) { return set.status.replicas; });
    perObject(text, sets.store(), "mapi_machine_set_status_replicas_available", "Available ones",
        [](const MachineSet &set) { return set.status.availableReplicas.value_or(0); });
    perObject(text, sets.store(), "mapi_machine_set_status_replicas_ready", "Those with a ready node",
        [](const MachineSet &set) { return set.status.readyReplicas.value_or(0); });
}

void writeHealthChecks(MetricsText &text, const runtime::Store<MachineHealthCheck> &checks,
    const std::map<api::ObjectKey, std::uint64_t> &remediations)
{
    perObject(text, checks, "mapi_machinehealthcheck_nodes_covered", "Machines that each check covers",
        [](const MachineHealthCheck &check) { return check.status.expectedMachines.value_or(0); });
    perObject(text, checks, "mapi_machinehealthcheck_short_circuit",
        "1 while more machines are unhealthy than maxUnhealthy allows to remediate",
        [](const MachineHealthCheck &check) { return isHeldBack(check.status) ? 1 : 0; });
    text.family("mapi_machinehealthcheck_remediation_success_total", Type::Counter,
        "Machines that each check has remediated");
    for (const auto &check : checks.list()) {
        const auto found = remediations.find(check->key());
        text.sample(
            nameLabels(check->metadata), found == remediations.end() ? std::uint64_t(0) : found->second);
    }
}

} // namespace

std::vector<std::string> controllerLabels(const ControllerList &controllers)
{
    std::vector<std::string> labels;
    for (const runtime::Controller *one : controllers) {
        const auto namesakes = std::ranges::count(controllers, one->name(), &runtime::Controller::name);
        std::string label(one->name());
        if (namesakes > 1 && one->resource())
            label += "-" + one->resource()->plural;
        if (std::ranges::find(labels, label) != labels.end() && one->resource())
            label += "." + one->resource()->group;
        labels.push_back(std::move(label));
    }
    return labels;
}

Metrics::Metrics(MetricsParts parts)
    : m_parts(std::move(parts))
    , m_mcm(m_parts.controllers, m_parts.informers, m_parts.clock)
{
    m_subscriptions.push_back(
        m_parts.events.onEvent([this](const api::EmitEvent &event) { countFailure(event); }));
    const auto forgetGone = [this](auto &informer, auto &counts) {
        m_subscriptions.push_back(informer.onChange([&counts](const auto &before, const auto &after) {
            if (before && !after)
                counts.erase(before->key());
        }));
    };
    forgetGone(m_parts.informers.of<Machine>(), m_failures);
    forgetGone(m_parts.informers.of<MachineHealthCheck>(), m_remediations);
    for (runtime::Controller *controller : m_parts.controllers) {
        if (controller->resource() != &api::resourceOf<MachineHealthCheck>())
            continue;
        m_subscriptions.push_back(controller->onCarriedOut(
            [this](const api::ObjectKey &check, const auto &reasons, const auto &result) {
                if (result)
                    m_remediations[check] += static_cast<std::uint64_t>(
                        std::ranges::count(reasons, controllers::remediatingReason, &api::Reason::code));
            }));
    }
}

void Metrics::countFailure(const api::EmitEvent &event)
{
    const auto failure = std::ranges::find(
        instanceFailures, std::string_view(event.reason), [](const auto &pair) { return pair.first; });
    const api::Resource &machines = api::resourceOf<Machine>();
    const bool isOurs = event.about.kind == machines.kind && event.about.apiVersion == machines.apiVersion();
    const api::ObjectKey machine {event.about.ns, event.about.name};
    if (failure != instanceFailures.end() && isOurs && m_parts.informers.of<Machine>().store().find(machine))
        ++m_failures[machine][{failure->second, event.message}];
}

void Metrics::writeFailures(MetricsText &text) const
{
    for (const auto &[reason, metric] : instanceFailures) {
        text.family(metric, Type::Counter, "Failed operations on instances");
        for (const auto &[machine, failures] : m_failures) {
            for (const auto &[failure, count] : failures) {
                if (failure.metric == metric)
                    text.sample(
                        {{"name", machine.name}, {"namespace", machine.ns}, {"reason", failure.reason}},
                        count);
            }
        }
    }
}

void Metrics::followTimeline()
{
    const std::deque<timeline::Fact> &facts = m_parts.timeline.facts();
    auto next = std::ranges::upper_bound(facts, m_lastFact, {}, &timeline::Fact::index);
    for (; next != facts.end(); ++next) {
        m_lastFact = next->index;
        if (next->kind == timeline::FactKind::MachineCreated) {
            m_created[next->uid] = next->serverTime;
        } else if (next->kind == timeline::FactKind::MachinePhase) {
            const auto created = m_created.find(next->uid);
            if (created == m_created.end())
                continue;
            auto &histogram = m_phases.try_emplace(next->to, runtime::Histogram(phaseBuckets)).first->second;
            if (next->to.empty())
                m_created.erase(created);
            else
                histogram.observe(std::max(next->arrivalTime - created->second, base::Duration::zero()));
        }
    }
}

/// A scrape fails for kinds whose objects are not known yet.
void Metrics::writeMcm(MetricsText &text)
{
    writeMcmMetrics(text, m_parts.informers);
    m_mcm.write(text);
    text.family("mcm_machine_controller_frozen", Type::Gauge,
        "1 while machines are left alone because the API server is or was away");
    text.sample({}, std::uint64_t(m_parts.mcmFrozen() ? 1 : 0));
    text.family("mcm_misc_scrape_failure_total", Type::Counter, "Scrapes for which no objects were known");
    for (const runtime::InformerBase *informer : m_parts.informers.list()) {
        const api::Resource &resource = informer->resource();
        const bool isCounted = resource.group == api::resourceOf<api::mcm::Machine>().group;
        if (!isCounted)
            continue;
        std::uint64_t &failed = m_failedScrapes[resource.kind];
        failed += informer->hasSynced() ? 0 : 1;
        text.sample({{"kind", resource.kind}}, failed);
    }
}

std::string Metrics::text()
{
    followTimeline();
    MetricsText text;
    writeReconciles(text, m_parts.controllers);
    writeQueues(text, m_parts.controllers, m_parts.clock.now());
    writeLeaders(text, m_parts.manager);
    writeRequests(text, m_parts.requests, hostOf(m_parts.server));

    const auto &machines = m_parts.informers.of<Machine>();
    const auto &sets = m_parts.informers.of<MachineSet>();
    writeMachines(text, machines);
    writeMachineSets(text, sets);
    writeHealthChecks(text, m_parts.informers.of<MachineHealthCheck>().store(), m_remediations);
    writeMcm(text);
    text.family("mapi_mao_collector_up", Type::Gauge, "1 for kinds whose objects are known");
    text.sample({{"kind", "mapi_machine_items"}}, std::uint64_t(machines.hasSynced() ? 1 : 0));
    text.sample({{"kind", "mapi_machineset_items"}}, std::uint64_t(sets.hasSynced() ? 1 : 0));

    writeFailures(text);
    text.family("mapi_machine_phase_transition_seconds", Type::Histogram,
        "From the creation of a machine to each phase");
    for (const auto &[phase, histogram] : m_phases) {
        if (!phase.empty())
            text.histogram({{"phase", phase}}, histogram, phaseBuckets);
    }
    return text.take();
}

api::Json queuesSnapshot(const ControllerList &controllers, api::Time now)
{
    api::JsonArray all;
    const std::vector<std::string> labels = controllerLabels(controllers);
    for (std::size_t i = 0; i < controllers.size(); ++i) {
        const runtime::Controller &one = *controllers[i];
        const runtime::ControllerCounters &counters = one.counters();
        std::map<api::ObjectKey, base::Time> processing(
            one.queue().processing().begin(), one.queue().processing().end());
        api::JsonArray underway;
        for (const auto &[key, since] : processing)
            underway.push_back(api::JsonObject {{"key", key.text()}, {"seconds", secondsOf(now - since)}});
        all.push_back(api::JsonObject {{"controller", labels[i]}, {"running", one.isRunning()},
            {"waiting", one.queue().depth()}, {"maxConcurrentReconciles", one.maxConcurrentReconciles()},
            {"underway", std::move(underway)}, {"adds", one.queue().counters().adds},
            {"retries", one.queue().counters().retries}, {"succeeded", counters.succeeded},
            {"succeededLooksAgain", counters.succeededLooksAgain}, {"failed", counters.failed},
            {"unexplained", counters.unexplained}});
    }
    return api::JsonObject {{"now", api::formatMicroTime(now)}, {"controllers", std::move(all)}};
}

} // namespace core::engine
