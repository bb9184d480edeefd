// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/nodelife.h"

#include "core/actuator/hollowpod.h"
#include "core/hollow/disruption.h"

namespace core::engine {

using base::Duration;
using base::Time;
using hollow::Dice;
using hollow::Disruption;
using hollow::Disruptions;

namespace {

constexpr std::uint64_t exampleSeed = 1;
constexpr int mostLooks = 1000; // a change that makes no difference is none to the eye

/// The flags are as the hollow kubelet reads them from the pod that the config makes.
hollow::HollowKubeletConfig flagsOf(const api::KubemarkProviderConfig &config)
{
    const api::Pod pod = actuator::hollowPod({}, config, {});
    const auto flags = hollow::readCommandLine(pod, *api::hollowKubeletContainer(pod));
    return flags.value_or(hollow::HollowKubeletConfig());
}

template<typename T>
std::optional<T> annotated(const api::KubemarkProviderConfig &config, std::string_view key,
    base::Result<T> (*read)(std::string_view text))
{
    const auto found = config.metadata.annotations.find(key);
    if (found == config.metadata.annotations.end())
        return std::nullopt;
    const auto value = read(found->second);
    return value ? std::optional(*value) : std::nullopt;
}

LifePhase phaseOf(const Disruption &disruption)
{
    LifePhase phase;
    if (disruption.condition)
        phase.fault = disruption.condition;
    else if (disruption.health == hollow::Health::NotReady)
        phase.fault = api::FaultKind::NotReady;
    else if (disruption.health == hollow::Health::Silent)
        phase.fault = api::FaultKind::Silent;
    phase.kind = phase.fault ? LifePhase::Kind::Failing : LifePhase::Kind::Healthy;
    return phase;
}

} // namespace

std::vector<LifePhase> lifeOf(const api::KubemarkProviderConfig &config, std::size_t most)
{
    const base::Chance chance(exampleSeed);
    const Dice dice {chance, "example"};
    std::vector<LifePhase> life;
    Time start;
    if (const auto boot = annotated<api::Boot>(config, api::keys::boot, &api::parseBoot)) {
        life.push_back({LifePhase::Kind::Booting, {}, {}, {}});
        if (!boot->delay)
            return life;
        life.back().end = dice.draw(*boot->delay, "boot", start);
        start += *life.back().end;
    }
    Disruptions disruptions {flagsOf(config), start, {}, {}};
    if (const auto recipe = annotated<api::Recipe>(config, api::keys::recipe, &api::parseRecipe))
        disruptions.recipe = hollow::pinned(*recipe, start, dice);
    std::optional<Time> at = start;
    for (int looks = 0; at && looks < mostLooks; ++looks) {
        const Disruption disruption = hollow::disruptionAt(disruptions, dice, *at);
        LifePhase next = phaseOf(disruption);
        next.begin = *at - Time();
        const bool differs = life.empty() || life.back().kind != next.kind || life.back().fault != next.fault;
        if (differs) {
            if (!life.empty())
                life.back().end = next.begin;
            if (life.size() == most)
                return life;
            life.push_back(next);
        }
        at = disruption.nextChange;
    }
    return life;
}

} // namespace core::engine
