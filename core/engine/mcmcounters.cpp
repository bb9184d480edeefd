// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/mcmcounters.h"

#include "core/actuator/kubemarkactuator.h"
#include "core/controllers/mcm/driver.h"
#include "core/controllers/mcm/machine/machine.h"
#include "core/controllers/mcm/machine/machinereasons.h"

#include <algorithm>
#include <array>

namespace core::engine {

namespace mcmApi = api::mcm;
using Labels = MetricsText::Labels;
using Type = MetricsText::Type;
using runtime::Histogram;

namespace {

constexpr std::array<double, 11> requestBuckets {0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10};
constexpr std::array<double, 11> lifeBuckets {5, 10, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200};
/// What the driver's provider offers: hollow nodes are pods.
constexpr std::string_view service = "pods";

Labels provider()
{
    return {{"provider", std::string(controllers::mcm::providerName)}};
}

Labels with(Labels labels, std::string_view name, std::string value)
{
    labels.emplace_back(name, std::move(value));
    return labels;
}

bool isDraining(const mcmApi::Machine &machine)
{
    return machine.isDeleting() && controllers::mcm::deletionStep(machine) == mcmApi::DeletionStep::Drain;
}

bool isBeingCreated(const mcmApi::Machine &machine)
{
    return machine.phase().empty() || machine.phase() == mcmApi::phases::crashLoopBackOff;
}

bool hasCode(const std::vector<api::Reason> &reasons, std::string_view code)
{
    return std::ranges::find(reasons, code, &api::Reason::code) != reasons.end();
}

void writeHistogram(
    MetricsText &text, std::string_view name, std::string_view help, const Histogram &histogram)
{
    text.family(name, Type::Histogram, help);
    text.histogram({}, histogram, lifeBuckets);
}

void writeCounter(MetricsText &text, std::string_view name, std::string_view help, const Labels &labels,
    std::uint64_t count)
{
    text.family(name, Type::Counter, help);
    text.sample(labels, count);
}

} // namespace

McmCounters::Operation::Operation(std::string operation)
    : name(std::move(operation))
    , took(requestBuckets) { }

void McmCounters::Operation::end(base::Duration duration, std::string_view errorCode)
{
    took.observe(duration);
    if (!errorCode.empty())
        ++failures[std::string(errorCode)];
}

McmCounters::McmCounters(
    const ControllerList &controllers, runtime::InformerSet &informers, const base::Clock &clock)
    : m_clock(clock)
    , m_create(std::string(nameOf(controllers::mcm::Operation::Create)))
    , m_delete(std::string(nameOf(controllers::mcm::Operation::Delete)))
    , m_requests(requestBuckets)
    , m_created(lifeBuckets)
    , m_joined(lifeBuckets)
    , m_drained(lifeBuckets)
    , m_deleted(lifeBuckets)
{
    for (runtime::Controller *controller : controllers) {
        if (controller->name() != controllers::mcm::machineControllerName)
            continue;
        m_subscriptions.push_back(controller->onCarriedOut(
            [this, controller](const api::ObjectKey &key, const auto &reasons, const auto &result) {
                notePlan(reasons, m_clock.now() - controller->queue().processing().at(key), result);
            }));
    }
    m_subscriptions.push_back(
        informers.of<mcmApi::Machine>().onChange([this](const auto &before, const auto &after) {
            if (before && after)
                noteChange(*before, *after);
            else if (before)
                noteEnd(*before);
        }));
}

void McmCounters::notePlan(
    const std::vector<api::Reason> &reasons, base::Duration took, const base::Result<> &result)
{
    using namespace controllers::mcm;
    const bool creates = hasCode(reasons, actuator::creatingPodReason);
    if (creates || hasCode(reasons, actuator::deletingPodsReason)) {
        m_requests.observe(took);
        m_failedRequests += result ? 0 : 1;
        (creates ? m_create : m_delete)
            .end(took, result ? std::string_view() : nameOf(errorCodeOf(result.error())));
    }
    for (const api::Reason &reason : reasons) {
        if (reason.code != refusedReason)
            continue;
        const api::Facts facts = reason.facts();
        (facts.at("operation") == m_create.name ? m_create : m_delete).end({}, facts.at("errorCode"));
    }
    if (result && hasCode(reasons, staleNodeReason))
        ++m_stale;
}

void McmCounters::noteChange(const mcmApi::Machine &before, const mcmApi::Machine &after)
{
    const base::Time now = m_clock.now();
    const base::Duration age = now - after.metadata.creationTimestamp.value_or(now);
    const bool waited = before.phase() == mcmApi::phases::pending;
    if (isBeingCreated(before) && after.phase() == mcmApi::phases::pending)
        m_created.observe(age);
    if (waited && after.phase() == mcmApi::phases::running)
        m_joined.observe(age);
    if ((waited || isBeingCreated(before)) && after.phase() == mcmApi::phases::failed)
        ++m_failedJoins;
    if (isDraining(after))
        m_draining.emplace(after.metadata.uid, now);
    else if (const auto since = m_draining.find(after.metadata.uid); since != m_draining.end()) {
        m_drained.observe(now - since->second);
        m_draining.erase(since);
    }
}

void McmCounters::noteEnd(const mcmApi::Machine &last)
{
    m_draining.erase(last.metadata.uid);
    if (last.metadata.deletionTimestamp)
        m_deleted.observe(m_clock.now() - *last.metadata.deletionTimestamp);
}

void McmCounters::write(MetricsText &text) const
{
    writeHistogram(text, "mcm_machine_create_duration_seconds",
        "From the creation of a machine to its instance", m_created);
    text.family("mcm_machine_initialize_duration_seconds", Type::Histogram,
        "Initialization of instances: this driver needs none");
    writeHistogram(text, "mcm_machine_join_duration_seconds",
        "From the creation of a machine to its healthy node", m_joined);
    writeHistogram(
        text, "mcm_machine_drain_duration_seconds", "Drains of nodes, from begin to end", m_drained);
    writeHistogram(text, "mcm_machine_delete_duration_seconds",
        "From asking for the deletion of a machine to its end", m_deleted);
    writeCounter(
        text, "mcm_machine_num_failed_join", "Machines given up before they joined", {}, m_failedJoins);
    writeCounter(text, "mcm_machine_stale_machines_total",
        "Machines given up because their node was older than their instance", {}, m_stale);

    const Labels api = with(provider(), "service", std::string(service));
    writeCounter(text, "mcm_cloud_api_requests_total", "Requests of the driver to its provider's API", api,
        m_requests.count());
    writeCounter(text, "mcm_cloud_api_requests_failed_total", "Those that failed", api, m_failedRequests);
    text.family("mcm_cloud_api_api_request_duration_seconds", Type::Histogram, "How long they took");
    text.histogram(api, m_requests, requestBuckets);
    text.family("mcm_cloud_api_driver_request_duration_seconds", Type::Histogram,
        "Operations of the driver; one that is refused before any request takes no time");
    for (const Operation *operation : {&m_create, &m_delete})
        text.histogram(with(provider(), "operation", operation->name), operation->took, requestBuckets);
    text.family("mcm_cloud_api_driver_requests_failed_total", Type::Counter,
        "Operations of the driver that failed, by error code");
    for (const Operation *operation : {&m_create, &m_delete}) {
        for (const auto &[code, count] : operation->failures)
            text.sample(with(with(provider(), "operation", operation->name), "error_code", code), count);
    }
}

} // namespace core::engine
