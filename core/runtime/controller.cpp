// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/controller.h"

#include "core/base/log.h"
#include "core/runtime/reasons.h"

#include <algorithm>

namespace core::runtime {

HOLLOWLAB_LOG(controllerLog, "hollowlab.core.runtime.controller")
/// Too many to be told where nobody has asked for them.
static Q_LOGGING_CATEGORY(decisionLog, "hollowlab.core.runtime.decision", QtWarningMsg);

using base::str;

namespace {
// or time would never move on for a plan that wants to be made again at once
constexpr std::chrono::milliseconds shortestWait {1};
constexpr std::chrono::seconds catchUp {1}; // a watch that has just begun still tells what was missed

bool isEvent(const api::Effect &effect)
{
    return std::holds_alternative<api::EmitEvent>(effect);
}

/// A hash of the events; 0 for none.
std::size_t printOf(const std::vector<api::Effect> &events)
{
    std::string all;
    for (const api::Effect &effect : events) {
        const auto &event = std::get<api::EmitEvent>(effect);
        all += event.about.kind + event.about.ns + "/" + event.about.name + event.reason + event.message;
    }
    return all.empty() ? 0 : std::hash<std::string>()(all);
}

api::Reason contestedReason(const api::ResourceRef &object)
{
    return controllerReason("Contested", object.resource->kind + " " + object.key.text());
}

std::vector<api::ResourceRef> creationsIn(const std::vector<api::Effect> &effects)
{
    std::vector<api::ResourceRef> created;
    for (const api::Effect &effect : effects) {
        if (const auto *create = std::get_if<api::CreateObject>(&effect))
            created.push_back({create->resource, keyOf(create->object)});
    }
    return created;
}

void logDecision(
    std::string_view controller, const api::ObjectKey &key, const std::vector<api::Reason> &reasons)
{
    if (!decisionLog().isInfoEnabled())
        return;
    for (const api::Reason &reason : reasons)
        qCInfo(decisionLog).noquote()
            << str(controller) << str(key.text()) << str(reason.code) << str(reason.text);
}

} // namespace

Controller::Controller(std::unique_ptr<Reconciler> reconciler, base::Clock &clock, EffectRunner &runner,
    std::size_t maxConcurrentReconciles)
    : m_reconciler(std::move(reconciler))
    , m_clock(clock)
    , m_runner(runner)
    , m_queue(clock, [this] { wake(); })
    , m_contention(clock)
    , m_maxConcurrentReconciles(maxConcurrentReconciles)
{
}

/// The server is back (docs/faults-and-threats.md X1), and what it says is seen: not before, or an old view
/// would be acted on.
void Controller::follow(InformerBase &informer)
{
    if (std::ranges::find(m_followed, &informer) != m_followed.end())
        return;
    m_followed.push_back(&informer);
    keep(informer.onState([this] {
        const bool isLive = std::ranges::none_of(m_followed, [](const InformerBase *one) {
            return one->state() == InformerBase::State::Listing
                || one->state() == InformerBase::State::Waiting;
        });
        if (isLive)
            m_retry = m_clock.callAfter(catchUp, [this] { m_queue.retryNow(); });
        else
            m_retry.cancel();
    }));
}

void Controller::start()
{
    if (m_running)
        return;
    m_running = true;
    for (const auto &seed : m_seeds)
        seed();
}

void Controller::stop()
{
    m_running = false;
    m_run.reset();
    m_queue.clear();
    m_contention.clear();
    m_decisions.clear();
    m_said.clear();
}

void Controller::setMaxConcurrentReconciles(std::size_t most)
{
    m_maxConcurrentReconciles = std::max<std::size_t>(most, 1);
    wake();
}

std::optional<Explanation> Controller::explain(const api::ObjectKey &key) const
{
    const auto found = m_decisions.find(key);
    if (found == m_decisions.end())
        return std::nullopt;
    const Decision &last = found->second;
    return Explanation {std::string(name()), m_resource, key, *last.reasons, last.at, m_queue.dueOf(key),
        last.lastError, m_queue.failuresOf(key)};
}

void Controller::enqueue(const api::ObjectKey &key)
{
    if (!m_running)
        return;
    if (m_debounce)
        m_queue.addAfter(key, m_debounce());
    else
        m_queue.add(key);
}

void Controller::enqueueAll(const std::vector<api::ObjectKey> &keys)
{
    for (const api::ObjectKey &key : keys)
        enqueue(key);
}

void Controller::wake()
{
    if (m_awake || !m_running || m_underway >= m_maxConcurrentReconciles || m_queue.depth() == 0)
        return;
    m_awake = true;
    m_clock.post(m_scope.bind([this] {
        m_awake = false;
        if (m_running)
            workOne();
        wake();
    }));
}

void Controller::workOne()
{
    const auto key = m_queue.take();
    if (!key)
        return;
    if (m_unconfirmedCreates.contains(*key))
        confirmCreates(*key);
    else
        decide(*key);
}

/// A creation whose answer was lost may have been carried out: nothing else is decided until that is known,
/// or the same thing could be made again under another name (docs/faults-and-threats.md X10).
void Controller::confirmCreates(const api::ObjectKey &key)
{
    ++m_underway;
    m_runner.confirmCreates(
        m_unconfirmedCreates.at(key), m_scope.bind([this, key](const base::Result<> &result) {
            --m_underway;
            if (result)
                m_unconfirmedCreates.erase(key);
            if (!m_running)
                m_queue.done(key);
            else if (result)
                decide(key);
            else
                applyOutcome(key, {}, result);
            wake();
        }));
}

void Controller::decide(const api::ObjectKey &key)
{
    Plan plan = m_reconciler->reconcile(key);
    if (const Unreadable *unreadable = m_unreadable ? m_unreadable(key) : nullptr;
        unreadable && plan.reasons.empty())
        plan.reasons.push_back(controllerReason("Unreadable", unreadable->problem));
    if (!plan.effects.empty()) {
        if (const auto object = m_contention.contested(key))
            plan.reasons.push_back(contestedReason(*object));
    }
    const bool isNews = remember(key, std::move(plan.reasons));
    if (isToldAlready(key, plan.effects, isNews))
        plan.effects.clear();
    if (plan.effects.empty())
        return applyOutcome(key, plan.checkAgainAfter, {});
    ++m_underway;
    auto creations = creationsIn(plan.effects);
    auto suspicious = m_contention.suspicious(key, plan.effects);
    m_runner.run(std::move(plan.effects), std::string(name()),
        m_scope.bind(
            [this, key, again = plan.checkAgainAfter, creations = std::move(creations),
                suspicious = std::move(suspicious)](const base::Result<> &result, const api::Effect *failed) {
                --m_underway;
                if (!result && !creations.empty())
                    m_unconfirmedCreates.insert_or_assign(key, creations);
                tellEnd(key, result);
                const auto verdict = m_running && result ? m_contention.judge(key, suspicious) : std::nullopt;
                if (verdict)
                    contend(key, *verdict);
                if (m_running)
                    applyOutcome(key, again, result, failed);
                else
                    m_queue.done(key);
                wake();
            }),
        m_run.alive());
}

/// Who has nothing to do but to tell, again, what he told last time.
bool Controller::isToldAlready(
    const api::ObjectKey &key, const std::vector<api::Effect> &effects, bool isNews)
{
    const auto decision = m_decisions.find(key);
    if (decision == m_decisions.end())
        return false;
    const std::size_t told = std::ranges::all_of(effects, isEvent) ? printOf(effects) : 0;
    return std::exchange(decision->second.told, told) == told && told != 0 && !isNews;
}

/// Nothing is given up, and whoever is right may win in the end; but it costs next to nothing until then.
void Controller::contend(const api::ObjectKey &key, const Contention::Verdict &verdict)
{
    ++m_counters.contested;
    m_queue.holdFor(key, verdict.wait);
    if (!verdict.isNew)
        return;
    const api::ResourceRef &object = verdict.write.target;
    const api::Reason reason = contestedReason(object);
    qCWarning(controllerLog) << str(name()) << str(key.text()) << str(reason.text);
    const auto decision = m_decisions.find(key);
    Reasons reasons = decision == m_decisions.end() ? Reasons() : *decision->second.reasons;
    reasons.push_back(reason);
    remember(key, std::move(reasons));
    const api::ObjectReference about {object.resource->apiVersion(), object.resource->kind, object.key.name,
        object.key.ns, verdict.write.uid, {}, {}};
    m_runner.run(
        {api::EmitEvent {about, "Warning", reason.code, std::string(name()) + ": " + reason.text}},
        std::string(name()), [](const base::Result<> &, const api::Effect *) {}, m_run.alive());
}

/// Somebody wants something else of the object: that may be the end of it.
void Controller::relent(const api::ObjectKey &key)
{
    if (!m_contention.contested(key))
        return;
    m_contention.forget(key);
    m_queue.holdFor(key, base::Duration::zero());
}

bool Controller::remember(const api::ObjectKey &key, Reasons reasons)
{
    const bool isGone = m_isThere && !m_isThere(key);
    if (!isGone && reasons.empty())
        ++m_counters.unexplained;
    if (isGone || reasons.empty()) {
        logDecision(name(), key, reasons);
        m_decisions.erase(key);
        return true;
    }
    Decision &decision = m_decisions[key];
    const std::shared_ptr<const Reasons> before = std::exchange(decision.reasons, shared(std::move(reasons)));
    decision.at = m_clock.now();
    const bool sameCodes =
        before && std::ranges::equal(*before, *decision.reasons, {}, &api::Reason::code, &api::Reason::code);
    static const Reasons none;
    if (!sameCodes)
        m_toldOfNews(key, before ? *before : none, *decision.reasons);
    const bool isNews = !before || *before != *decision.reasons;
    if (isNews)
        logDecision(name(), key, *decision.reasons);
    return isNews;
}

void Controller::tellEnd(const api::ObjectKey &key, const base::Result<> &result) const
{
    const auto decision = m_decisions.find(key);
    if (decision != m_decisions.end())
        m_toldOfEnd(key, *decision->second.reasons, result);
}

/// Equal reasons are kept once: ten thousand objects that are well have the same.
std::shared_ptr<const Controller::Reasons> Controller::shared(Reasons reasons)
{
    std::shared_ptr<const Reasons> &said = m_said[reasons.front().code];
    if (!said || *said != reasons)
        said = std::make_shared<const Reasons>(std::move(reasons));
    return said;
}

void Controller::record(const api::ObjectKey &key, const base::Error &error, const api::Effect &failed)
{
    using base::ErrorKind;
    const bool mayPass = error.kind == ErrorKind::Conflict || error.kind == ErrorKind::AlreadyExists
        || error.kind == ErrorKind::TooManyRequests || error.kind == ErrorKind::Transient;
    if (mayPass)
        return;
    if (auto effects = m_reconciler->recordFailure(key, error, failed); !effects.empty())
        m_runner.run(
            std::move(effects), std::string(name()), [](const base::Result<> &, const api::Effect *) {},
            m_run.alive());
}

void Controller::applyOutcome(const api::ObjectKey &key, const std::optional<base::Duration> &checkAgainAfter,
    const base::Result<> &result, const api::Effect *failed)
{
    using base::ErrorKind;
    const auto decision = m_decisions.find(key);
    if (decision != m_decisions.end())
        decision->second.lastError = result ? std::string() : result.error().message;
    if (result) {
        ++(checkAgainAfter ? m_counters.succeededLooksAgain : m_counters.succeeded);
        m_queue.forget(key);
        if (checkAgainAfter)
            m_queue.requeueAfter(key, std::max<base::Duration>(*checkAgainAfter, shortestWait));
        return m_queue.done(key);
    }
    ++m_counters.failed;
    const base::Error &error = result.error();
    const bool contested = error.kind == ErrorKind::Conflict || error.kind == ErrorKind::AlreadyExists;
    const bool expected =
        contested || error.kind == ErrorKind::NotFound || error.kind == ErrorKind::TooManyRequests;
    if (!expected)
        qCWarning(controllerLog) << str(name()) << str(key.text()) << str(error.message);
    if (failed)
        record(key, error, *failed);
    if (error.retryAfter)
        m_queue.holdFor(key, std::max<base::Duration>(*error.retryAfter, shortestWait));
    else
        m_queue.addRateLimited(key, contested ? Limit::Key : Limit::KeyAndQueue);
    m_queue.done(key);
}

} // namespace core::runtime
