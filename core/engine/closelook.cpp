// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/closelook.h"

#include "core/engine/forecast.h"

namespace core::engine {

namespace {
constexpr std::chrono::milliseconds inspectionEvery {500};
}

CloseLook::CloseLook(Options options)
    : m_options(std::move(options))
    , m_dryRun(m_options.informers, m_options.clock, m_options.areChecksCarriedOut)
{
    m_turn.setInterval(inspectionEvery);
    QObject::connect(&m_turn, &QTimer::timeout, &m_turn, [this] { look(); });
}

void CloseLook::lookAt(const std::optional<api::ResourceRef> &object)
{
    if (object && object == m_object)
        m_last = {};
    m_object = object;
    m_dryRun.watch(m_object);
    m_object ? m_turn.start() : m_turn.stop();
    look();
}

std::optional<Inspection> CloseLook::takeNews()
{
    Inspection present = inspection();
    if (present == m_last)
        return std::nullopt;
    m_last = std::move(present);
    return m_last;
}

void CloseLook::look()
{
    if (m_dryRun.hasNews() || inspection() != m_last)
        m_options.changed();
}

Inspection CloseLook::inspection()
{
    if (!m_object)
        return {};
    const auto machine = machineBehind(*m_object, m_options.informers);
    return {
        *m_object, explanationsOf(m_options.controllers, *m_object, machine), m_dryRun.checks(), silence()};
}

std::optional<Silence> CloseLook::silence()
{
    auto silence = silenceOf(nodeBehind(*m_object, m_options.informers), m_options.controllers,
        m_options.heartbeat, m_options.clock.now());
    if (silence)
        silence->then = whatFollows(silence->node);
    return silence;
}

const std::vector<api::Saying> &CloseLook::whatFollows(const std::string &silentNode)
{
    const api::Time now = m_options.clock.now();
    std::vector<std::string> silent = silentNodes(m_options.controllers, m_options.heartbeat, now);
    const bool isKnown =
        m_silence.node == silentNode && m_silence.silent == silent && m_silence.checks == m_dryRun.checks();
    if (!isKnown) {
        const api::Recipe fault = *api::parseRecipe("silent");
        const FaultForecast forecast = forecastOf(
            {silentNode}, fault, m_options.informers, now, m_options.areChecksCarriedOut(), silent);
        m_silence = {silentNode, std::move(silent), m_dryRun.checks(), sayingsOf(forecast)};
    }
    return m_silence.then;
}

} // namespace core::engine
