// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/nextgroup.h"

#include "ui/format.h"
#include "ui/inspector/cards.h"
#include "ui/inspector/hand.h"
#include "ui/inspector/nextrollout.h"
#include "ui/inspector/richtext.h"
#include "ui/spoken.h"
#include "ui/timeline/foreseen.h"

#include <QCoreApplication>

#include <algorithm>

namespace ui {

using namespace core::api;
using namespace Qt::Literals::StringLiterals;
using core::engine::HealthCheckVerdicts;
using core::engine::Outlook;
using Course = core::engine::Outlook::Course;

namespace {

constexpr int mostNamed = 3;
constexpr std::ptrdiff_t mostGroupLines = 4;

struct GroupWords {
    Q_DECLARE_TR_FUNCTIONS(ui::Next)
};

struct Group {
    ObjectRef object;
    std::vector<ObjectRef> sets; ///< of a deployment the newest revision first
    std::vector<Outlook> unwell; ///< of its machines; what happens first comes first
};

using Unwell = std::span<const Outlook>;

int counted(std::int64_t number)
{
    return static_cast<int>(number);
}

ObjectRef refOf(const Outlook &outlook)
{
    const ResourceRef &machine = outlook.machine;
    return {
        kindOf(machine.resource->apiVersion(), machine.resource->kind).value_or(Kind::Machine), machine.key};
}

bool isThere(const ClusterView &cluster, const ObjectRef &object)
{
    bool found = false;
    cluster.withObject(object, [&](const auto &) { found = true; });
    return found;
}

std::optional<ObjectRef> setOfMachine(const ClusterView &cluster, const ObjectRef &machine)
{
    std::optional<ObjectRef> set;
    cluster.withObject(machine, [&](const auto &found) { set = ClusterView::setOf(found.metadata); });
    return set;
}

bool comesBefore(const Outlook &one, const Outlook &other)
{
    constexpr Course order[] {Course::Replaced, Course::Queued, Course::RolledOut, Course::Unforeseen,
        Course::Stays, Course::Boots, Course::Leaves};
    const auto rank = [&](const Outlook &outlook) {
        return std::tuple(std::ranges::find(order, outlook.course) - order, outlook.due.value_or(Time()),
            std::string_view(outlook.says.text), std::string_view(outlook.machine.key.name));
    };
    return rank(one) < rank(other);
}

void addChecked(Group &group, const ClusterView &cluster, const HealthCheckVerdicts &check)
{
    for (const auto &verdict : check.machines) {
        if (verdict.verdict == "Healthy")
            continue;
        group.unwell.push_back(outlookFor(check, verdict));
        const auto set = setOfMachine(cluster, refOf(group.unwell.back()));
        if (set && std::ranges::find(group.sets, *set) == group.sets.end())
            group.sets.push_back(*set);
    }
}

Group groupOf(const ClusterView &cluster, const ObjectRef &object)
{
    Group group {object, {}, {}};
    if (isSet(object.kind))
        group.sets = {object};
    else if (isDeployment(object.kind))
        group.sets = cluster.setsOf(object);
    if (isHealthCheck(object.kind))
        addChecked(group, cluster, cluster.verdicts());
    else
        group.unwell = cluster.outlooksIn(group.sets);
    std::ranges::sort(group.unwell, comesBefore);
    return group;
}

/// Together in one line.
bool areAlike(const Outlook &one, const Outlook &other)
{
    const bool needsNoWords = one.course == Course::Boots || one.course == Course::Leaves;
    return one.course == other.course && (needsNoWords || one.says.text == other.says.text);
}

QString wordsOf(const ClusterView &cluster, const Outlook &outlook)
{
    QString words = localTimes(spoken(outlook.says), cluster.now());
    if (outlook.due)
        words.replace(u"{when}"_s, whenText(*outlook.due, cluster.now()));
    return words.toHtmlEscaped();
}

QString lineOf(const ClusterView &cluster, Unwell alike)
{
    const Outlook &first = alike.front();
    const int count = counted(std::ssize(alike));
    if (count == 1)
        return u"%1: %2"_s.arg(link(refOf(first)), wordsOf(cluster, first));
    if (first.course == Course::Boots)
        return GroupWords::tr("%n machines boot", nullptr, count);
    if (first.course == Course::Leaves)
        return GroupWords::tr("%n machines are being deleted", nullptr, count);
    const bool isSentence = refOf(first).kind != Kind::Machine; // what the other family's controller said
    if (first.course == Course::Stays && !isSentence)
        return GroupWords::tr("Each of %n machines %1", nullptr, count).arg(wordsOf(cluster, first));
    QString line = GroupWords::tr("%n machines: %1", nullptr, count).arg(wordsOf(cluster, first));
    const auto &last = alike.back().due;
    if (last && first.due != last)
        line += GroupWords::tr(", the last %1").arg(whenText(*last, cluster.now()));
    return line;
}

QStringList linesOf(const ClusterView &cluster, Unwell unwell)
{
    QStringList lines;
    for (auto begin = unwell.begin(); begin != unwell.end();) {
        const auto end =
            std::find_if(begin, unwell.end(), [&](const Outlook &other) { return !areAlike(*begin, other); });
        if (lines.size() == mostGroupLines - 1 && end != unwell.end()) {
            lines.append(GroupWords::tr("and of %n more machines", nullptr, counted(unwell.end() - begin)));
            break;
        }
        lines.append(lineOf(cluster, {begin, end}));
        begin = end;
    }
    return lines;
}

struct Size {
    bool isDeleting = false;
    std::int64_t wanted = 0;
    std::int64_t present = 0; ///< without those being deleted
    std::int64_t ready = 0;
};

Size sizeOf(const ClusterView &cluster, const ObjectRef &set)
{
    Size size;
    cluster.withObject(set, [&]<typename Set>(const Set &found) {
        if constexpr (requires { found.wantedReplicas(); })
            size = {found.metadata.isDeleting(), found.wantedReplicas()};
    });
    const SetTally tally = cluster.tally(set);
    size.present = tally.total() - tally.of(State::Deleting);
    size.ready = tally.of(State::Ready);
    return size;
}

/// What its controller does about the number of its machines; empty when that is right.
QString sizeLine(const ClusterView &cluster, const ObjectRef &set)
{
    const Size size = sizeOf(cluster, set);
    if (size.isDeleting)
        return GroupWords::tr("It is being deleted, and its machines with it.");
    const std::int64_t missing = size.wanted - size.present;
    if (missing == 0)
        return {};
    return byHand(missing > 0
            ? GroupWords::tr("%n missing machines are created", nullptr, counted(missing))
            : GroupWords::tr("%n machines too many are deleted", nullptr, counted(-missing)),
        cluster, set.kind);
}

std::optional<Rollout> rolloutIn(const ClusterView &cluster, const Group &group)
{
    return isDeployment(group.object.kind) && !group.sets.empty()
        ? std::optional(rolloutOf(cluster, group.object, group.sets))
        : std::nullopt;
}

/// The arithmetic of maxUnhealthy: "2 of 5 machines unhealthy, at most 2 may be. Replacements: 1 under …".
QString budgetLine(const HealthCheckVerdicts &check)
{
    if (!check.problem.empty())
        return GroupWords::tr("Judges nothing: %1.").arg(spoken(check.problem).toHtmlEscaped());
    QString words = GroupWords::tr("<b>%1</b> of %2 machines unhealthy")
                        .arg(countText(check.unhealthy()), countText(check.expected));
    if (check.maxUnhealthy)
        words += GroupWords::tr(", at most <b>%1</b> may be").arg(countText(*check.maxUnhealthy));
    if (check.paused)
        return words + GroupWords::tr(": paused, replaces none.");
    if (!check.allowed)
        return words + GroupWords::tr(": too many, replaces none.");
    if (check.maxUnhealthy == 0)
        return words + GroupWords::tr(": replaces none.");
    if (!check.isCarriedOut)
        return words + GroupWords::tr(": may replace, its controller does not run here.");
    return words
        + GroupWords::tr(". Replacements: %1 under way, %2 more may begin now.")
              .arg(countText(check.inFlight), countText(check.available));
}

QStringList budgetLines(const ClusterView &cluster, const Group &group)
{
    if (isHealthCheck(group.object.kind))
        return {budgetLine(cluster.verdicts())};
    QStringList lines;
    for (const HealthCheckVerdicts &check : cluster.inspection().checks) {
        const auto kind = kindOf(check.check.resource->apiVersion(), check.check.resource->kind);
        lines.append(GroupWords::tr("Health check %1: %2")
                         .arg(link(kind ? std::optional(ObjectRef {*kind, check.check.key}) : std::nullopt),
                             budgetLine(check)));
    }
    const bool hasMachines =
        std::ranges::any_of(group.sets, [&](const ObjectRef &set) { return cluster.tally(set).total() > 0; });
    if (lines.isEmpty() && hasMachines && familyOf(group.object.kind) == Family::MachineApi)
        lines.append(GroupWords::tr("No health check selects its machines: those whose node fails stay.")
            + (cluster.isPast() ? QString() : u' ' + checkLink(GroupWords::tr("Create one"))));
    return lines;
}

QString whenNothingHappens(const ClusterView &cluster, const Group &group)
{
    if (isHealthCheck(group.object.kind)) {
        const std::int64_t expected = cluster.verdicts().expected;
        return expected == 0
            ? GroupWords::tr("Nothing: it selects no machine.")
            : GroupWords::tr("Nothing: all %Ln machines are well.", nullptr, counted(expected));
    }
    Size all;
    for (const ObjectRef &set : group.sets) {
        const Size size = sizeOf(cluster, set);
        all.present += size.present;
        all.ready += size.ready;
    }
    if (all.present == 0)
        return GroupWords::tr("Nothing: it wants no machines.");
    return all.ready == all.present
        ? GroupWords::tr("Nothing: all %Ln machines are Ready.", nullptr, counted(all.present))
        : GroupWords::tr("%L1 of %L2 machines are Ready.").arg(all.ready).arg(all.present);
}

State stateOfLines(const Group &group, bool happens)
{
    const Course first = group.unwell.empty() ? Course::Unforeseen : group.unwell.front().course;
    switch (first) {
    case Course::Replaced:
    case Course::Queued:
    case Course::RolledOut:
    case Course::Stays:
        return State::NotReady;
    case Course::Leaves:
        return State::Deleting;
    case Course::Boots:
    case Course::Unforeseen:
        break;
    }
    return happens ? State::Provisioning : State::Ready;
}

QString groupCard(const ClusterView &cluster, const Theme &theme, const Group &group)
{
    QStringList lines;
    if (const auto rollout = rolloutIn(cluster, group))
        lines = rolloutLines(cluster, *rollout);
    if (!group.sets.empty() && !isHealthCheck(group.object.kind))
        lines.append(sizeLine(cluster, group.sets.front()));
    lines.append(linesOf(cluster, group.unwell));
    lines.removeAll(QString());
    const bool happens = !lines.isEmpty();
    if (!happens)
        lines.append(whenNothingHappens(cluster, group));
    lines.front() = u"<b>%1</b>"_s.arg(lines.front());
    lines.append(budgetLines(cluster, group));
    return card(lines, {}, tint(cluster, theme, stateOfLines(group, happens)));
}

/// The text has up to three of the machines that fail, each with what its node says; of a rollout when it
/// began.
QString causesHtml(const ClusterView &cluster, const Theme &theme, const Group &group)
{
    QString html;
    int failing = 0;
    for (const Outlook &outlook : group.unwell) {
        const ObjectRef machine = refOf(outlook);
        const State state = cluster.stateOf(machine);
        if (state != State::NotReady && state != State::Unknown && state != State::Failed)
            continue;
        if (++failing > mostNamed)
            continue;
        QStringList causes;
        cluster.withObject(machine, [&]<typename M>(const M &found) {
            if constexpr (requires { nodeNameOf(found); }) {
                if (const Node *node = cluster.nodeOf(found))
                    causes << notReadyWords(cluster, *node) << faultWords(cluster, *node);
            }
            if constexpr (std::is_same_v<M, Machine>)
                causes.append(escaped(found.status.errorMessage));
        });
        causes.removeAll(QString());
        html += markedLine(glyphOf(state), tint(cluster, theme, state),
            u"%1: %2"_s.arg(link(machine), causes.isEmpty() ? wordOf(state) : causes.join(u"; "_s)));
    }
    if (failing > mostNamed)
        html += markedLine(
            u"…"_s, theme.color(Tone::Quiet), GroupWords::tr("and %n more", nullptr, failing - mostNamed));
    const auto rollout = rolloutIn(cluster, group);
    return rollout ? html + rolloutCause(cluster, theme, *rollout) : html;
}

Time dueOf(const ClusterView &cluster, const Outlook &outlook)
{
    return std::max(outlook.due.value_or(cluster.now()), cluster.now());
}

void addReplacements(std::vector<ForecastRow> &rows, const ClusterView &cluster, Unwell replaced,
    const std::optional<Boots> &boots)
{
    const auto add = [&](Time due, const QString &words) {
        rows.push_back({whenText(due, cluster.now()), State::Deleting, glyphOf(State::Deleting), words});
    };
    const int all = counted(std::ssize(replaced));
    const int named = all <= mostNamed + 1 ? all : mostNamed;
    for (const Outlook &outlook : replaced.first(static_cast<std::size_t>(named)))
        add(dueOf(cluster, outlook), GroupWords::tr("%1 deleted and replaced").arg(link(refOf(outlook))));
    const Time last = dueOf(cluster, replaced.back());
    if (named < all)
        add(last, GroupWords::tr("the last of %n more deleted and replaced", nullptr, all - named));
    const auto left = last - cluster.now();
    rows.push_back({boots ? spanText(left + boots->least, left + boots->most) : GroupWords::tr("then"),
        State::Ready, glyphOf(State::Ready), GroupWords::tr("%n replacements Ready", nullptr, all)});
}

void addBooting(
    std::vector<ForecastRow> &rows, const ClusterView &cluster, Unwell booting, const Boots &boots)
{
    const auto zero = core::base::Duration::zero();
    auto least = boots.most;
    auto most = zero;
    for (const Outlook &outlook : booting) {
        cluster.withObject(refOf(outlook), [&](const auto &machine) {
            const core::base::Duration age =
                cluster.now() - machine.metadata.creationTimestamp.value_or(cluster.now());
            least = std::min(least, std::max(boots.least - age, zero));
            most = std::max(most, boots.most - age);
        });
    }
    if (most > zero)
        rows.push_back({spanText(least, most), State::Ready, glyphOf(State::Ready),
            GroupWords::tr("%n booting machines Ready", nullptr, counted(std::ssize(booting)))});
}

Unwell onCourse(const Group &group, Course course)
{
    const auto begin = std::ranges::find(group.unwell, course, &Outlook::course);
    const auto end = std::find_if(
        begin, group.unwell.end(), [&](const Outlook &outlook) { return outlook.course != course; });
    return {begin, end};
}

QString expectedHtml(const ClusterView &cluster, const Theme &theme, const Group &group)
{
    std::vector<ForecastRow> rows;
    const auto boots = bootsNow(cluster, group.sets);
    if (const Unwell booting = onCourse(group, Course::Boots); boots && !booting.empty())
        addBooting(rows, cluster, booting, *boots);
    if (const Unwell replaced = onCourse(group, Course::Replaced); !replaced.empty())
        addReplacements(rows, cluster, replaced, boots);
    const auto rollout = rolloutIn(cluster, group);
    if (rollout && boots && onCourse(group, Course::Stays).empty()) {
        if (auto end = rolloutEnd(cluster, *rollout, *boots))
            rows.push_back(*std::move(end));
    }
    return forecastHtml(rows, theme);
}

} // namespace

QString nextOfGroupHtml(const ClusterView &cluster, const Theme &theme, const ObjectRef &object)
{
    const bool isCheck = isHealthCheck(object.kind);
    const bool isJudged = cluster.verdicts().check == resourceRef(object) && cluster.verdicts().exists;
    if (isCheck ? !isJudged : !isThere(cluster, object))
        return {};
    const Group group = groupOf(cluster, object);
    QString html = nextHeading(cluster, theme) + groupCard(cluster, theme, group);
    const QString causes = isCheck ? QString() : causesHtml(cluster, theme, group);
    if (!causes.isEmpty())
        html += heading(GroupWords::tr("Because"), theme) + causes;
    return cluster.isLost() ? html : html + expectedHtml(cluster, theme, group);
}

} // namespace ui
