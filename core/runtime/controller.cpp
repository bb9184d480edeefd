// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/controller.h"

#include "core/base/log.h"

namespace core::runtime {

HOLLOWLAB_LOG(controllerLog, "hollowlab.core.runtime.controller")

using base::str;

Controller::Controller(std::unique_ptr<Reconciler> reconciler, base::Clock &clock, EffectRunner &runner,
    std::size_t mostUnderway)
    : m_reconciler(std::move(reconciler))
    , m_clock(clock)
    , m_runner(runner)
    , m_queue(clock, [this] { wake(); })
    , m_mostUnderway(mostUnderway)
{
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
    m_scope.reset();
    m_queue.clear();
    m_underway = 0;
    m_awake = false;
}

void Controller::enqueue(const api::ObjectKey &key)
{
    if (!m_running)
        return;
    if (m_gather > base::Duration::zero())
        m_queue.addAfter(key, m_gather);
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
    if (m_awake || !m_running || m_underway >= m_mostUnderway || m_queue.depth() == 0)
        return;
    m_awake = true;
    m_clock.post(m_scope.bind([this] {
        m_awake = false;
        workOne();
        wake();
    }));
}

void Controller::workOne()
{
    const auto key = m_queue.take();
    if (!key)
        return;
    Plan plan = m_reconciler->reconcile(*key);
    for (const api::Reason &reason : plan.reasons)
        qCDebug(controllerLog) << str(name()) << str(key->text()) << str(reason.code) << str(reason.text);
    if (plan.effects.empty())
        return settle(*key, plan.checkAgainAfter, {});
    ++m_underway;
    m_runner.run(std::move(plan.effects), std::string(name()),
        m_scope.bind([this, key = *key, again = plan.checkAgainAfter](const base::Result<> &result) {
            --m_underway;
            settle(key, again, result);
            wake();
        }));
}

void Controller::record(const api::ObjectKey &key, const base::Error &error)
{
    using base::ErrorKind;
    const bool mayPass = error.kind == ErrorKind::Conflict || error.kind == ErrorKind::AlreadyExists
        || error.kind == ErrorKind::TooManyRequests || error.kind == ErrorKind::Transient;
    if (mayPass)
        return;
    if (std::vector<api::Effect> effects = m_reconciler->recordFailure(key, error); !effects.empty())
        m_runner.run(std::move(effects), std::string(name()), [](const base::Result<> &) {});
}

void Controller::settle(const api::ObjectKey &key, const std::optional<base::Duration> &checkAgainAfter,
    const base::Result<> &result)
{
    using base::ErrorKind;
    if (result) {
        m_queue.forget(key);
        if (checkAgainAfter)
            m_queue.addAfter(key, *checkAgainAfter);
        return m_queue.done(key);
    }
    const base::Error &error = result.error();
    const bool expected = error.kind == ErrorKind::Conflict || error.kind == ErrorKind::AlreadyExists
        || error.kind == ErrorKind::NotFound || error.kind == ErrorKind::TooManyRequests;
    if (!expected)
        qCWarning(controllerLog) << str(name()) << str(key.text()) << str(error.message);
    record(key, error);
    if (error.retryAfter)
        m_queue.addAfter(key, *error.retryAfter);
    else
        m_queue.addRateLimited(key);
    m_queue.done(key);
}

} // namespace core::runtime
