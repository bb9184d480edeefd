// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fleet/wallshades.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace ui {

using namespace std::chrono_literals;

namespace {

struct ShadeWords {
    Q_DECLARE_TR_FUNCTIONS(ui::Wall)
};

constexpr double fullTile = 0.9; // a full tile is lighter than a thin glyph of the same colour
constexpr double plainTile = 0.35; // of what is as usual
constexpr int mostInterruptions = 3;
constexpr std::array<core::base::Duration, 3> ages {1min, 10min, 1h};

std::vector<Shade> shadesOfStates(const Theme &theme, const QColor &base)
{
    std::vector<Shade> shades;
    for (int index = 0; index < stateCount; ++index) {
        const auto state = static_cast<State>(index);
        const QColor color = theme.color(state);
        shades.push_back({state == State::Ready ? mixed(color, base, fullTile) : color, wordOf(state)});
    }
    return shades;
}

int interruptionsOf(const ClusterView &cluster, const ObjectRef &machine)
{
    int interruptions = 0;
    cluster.withObject(machine, [&](const auto &found) {
        if constexpr (requires { nodeNameOf(found); })
            interruptions = cluster.health().interruptions(nodeNameOf(found), cluster.now() - 10min);
    });
    return interruptions;
}

core::base::Duration ageOf(const ClusterView &cluster, const ObjectRef &machine)
{
    core::base::Duration age = core::base::Duration::max();
    cluster.withObject(machine, [&](const auto &found) {
        if (found.metadata.creationTimestamp)
            age = cluster.now() - *found.metadata.creationTimestamp;
    });
    return age;
}

} // namespace

std::vector<Shade> shadesOf(ColorBy colorBy, const Theme &theme, const QColor &base)
{
    const QColor plain = mixed(theme.color(Tone::Quiet), base, plainTile);
    const auto share = [&](const QColor &color, double strength) { return mixed(color, base, strength); };
    const QColor accent = theme.color(Tone::Accent);
    const QColor failed = theme.color(State::NotReady);
    switch (colorBy) {
    case ColorBy::State:
        return shadesOfStates(theme, base);
    case ColorBy::Interruptions:
        return {{plain, ShadeWords::tr("never")}, {share(failed, 0.4), ShadeWords::tr("once")},
            {share(failed, 0.7), ShadeWords::tr("twice")}, {failed, ShadeWords::tr("more often")}};
    case ColorBy::Age:
        break;
    }
    return {{share(accent, fullTile), ShadeWords::tr("< 1 min")},
        {share(accent, 0.6), ShadeWords::tr("< 10 min")}, {share(accent, 0.3), ShadeWords::tr("< 1 h")},
        {plain, ShadeWords::tr("older")}};
}

int shadeOf(ColorBy colorBy, const ClusterView &cluster, const ObjectRef &machine, State state)
{
    switch (colorBy) {
    case ColorBy::State:
        return static_cast<int>(state);
    case ColorBy::Interruptions:
        return std::min(interruptionsOf(cluster, machine), mostInterruptions);
    case ColorBy::Age:
        break;
    }
    return static_cast<int>(std::ranges::upper_bound(ages, ageOf(cluster, machine)) - ages.begin());
}

} // namespace ui
