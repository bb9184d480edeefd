// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/next.h"

#include "ui/format.h"
#include "ui/inspector/cards.h"
#include "ui/inspector/nextgroup.h"
#include "ui/inspector/richtext.h"
#include "ui/spoken.h"
#include "ui/timeline/foreseen.h"

#include <QCoreApplication>

#include <algorithm>

namespace ui {

using namespace core::api;
using namespace Qt::Literals::StringLiterals;
using core::engine::HealthCheckVerdicts;
using core::engine::MachineVerdict;

namespace {

struct NextWords {
    Q_DECLARE_TR_FUNCTIONS(ui::Next)
};

/// A machine with what the window knows around it.
struct Subject {
    ObjectRef machine;
    std::optional<ObjectRef> set;
    const Node *node = nullptr;
    std::string error;
    bool isDeleting = false;
    std::optional<Time> deletionAskedAt;
};

template<typename M>
void describe(Subject &subject, const ClusterView &cluster, const M &machine)
{
    subject.set = ClusterView::setOf(machine.metadata);
    subject.node = cluster.nodeOf(machine);
    subject.isDeleting = machine.isDeleting();
    subject.deletionAskedAt = machine.metadata.deletionTimestamp;
    if constexpr (std::is_same_v<M, Machine>)
        subject.error = machine.status.errorMessage;
}

std::optional<Subject> subjectOf(const ClusterView &cluster, const ObjectRef &object)
{
    const auto ref =
        object.kind == Kind::Node ? cluster.machineRefOf(object.key.name) : std::optional(object);
    if (!ref || !isMachine(ref->kind))
        return std::nullopt;
    Subject subject {.machine = *ref};
    if (const auto *machine = cluster.find<Machine>(ref->key); machine && ref->kind == Kind::Machine)
        describe(subject, cluster, *machine);
    else if (const auto *other = cluster.find<mcm::Machine>(ref->key); other && ref->kind == Kind::McmMachine)
        describe(subject, cluster, *other);
    else
        return std::nullopt;
    return subject;
}

std::optional<Time> unhealthySince(const Subject &subject)
{
    const NodeCondition *ready = subject.node ? subject.node->condition("Ready") : nullptr;
    return ready && ready->status != "True" ? ready->lastTransitionTime : std::nullopt;
}

State stateOfCard(const MachineVerdict &verdict)
{
    if (verdict.verdict == "Unhealthy" || verdict.verdict == "Pending")
        return State::NotReady;
    if (verdict.verdict == "Starting")
        return State::Provisioning;
    return verdict.verdict == "Deleting" ? State::Deleting : State::Ready;
}

/// Of a node that counts as well and is not heard of; empty where that is not known.
QString silenceCard(const ClusterView &cluster, const Theme &theme)
{
    const auto &silence = cluster.inspection().silence;
    if (!silence || cluster.isLost())
        return {};
    const Time now = cluster.now();
    const auto whole = silence->unknownAt - silence->lastSeen;
    QStringList lines {
        NextWords::tr("<b>Node %1 has given no sign of life for %2: it becomes Unknown %3.</b>")
            .arg(escaped(silence->node), ageText(now - silence->lastSeen), whenText(silence->unknownAt, now)),
        NextWords::tr("The last one came at %1, and it may be silent for %2. Until then it counts as Ready.")
            .arg(momentText(silence->lastSeen, now),
                durationText(std::chrono::round<std::chrono::seconds>(whole)))};
    for (const Saying &saying : silence->then)
        lines.append(localTimes(spoken(saying), now).toHtmlEscaped());
    const std::chrono::duration<double> waited = now - silence->lastSeen;
    return card(lines,
        bar(waited / std::chrono::duration<double>(whole), tint(cluster, theme, State::Unknown), theme),
        tint(cluster, theme, State::Unknown));
}

QString checkCard(const ClusterView &cluster, const Theme &theme, const Subject &subject,
    const HealthCheckVerdicts &check, const MachineVerdict &verdict)
{
    const auto kind = kindOf(check.check.resource->apiVersion(), check.check.resource->kind);
    const QString name = kind ? link({*kind, check.check.key}) : escaped(check.check.key.name);
    const QString deed = localTimes(spoken(outlookOf(check, verdict, cluster.now())), cluster.now());
    QStringList lines {NextWords::tr("<b>Health check %1 %2.</b>").arg(name, deed.toHtmlEscaped())};
    QString below;
    if (verdict.verdict == "Deleting") {
        lines.append(spoken(budgetOf(check)).toHtmlEscaped()); // the first line has given the reason
    } else if (!verdict.countsHealthy && !verdict.reason.text.empty()) {
        QString finding = localTimes(spoken(verdict.reason), cluster.now());
        finding[0] = finding[0].toUpper();
        lines.append(NextWords::tr("%1.").arg(finding.toHtmlEscaped()));
        lines.append(spoken(budgetOf(check)).toHtmlEscaped());
        const auto since = unhealthySince(subject);
        if (since && verdict.nextCheck && *verdict.nextCheck > *since) {
            const std::chrono::duration<double> waited = cluster.now() - *since;
            const std::chrono::duration<double> whole = *verdict.nextCheck - *since;
            below = bar(waited / whole, tint(cluster, theme, State::NotReady), theme);
        }
    }
    lines.removeAll(QString());
    return card(lines, below, tint(cluster, theme, stateOfCard(verdict)));
}

QString outlookCard(const ClusterView &cluster, const Theme &theme, const Subject &subject)
{
    const auto *outlook = cluster.outlook(subject.machine);
    const State state = cluster.stateOf(subject.machine);
    QString words = outlook ? localTimes(spoken(outlook->says), cluster.now()) : QString();
    if (words.isEmpty())
        words = state == State::Ready ? NextWords::tr("nothing: it is well") : wordOf(state);
    if (outlook && outlook->due)
        words.replace(u"{when}"_s, whenText(*outlook->due, cluster.now()));
    words[0] = words[0].toUpper();
    QStringList lines {u"<b>%1</b>"_s.arg(words.toHtmlEscaped())};
    if (subject.machine.kind == Kind::Machine && cluster.inspection().checks.empty())
        lines.append(NextWords::tr("No health check selects it: when its node fails, it stays.")
            + (cluster.isPast() ? QString() : u' ' + checkLink(NextWords::tr("Create one"))));
    return card(lines, {}, tint(cluster, theme, state));
}

/// A start that is under way; empty where nobody knows how long that takes, or it is over.
QString bootCard(const ClusterView &cluster, const Theme &theme, const Subject &subject)
{
    const auto *outlook = cluster.outlook(subject.machine);
    if (!outlook || outlook->course != core::engine::Outlook::Course::Boots)
        return {};
    std::optional<std::pair<Time, Time>> ready;
    cluster.withObject(
        subject.machine, [&](const auto &machine) { ready = readyBetween(cluster, machine.metadata); });
    const Time now = cluster.now();
    if (!ready || ready->second <= now)
        return {};
    const QString when = spanText(std::max(ready->first, now) - now, ready->second - now);
    return card({NextWords::tr("<b>It boots: Ready %1.</b>").arg(when)}, {},
        tint(cluster, theme, State::Provisioning));
}

/// What has led to it; empty when nothing has.
QString becauseHtml(const ClusterView &cluster, const Theme &theme, const Subject &subject)
{
    QString html;
    if (const QString words = subject.node ? notReadyWords(cluster, *subject.node) : QString();
        !words.isEmpty()) {
        const State state = ui::stateOf(*subject.node);
        html += markedLine(glyphOf(state), tint(cluster, theme, state), words);
    }
    if (const QString fault = subject.node ? faultWords(cluster, *subject.node) : QString(); !fault.isEmpty())
        html += markedLine(u"⚡"_s, tint(cluster, theme, Tone::Warning), fault);
    if (!subject.error.empty())
        html +=
            markedLine(glyphOf(State::Failed), tint(cluster, theme, State::Failed), escaped(subject.error));
    if (subject.deletionAskedAt) {
        html += markedLine(glyphOf(State::Deleting), tint(cluster, theme, State::Deleting),
            NextWords::tr("Its deletion was asked for at %1")
                .arg(momentText(*subject.deletionAskedAt, cluster.now())));
    }
    if (!html.isEmpty() && subject.set) {
        cluster.withObject(*subject.set, [&]<typename Set>(const Set &set) {
            if constexpr (requires { set.wantedReplicas(); }) {
                html += markedLine(glyphOf(State::Ready), tint(cluster, theme, State::Ready),
                    NextWords::tr("Set %1 wants %L2, has %L3")
                        .arg(link(*subject.set))
                        .arg(set.wantedReplicas())
                        .arg(cluster.tally(*subject.set).total()));
            }
        });
    }
    return html;
}

bool willReplace(const HealthCheckVerdicts &check, const MachineVerdict &verdict)
{
    using core::engine::Fate;
    const Fate fate = core::engine::fateOf(check, verdict);
    const bool hasTime = fate.when == Fate::When::Now
        || (fate.when == Fate::When::AtNextCheck && verdict.nextCheck.has_value());
    return fate.hold == Fate::Hold::None && verdict.remedy == "Replace" && hasTime;
}

QString comesBackHtml(const ClusterView &cluster, const Theme &theme, const Subject &subject, Time comesBack)
{
    const auto since = unhealthySince(subject);
    const QString ready = since
        ? NextWords::tr("Ready again after %1")
              .arg(durationText(std::chrono::round<std::chrono::seconds>(comesBack - *since)))
        : NextWords::tr("Ready again");
    return forecastHtml(
        {{whenText(comesBack, cluster.now()), State::Ready, glyphOf(State::Ready), ready}}, theme);
}

QString replacementHtml(const ClusterView &cluster, const Theme &theme, const Subject &subject)
{
    const auto &checks = cluster.inspection().checks;
    std::optional<Time> comesBack;
    std::optional<Time> acts; // of several checks the one that is first
    const auto earlier = [](std::optional<Time> &known, Time time) {
        known = std::min(known.value_or(time), time);
    };
    for (const HealthCheckVerdicts &check : checks) {
        if (check.machines.empty())
            continue;
        const MachineVerdict &verdict = check.machines.front();
        if (verdict.comesBack)
            earlier(comesBack, *verdict.comesBack);
        else if (willReplace(check, verdict))
            earlier(acts, std::max(verdict.nextCheck.value_or(cluster.now()), cluster.now()));
    }
    if (comesBack && (!acts || *comesBack < *acts))
        return comesBackHtml(cluster, theme, subject, *comesBack);
    if (!acts || !subject.set)
        return {};
    const Time due = *acts;
    const QString when = whenText(due, cluster.now());
    std::vector<ForecastRow> rows {
        {when, State::Deleting, glyphOf(State::Deleting), NextWords::tr("deleted")},
        {when, State::Provisioning, u"+"_s, NextWords::tr("replacement created")}};
    QString ready = NextWords::tr("Ready");
    QString readyWhen = NextWords::tr("then");
    if (const auto boots = bootsNow(cluster, {&*subject.set, 1})) {
        const auto left = due - cluster.now();
        readyWhen = spanText(left + boots->least, left + boots->most);
        if (const auto since = unhealthySince(subject))
            ready =
                NextWords::tr("Ready, recovery about %1")
                    .arg(durationText(std::chrono::round<std::chrono::seconds>(due + boots->usual - *since)));
    }
    rows.push_back({readyWhen, State::Ready, glyphOf(State::Ready), ready});
    return forecastHtml(rows, theme);
}

} // namespace

QString nextHtml(const ClusterView &cluster, const Theme &theme, const ObjectRef &object)
{
    if (isGroup(object.kind))
        return nextOfGroupHtml(cluster, theme, object);
    const auto subject = subjectOf(cluster, object);
    const QString silence = silenceCard(cluster, theme);
    if (!subject)
        return silence.isEmpty() ? QString() : nextHeading(cluster, theme) + silence;
    QString html = nextHeading(cluster, theme) + silence;
    const auto *outlook = cluster.outlook(subject->machine);
    const bool isRolledOut = outlook && outlook->course == core::engine::Outlook::Course::RolledOut;
    bool isTold = !silence.isEmpty();
    html += bootCard(cluster, theme, *subject);
    if (isRolledOut) {
        html += outlookCard(cluster, theme, *subject);
        isTold = true;
    }
    for (const HealthCheckVerdicts &check : cluster.inspection().checks) {
        for (const MachineVerdict &verdict : check.machines) {
            if (silence.isEmpty() || verdict.verdict != "Healthy") // it only does not know yet
                html += checkCard(cluster, theme, *subject, check, verdict);
            isTold = true;
        }
    }
    if (!isTold || subject->isDeleting)
        html += outlookCard(cluster, theme, *subject);
    if (const QString because = becauseHtml(cluster, theme, *subject); !because.isEmpty())
        html += heading(NextWords::tr("Because"), theme) + because;
    return cluster.isLost() || isRolledOut ? html : html + replacementHtml(cluster, theme, *subject);
}

} // namespace ui
