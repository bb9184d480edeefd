// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/why.h"

#include "core/timeline/text.h"
#include "ui/format.h"
#include "ui/inspector/cards.h"
#include "ui/inspector/next.h"
#include "ui/inspector/richtext.h"
#include "ui/spoken.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>

namespace ui {

using namespace core::api;
using namespace Qt::Literals::StringLiterals;
using core::engine::HealthCheckVerdicts;
using core::engine::MachineVerdict;
using core::runtime::Explanation;

namespace {

struct WhyWords {
    Q_DECLARE_TR_FUNCTIONS(ui::Why)
};

QString paragraph(const QString &html)
{
    return u"<p style=\"margin:6px 0\">%1</p>"_s.arg(html);
}

/// "looks again in 12 s", counting down with the lab's time.
QString nextCheckText(const ClusterView &cluster, const std::optional<Time> &nextCheck)
{
    if (!nextCheck)
        return WhyWords::tr("looks again when something changes");
    const auto left = *nextCheck - cluster.now();
    return left > left.zero() ? WhyWords::tr("looks again in %1").arg(ageText(left))
                              : WhyWords::tr("looks again now");
}

template<typename Said>
QString sentenceHtml(const ClusterView &cluster, const Said &said)
{
    return localTimes(withFaultText(spoken(said), said, cluster.now()), cluster.now()).toHtmlEscaped();
}

QString factsText(const ClusterView &cluster, const Reason &reason)
{
    QStringList facts {text(reason.code)};
    for (const auto &[name, value] : reason.facts())
        facts.append(text(name) + u" = "_s + localTimes(text(value), cluster.now()));
    return facts.join(u" · "_s).toHtmlEscaped();
}

QString explanationHtml(const ClusterView &cluster, const Theme &theme, const Explanation &explanation)
{
    const bool isOfAnother = explanation.key != cluster.inspection().object.key;
    const QString about =
        isOfAnother ? WhyWords::tr(" about %1").arg(escaped(explanation.key.name)) : QString();
    QString html = u"<b>%1</b>%2 &nbsp;%3"_s.arg(escaped(explanation.controller), about,
        colored(WhyWords::tr("at %1 · %2")
                    .arg(clockText(explanation.decidedAt), nextCheckText(cluster, explanation.nextCheck)),
            theme.color(Tone::Quiet)));
    for (const Reason &reason : explanation.reasons) {
        html += u"<br>"_s + sentenceHtml(cluster, reason) + u"<br>"_s
            + colored(factsText(cluster, reason), theme.color(Tone::Quiet));
    }
    if (!explanation.lastError.empty()) {
        const QString failed = WhyWords::tr("Failures in a row: %1. ").arg(explanation.failures);
        html += u"<br>"_s
            + colored(
                failed.toHtmlEscaped() + escaped(explanation.lastError), tint(cluster, theme, Tone::Problem));
    }
    return paragraph(html);
}

State stateOfVerdict(const MachineVerdict &verdict)
{
    if (verdict.verdict == "Unhealthy")
        return State::NotReady;
    if (verdict.verdict == "Pending")
        return State::Unknown;
    if (verdict.verdict == "Starting")
        return State::Provisioning;
    return verdict.verdict == "Deleting" ? State::Deleting : State::Ready;
}

QString verdictHtml(const ClusterView &cluster, const Theme &theme, const MachineVerdict &verdict)
{
    const State state = stateOfVerdict(verdict);
    QString html = u"%1 %2 <b>%3</b> &nbsp;"_s.arg(colored(glyphOf(state), tint(cluster, theme, state)),
        link({Kind::Machine, verdict.machine}), escaped(verdict.verdict));
    if (verdict.nextCheck)
        html += colored(nextCheckText(cluster, verdict.nextCheck), theme.color(Tone::Quiet));
    return paragraph(
        html + u"<br>"_s + colored(sentenceHtml(cluster, verdict.reason), theme.color(Tone::Quiet)));
}

QString healthyHtml(const ClusterView &cluster, const Theme &theme, std::ptrdiff_t machines)
{
    return paragraph(u"%1 %2"_s.arg(colored(glyphOf(State::Ready), tint(cluster, theme, State::Ready)),
        WhyWords::tr("%Ln machines count as healthy", nullptr, static_cast<int>(machines))));
}

QString verdictsHtml(const ClusterView &cluster, const Theme &theme, const HealthCheckVerdicts &check)
{
    // The ones in trouble first, and of many that are well only how many they are.
    constexpr std::ptrdiff_t most = 200;
    constexpr std::ptrdiff_t mostHealthy = 5;
    std::vector<const MachineVerdict *> verdicts;
    for (const MachineVerdict &verdict : check.machines)
        verdicts.push_back(&verdict);
    const auto healthy = std::ranges::stable_partition(
        verdicts, [](const MachineVerdict *verdict) { return !verdict->countsHealthy; });
    const std::ptrdiff_t unhealthy = std::ssize(verdicts) - std::ssize(healthy);
    const bool namesHealthy = std::ssize(healthy) <= mostHealthy;
    QString html;
    for (const MachineVerdict *verdict :
        std::span(verdicts).first(static_cast<std::size_t>(std::min(most, unhealthy))))
        html += verdictHtml(cluster, theme, *verdict);
    if (unhealthy > most)
        html += paragraph(WhyWords::tr("… and %1 more").arg(countText(unhealthy - most)));
    if (!namesHealthy)
        return html + healthyHtml(cluster, theme, std::ssize(healthy));
    for (const MachineVerdict *verdict : healthy)
        html += verdictHtml(cluster, theme, *verdict);
    return html;
}

/// It keeps house, as in any cluster.
bool isStandIn(const ClusterView &cluster, const std::string &controller)
{
    const auto &all = cluster.status().controllers;
    const auto found = std::ranges::find(all, controller, &core::engine::ControllerState::name);
    return found == all.end() || found->group == core::engine::ControllerGroup::ControlPlane;
}

/// One line for what the controllers said, and below it what that is while it is unfolded.
QString foldedHtml(const QString &said, int count, bool unfolded)
{
    return paragraph(u"<a href=\"%1\" style=\"text-decoration:none\">%2 %3</a>"_s.arg(foldLink,
               unfolded ? u"▾"_s : u"▸"_s, WhyWords::tr("What controllers last said (%1)").arg(count)))
        + (unfolded ? said : QString());
}

/// What the controllers said. Below what happens next only what went wrong is not folded away; where nothing
/// is foretold, the stand-ins' words are, if there are others.
QString explanationsHtml(const ClusterView &cluster, const Theme &theme, bool folds, bool unfolded)
{
    const auto &all = cluster.inspection().explanations;
    const auto isAside = [&](const Explanation &explanation) {
        return explanation.lastError.empty() && (folds || isStandIn(cluster, explanation.controller));
    };
    const bool foldsAny = folds || !std::ranges::all_of(all, isAside);
    QString html;
    QString rest;
    int restCount = 0;
    for (const Explanation &explanation : all) {
        const bool folded = foldsAny && isAside(explanation);
        (folded ? rest : html) += explanationHtml(cluster, theme, explanation);
        restCount += static_cast<int>(folded);
    }
    return restCount > 0 ? html + foldedHtml(rest, restCount, unfolded) : html;
}

/// What is kept of a decision does not tell the kind of its object, and several kinds may share a name.
bool mayDecideAbout(Kind kind, std::string_view controller)
{
    constexpr std::pair<std::string_view, Kind> deciders[] {{"machine", Kind::Machine},
        {"machineset", Kind::MachineSet}, {"machinedeployment", Kind::MachineDeployment},
        {"healthcheck", Kind::HealthCheck}, {"healthcheck-v1alpha1", Kind::HealthCheckV1alpha1},
        {"mcm-machine", Kind::McmMachine}, {"mcm-machineset", Kind::McmMachineSet},
        {"mcm-machinedeployment", Kind::McmMachineDeployment}, {"mcm-machineclass", Kind::McmMachineClass}};
    const auto decider = std::ranges::find(deciders, controller, &std::pair<std::string_view, Kind>::first);
    if (decider != std::end(deciders))
        return decider->second == kind;
    const auto family = familyOf(kind);
    return !family || (*family == Family::Mcm) == controller.starts_with("mcm-");
}

} // namespace

QString decisionsHtml(const ClusterView &cluster, const Theme &theme, const ObjectRef &object, bool unfolded)
{
    std::map<std::string, const core::timeline::Fact *> latest; // by controller
    for (const auto &fact : cluster.health().facts()) {
        const bool isMeant = fact.kind == core::timeline::FactKind::Decision && fact.object == object.key
            && mayDecideAbout(object.kind, fact.controller) && fact.arrivalTime <= cluster.now();
        if (isMeant)
            latest[fact.controller] = &fact;
    }
    QString decisions;
    for (const auto &[controller, fact] : latest) {
        decisions += paragraph(u"<b>%1</b> &nbsp;%2<br>%3<br>%4"_s.arg(escaped(controller),
            colored(WhyWords::tr("at %1").arg(clockText(fact->arrivalTime)), theme.color(Tone::Quiet)),
            sentenceHtml(cluster, core::timeline::sayingOf(*fact)),
            colored(escaped(fact->to), theme.color(Tone::Quiet))));
    }
    if (decisions.isEmpty())
        decisions =
            colored(WhyWords::tr("No decision about it is kept of that time."), theme.color(Tone::Quiet));
    const bool isForetold = cluster.inspection().object == resourceRef(object);
    const QString next = isForetold ? nextHtml(cluster, theme, object) : QString();
    if (next.isEmpty() || latest.empty())
        return next + decisions;
    return next + foldedHtml(decisions, static_cast<int>(latest.size()), unfolded);
}

QString whyHtml(const ClusterView &cluster, const Theme &theme, const ObjectRef &object, bool unfolded)
{
    const auto &inspection = cluster.inspection();
    if (inspection.object != resourceRef(object))
        return colored(WhyWords::tr("Asking the controllers …"), theme.color(Tone::Quiet));
    const QString next = nextHtml(cluster, theme, object);
    QString html = next;
    if (cluster.verdicts().check == inspection.object && cluster.verdicts().exists)
        html += verdictsHtml(cluster, theme, cluster.verdicts());
    html += explanationsHtml(cluster, theme, !next.isEmpty(), unfolded);
    return html.isEmpty()
        ? colored(WhyWords::tr("No controller that runs here decides about this object, or none "
                               "has looked at it yet."),
            theme.color(Tone::Quiet))
        : html;
}

} // namespace ui
