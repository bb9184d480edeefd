// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/size.h"

#include "core/api/machine.h"
#include "core/api/resource.h"
#include "core/api/timerange.h"
#include "core/engine/sayings.h"
#include "core/scenario/problems.h"

#include <algorithm>
#include <chrono>
#include <map>

namespace core::experiment {

using scenario::problemSaying;

namespace {

constexpr std::int64_t countless = 1'000'000'000; // sums of these are far from overflowing

/// Grows and shrinks step by step; what is deleted is counted on, which only a typo makes too many.
class Growth
{
public:
    void apply(const api::Json &object)
    {
        const std::string_view kind = api::textAt(object, {"kind"});
        if (kind == "Machine")
            m_wanted[keyOf(object)] = 1;
        else if (kind == "MachineSet" || kind == "MachineDeployment")
            m_wanted[keyOf(object)] = api::integerAt(object, {"spec", "replicas"}).value_or(1);
    }

    void scale(const api::Json &scale)
    {
        std::string name(api::textAt(scale, {"machineSet"}));
        if (name.find('/') == std::string::npos)
            name = "default/" + name;
        m_wanted[keyOf(api::resourceOf<api::MachineSet>().group, "MachineSet", name)] =
            api::integerAt(scale, {"replicas"}).value_or(1);
    }

    std::size_t machines() const
    {
        std::int64_t sum = 0;
        for (const auto &[key, wanted] : m_wanted)
            sum += std::clamp<std::int64_t>(wanted, 0, countless);
        return static_cast<std::size_t>(sum);
    }

private:
    /// Both families have machines and sets, which may be of one name.
    static std::string keyOf(std::string_view group, std::string_view kind, const std::string &name)
    {
        return std::string(group) + " " + std::string(kind) + " " + name;
    }

    static std::string keyOf(const api::Json &object)
    {
        const std::string ns(api::textAt(object, {"metadata", "namespace"}));
        return keyOf(api::groupIn(api::textAt(object, {"apiVersion"})), api::textAt(object, {"kind"}),
            (ns.empty() ? "default" : ns) + "/" + std::string(api::textAt(object, {"metadata", "name"})));
    }

    std::map<std::string, std::int64_t> m_wanted;
};

double hoursOf(base::Duration duration)
{
    return std::chrono::duration<double, std::ratio<3600>>(duration).count();
}

} // namespace

Load heaviestLoad(const api::Json &scenario)
{
    Load heaviest;
    Growth growth;
    const api::Json *steps = api::find(scenario, {"steps"});
    for (std::size_t i = 0; steps && steps->is_array() && i < steps->get_array().size(); ++i) {
        const api::Json &step = steps->get_array()[i];
        const api::Json *apply = api::find(step, {"apply"});
        const api::Json *scale = api::find(step, {"scale"});
        if (apply && apply->is_array())
            std::ranges::for_each(apply->get_array(), [&](const api::Json &object) { growth.apply(object); });
        else if (apply)
            growth.apply(*apply);
        else if (scale)
            growth.scale(*scale);
        if (growth.machines() > heaviest.machines)
            heaviest = {growth.machines(),
                "scenario.steps[" + std::to_string(i) + "]." + (apply ? "apply" : "scale")};
    }
    return heaviest;
}

base::Duration longestLength(const scenario::Scenario &scenario)
{
    base::Duration length {};
    for (const scenario::Step &step : scenario.steps) {
        if (const auto *wait = std::get_if<scenario::Wait>(&step.verb))
            length += wait->length;
        else if (const auto *until = std::get_if<scenario::WaitUntil>(&step.verb))
            length += until->within;
        length = std::min<base::Duration>(length, api::longestDuration);
    }
    return length;
}

std::vector<scenario::Problem> oversizes(const Experiment &experiment)
{
    double machineHours = 0;
    for (std::size_t variant = 0; variant < experiment.variants(); ++variant) {
        const Load load = heaviestLoad(experiment.scenarioOf(variant));
        if (load.machines > mostMachines) {
            const std::string machines = engine::grouped(static_cast<std::int64_t>(load.machines));
            const std::string most = engine::grouped(mostMachines);
            return {{load.place,
                experiment.variations.empty()
                    ? problemSaying("TooManyMachines", machines, most)
                    : problemSaying("TooManyMachines", machines, experiment.labelOf(variant), most)}};
        }
        machineHours += static_cast<double>(load.machines) * hoursOf(experiment.longest)
            * static_cast<double>(experiment.seeds);
    }
    if (machineHours <= mostMachineHours)
        return {};
    return {{"seeds",
        problemSaying("TooManyHours", experiment.variants(), experiment.seeds, experiment.longest,
            engine::grouped(static_cast<std::int64_t>(machineHours)),
            engine::grouped(static_cast<std::int64_t>(mostMachineHours)))}};
}

} // namespace core::experiment
