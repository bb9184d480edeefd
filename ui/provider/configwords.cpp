// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/provider/configwords.h"

#include "core/api/recipe.h"
#include "ui/format.h"

#include <QCoreApplication>

namespace ui {

namespace {

struct ConfigWords {
    Q_DECLARE_TR_FUNCTIONS(ui::ConfigWords)
};

} // namespace

QString disruptionWords(const core::api::KubemarkProviderConfig &config)
{
    const auto recipe = config.metadata.annotations.find(core::api::keys::recipe);
    if (recipe != config.metadata.annotations.end())
        return text(recipe->second);
    // With both flags set, "after" wins (§1.4 row 3).
    if (config.turnUnhealthyAfter) {
        const auto delay = config.unhealthyAfterDelay();
        if (delay == core::base::Duration::zero())
            return ConfigWords::tr("unhealthy at once, for good");
        return ConfigWords::tr("unhealthy after %1, for good").arg(durationText(delay));
    }
    if (config.turnUnhealthyPeriodically) {
        return ConfigWords::tr("unhealthy %1, healthy %2, in turn")
            .arg(durationText(config.unhealthyDuration.value), durationText(config.healthyDuration.value));
    }
    return ConfigWords::tr("only when told to");
}

QString capacityWords(const core::api::KubemarkProviderConfig &config)
{
    const auto cores = config.numCores.value_or(core::api::defaultCores);
    return ConfigWords::tr("%1 CPU, %2")
        .arg(cores)
        .arg(bytesText(config.memoryCapacity.value_or(core::api::defaultMemory)));
}

QString deletionWords(const core::api::KubemarkProviderConfig &config)
{
    if (!config.deletionTimeout)
        return ConfigWords::tr("at once when asked for");
    return ConfigWords::tr("%1 after it was asked for").arg(durationText(config.deletionTimeout->value));
}

} // namespace ui
