// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/changeorders.h"

#include "core/api/codec.h"
#include "core/api/mergepatch.h"
#include "core/api/yaml.h"
#include "ui/dialogs/objectdocument.h"
#include "ui/format.h"
#include "ui/kubectlline.h"
#include "ui/spoken.h"

#include <memory>

namespace ui {

using namespace core::engine;
using namespace Qt::Literals::StringLiterals;

namespace {

std::optional<core::api::Json> configOf(const ClusterView &cluster, const ObjectRef &object)
{
    std::optional<core::api::Json> config;
    cluster.withObject(object, [&](const auto &found) {
        if constexpr (requires { found.spec.template_.spec.providerSpec; })
            config = core::api::Json(found.spec.template_.spec.providerSpec.value);
    });
    return config;
}

std::string versionOf(const ClusterView &cluster, const ObjectRef &object)
{
    std::string version;
    cluster.withObject(object, [&](const auto &found) { version = found.metadata.resourceVersion; });
    return version;
}

/// What of the object lies where the patch changes something.
core::api::Json patchedPart(const core::api::Json &object, const core::api::Json &patch)
{
    if (!object.is_object() || !patch.is_object())
        return object;
    core::api::JsonObject part;
    for (const auto &[name, value] : patch.get_object()) {
        if (const core::api::Json *member = object.get_object().if_contains(name))
            part[name] = patchedPart(*member, value);
    }
    return part;
}

/// What an edit made of an object, and whether that still holds, as far as the window knows the object.
class EditedObject
{
public:
    EditedObject(const ObjectRef &object, core::api::Json patch) : m_object(object), m_patch(std::move(patch))
    {
    }

    void setMade(core::api::JsonPtr made) { m_made = std::move(made); }
    const core::api::JsonPtr &made() const { return m_made; } ///< null until it is answered

    bool holds(const ClusterView &cluster)
    {
        if (!m_made)
            return false;
        std::shared_ptr<const void> present;
        cluster.withObject(
            m_object, [&]<typename T>(const T &) { present = cluster.all<T>().at(m_object.key); });
        if (present != m_seen) {
            m_seen = present;
            m_held = isAsMade(cluster);
        }
        return m_held;
    }

private:
    bool isAsMade(const ClusterView &cluster) const
    {
        bool isSo = false;
        cluster.withObject(m_object, [&]<typename T>(const T &found) {
            const auto made = core::api::decode<T>(*m_made, m_made);
            isSo = made && made->metadata.uid == found.metadata.uid
                && core::api::equal(editedPart(found), editedPart(*made));
        });
        return isSo;
    }
    template<typename T>
    core::api::Json editedPart(const T &object) const
    {
        return patchedPart(editableForm(core::api::encode(object)), m_patch);
    }

    const ObjectRef m_object;
    const core::api::Json m_patch;
    core::api::JsonPtr m_made;
    std::shared_ptr<const void> m_seen; ///< the version looked at last; null: it was not there
    bool m_held = false; ///< in that version
};

} // namespace

QString scalingTopic(const ObjectRef &target)
{
    return u"scale "_s + nameOf(target);
}

void ChangeOrders::scale(const std::vector<ObjectRef> &targets, std::int64_t replicas)
{
    if (refusesAsTooMany(replicas))
        return;
    const auto scalings = scalingsTo(targets, replicas);
    scaleOrAsk(scalings, scalingAll(scalings, replicas));
}

void ChangeOrders::scaleAsSeen(const std::vector<ObjectRef> &targets, std::int64_t replicas)
{
    if (refusesAsTooMany(replicas))
        return;
    const auto scalings = scalingsTo(targets, replicas);
    sendScalings(scalings, scalingAll(scalings, replicas));
}

QString ChangeOrders::whyTooMany(std::int64_t replicas) const
{
    const int limit = replicasLimit(m_cluster);
    if (replicas <= limit)
        return {};
    return (limit < mostReplicas ? tr("At most %L1 machines fit into this lab (see --max-machines).")
                                 : tr("The window asks for at most %L1 machines."))
        .arg(limit);
}

bool ChangeOrders::refusesAsTooMany(std::int64_t replicas)
{
    const QString why = whyTooMany(replicas);
    if (!why.isEmpty())
        emit noticed({.level = Notice::Level::Problem,
            .text = tr("Not scaled to %1: %2").arg(countText(replicas), why),
            .seconds = 0,
            .topic = u"too many"_s});
    return !why.isEmpty();
}

/// Those that it changes.
std::vector<Scaling> ChangeOrders::scalingsTo(
    const std::vector<ObjectRef> &targets, std::int64_t replicas) const
{
    std::vector<Scaling> scalings;
    for (const ObjectRef &target : targets) {
        if (const auto present = wantedReplicas(m_cluster, target); present && *present != replicas)
            scalings.push_back({target, *present, replicas});
    }
    return scalings;
}

ChangeOrders::Batch ChangeOrders::scalingAll(const std::vector<Scaling> &scalings, std::int64_t replicas)
{
    return {.words =
                [replicas](int done) {
                    return tr("Scaled %n sets or deployments to %1", nullptr, done).arg(countText(replicas));
                },
        .undoText = tr("Scale all back"),
        .undo =
            [this, scalings] {
                std::vector<Scaling> back;
                for (const Scaling &scaling : scalings)
                    back.push_back({scaling.target, scaling.wanted, scaling.before});
                scaleOrAsk(back, {.words = [](int done) {
                    return tr("Scaled %n sets or deployments back", nullptr, done);
                }});
            },
        .kubectl = kubectlLines(scalings)};
}

QString ChangeOrders::kubectlLines(const std::vector<Scaling> &scalings) const
{
    QStringList lines;
    for (const Scaling &scaling : scalings)
        lines.append(kubectlLine(m_cluster.kubectl(), scaling.command()));
    return lines.join(u'\n');
}

void ChangeOrders::scaleOrAsk(const std::vector<Scaling> &scalings, const Batch &batch)
{
    if (scalings.empty() || !asksFirst(scalings.front().command()))
        return sendScalings(scalings, batch);
    std::vector<std::optional<std::int64_t>> seen;
    for (const Scaling &scaling : scalings)
        seen.push_back(wantedReplicas(m_cluster, scaling.target));
    emit scalingAsked(scalings, [this, scalings, batch, seen] {
        for (std::size_t i = 0; i < scalings.size(); ++i) {
            if (isOvertaken(scalings[i], seen[i]))
                return void(emit noticed({.level = Notice::Level::Problem,
                    .text = tr("Not scaled: %1 was scaled elsewhere, or is gone, since you were asked.")
                                .arg(nameOf(scalings[i].target)),
                    .seconds = 0}));
        }
        sendScalings(scalings, batch);
    });
}

/// The watch may have been behind what was asked about, and may have caught up with it since.
bool ChangeOrders::isOvertaken(const Scaling &scaling, std::optional<std::int64_t> seen) const
{
    const auto present = wantedReplicas(m_cluster, scaling.target);
    return present != seen && present != scaling.before;
}

void ChangeOrders::sendScalings(const std::vector<Scaling> &scalings, const Batch &batch)
{
    std::vector<Order> orders;
    for (const Scaling &each : scalings)
        orders.push_back(scaling(each));
    sendTogether(std::move(orders), batch);
}

ChangeOrders::Order ChangeOrders::scaling(const Scaling &scaling)
{
    const ObjectRef &target = scaling.target;
    const std::int64_t replicas = scaling.wanted;
    return {.command = scaling.command(),
        .subjects = {target},
        .doing = tr("scale %1 to %2").arg(text(target.key.name), countText(replicas)),
        .change = countText(scaling.before) + u" → "_s + countText(replicas),
        .column = u"desired"_s,
        .pending = countText(replicas),
        .confirmed =
            [replicas](const ClusterView &cluster, const ObjectRef &set) {
                return wantedReplicas(cluster, set).value_or(replicas) == replicas;
            },
        .undoText = tr("Scale back to %1").arg(countText(scaling.before)),
        // Also while the cluster has not told yet that it was scaled.
        .undo =
            [this, scaling] {
                scaleOrAsk({{scaling.target, scaling.wanted, scaling.before}}, {});
            },
        .topic = scalingTopic(target),
        .isDone = [target, replicas](
                      const ClusterView &cluster) { return wantedReplicas(cluster, target) == replicas; }};
}

void ChangeOrders::tryScaling(const Scaling &scaling, Answer then)
{
    const core::api::JsonObject spec {{"replicas", scaling.wanted}};
    ask({EditObject {resourceRef(scaling.target), core::api::JsonObject {{"spec", spec}}, true, "scale"},
            tr("scale %1 to %2").arg(text(scaling.target.key.name), countText(scaling.wanted))},
        std::move(then));
}

/// While the connection is lost, or the cluster is locked, sending says what there is to say.
bool ChangeOrders::asksFirst(const Command &command) const
{
    return m_cluster.status().mode != Mode::Lab && !isOld() && !isRefused(command);
}

void ChangeOrders::changeOrAsk(const QString &title, const QString &what, const std::vector<Change> &changes,
    const std::function<void()> &doIt)
{
    if (changes.empty() || !asksFirst(changes.front().command))
        return doIt();
    const Status &status = m_cluster.status();
    emit changesAsked(
        {.title = title,
            .text = tr("%1 in the cluster %2 (%3)?").arg(what, text(status.contextName), text(status.server)),
            .details = {},
            .accept = title},
        changes, doIt);
}

void ChangeOrders::setPaused(const std::vector<ObjectRef> &deployments, bool paused)
{
    const core::api::Json patch =
        core::api::JsonObject {{"spec", core::api::JsonObject {{"paused", paused}}}};
    std::vector<Change> changes;
    for (const ObjectRef &deployment : deployments)
        changes.push_back(
            {deployment, patch, {paused ? u"spec.paused: false → true"_s : u"spec.paused: true → false"_s},
                SetPaused {resourceRef(deployment), paused}});
    const int count = static_cast<int>(deployments.size());
    const QString which = count == 1 ? nameOf(deployments.front()) : tr("%n deployments", nullptr, count);
    changeOrAsk(paused ? tr("Pause") : tr("Resume"), (paused ? tr("Pause %1") : tr("Resume %1")).arg(which),
        changes, [this, deployments, paused] { sendPauses(deployments, paused); });
}

void ChangeOrders::sendPauses(const std::vector<ObjectRef> &deployments, bool paused)
{
    std::vector<Order> orders;
    for (const ObjectRef &deployment : deployments)
        orders.push_back(pausing(deployment, paused));
    sendTogether(std::move(orders),
        {.words =
                [paused](int done) {
                    return paused ? tr("Paused %n deployments", nullptr, done)
                                  : tr("Resumed %n deployments", nullptr, done);
                },
            .undoText = paused ? tr("Resume") : tr("Pause"),
            .undo = [this, deployments, paused] { setPaused(deployments, !paused); }});
}

ChangeOrders::Order ChangeOrders::pausing(const ObjectRef &deployment, bool paused)
{
    return {.command = SetPaused {resourceRef(deployment), paused},
        .subjects = {deployment},
        .doing = (paused ? tr("pause %1") : tr("resume %1")).arg(text(deployment.key.name)),
        .column = u"progress"_s,
        .pending = paused ? tr("pausing") : tr("resuming"),
        .confirmed =
            [paused](const ClusterView &cluster, const ObjectRef &subject) {
                return isPaused(cluster, subject).value_or(paused) == paused;
            },
        .undoText = paused ? tr("Resume") : tr("Pause"),
        .undo = [this, deployment, paused] { setPaused({deployment}, !paused); },
        .topic = u"pause "_s + nameOf(deployment),
        .isDone = [deployment, paused](
                      const ClusterView &cluster) { return isPaused(cluster, deployment) == paused; }};
}

quint64 ChangeOrders::setProviderConfig(
    const ObjectRef &target, const core::api::Json &config, const std::string &resourceVersion)
{
    const auto before = configOf(m_cluster, target);
    const auto holds = [target, config](const ClusterView &cluster) {
        const auto present = configOf(cluster, target);
        return present && core::api::equal(*present, config);
    };
    return send({.command = SetProviderConfig {resourceRef(target), config, resourceVersion},
        .subjects = {target},
        .doing = tr("change the provider config of %1").arg(text(target.key.name)),
        .undoText = tr("Undo"),
        .undo = before && before->is_object() ? [this, target, before] { undoConfig(target, *before); }
                                              : std::function<void()>(),
        .isDone = holds,
        .undoIsQuiet = true});
}

void ChangeOrders::undoConfig(const ObjectRef &target, const core::api::Json &before)
{
    const core::api::Json present = configOf(m_cluster, target).value_or(core::api::Json());
    const core::api::Json patch = configPatch(core::api::mergePatchBetween(present, before));
    const SetProviderConfig command {resourceRef(target), before, versionOf(m_cluster, target)};
    changeOrAsk(tr("Undo"), tr("Undo the change of the provider config of %1").arg(nameOf(target)),
        {{target, patch, changedFields(present, before), command}},
        [this, target, command] { setProviderConfig(target, command.config, command.resourceVersion); });
}

void ChangeOrders::read(const ObjectRef &object, Answer then)
{
    ask({ReadObject {resourceRef(object)}, tr("read %1").arg(nameOf(object))}, std::move(then));
}

void ChangeOrders::edit(const ObjectRef &object, const core::api::Json &patch, bool onTrial, Answer then,
    const core::api::Json &before)
{
    if (!onTrial && !before.is_null())
        return editAndTell(object, patch, tr("Changed %1").arg(nameOf(object)), std::move(then), before);
    ask({EditObject {resourceRef(object), patch, onTrial}, tr("change %1").arg(nameOf(object))},
        std::move(then));
}

void ChangeOrders::editAndTell(const ObjectRef &object, const core::api::Json &patch, const QString &done,
    Answer then, const core::api::Json &before)
{
    const auto edited = std::make_shared<EditedObject>(object, patch);
    const auto undo = [this, object, before, edited] {
        if (edited->made())
            undoEdit(object, before, *edited->made());
    };
    const auto holds = [edited](const ClusterView &cluster) { return edited->holds(cluster); };
    const Deed deed {EditObject {resourceRef(object), patch}, tr("change %1").arg(nameOf(object)), tr("Undo"),
        undo, holds};
    ask(deed,
        [this, edited, deed, object, done, then = std::move(then)](
            const core::engine::CommandResult<core::api::Answered> &result) {
            if (result) {
                edited->setMade(result->object);
                tellDone(deed, {.text = done, .topic = u"change "_s + nameOf(object)});
            }
            then(result);
        });
}

void ChangeOrders::undoEdit(
    const ObjectRef &object, const core::api::Json &before, const core::api::Json &after)
{
    read(object, [this, object, before, after](const core::engine::CommandResult<core::api::Answered> &live) {
        if (live)
            return sendBack(object, before, after, *live->object);
        emit noticed({.level = Notice::Level::Problem,
            .text = tr("Could not undo the change of %1: %2").arg(nameOf(object), spoken(live.error().says)),
            .seconds = 0});
    });
}

void ChangeOrders::sendBack(const ObjectRef &object, const core::api::Json &before,
    const core::api::Json &after, const core::api::Json &live)
{
    const auto refuse = [this, object](const QString &why) {
        emit noticed({.level = Notice::Level::Problem,
            .text = tr("Could not undo the change of %1: %2").arg(nameOf(object), why),
            .seconds = 0});
    };
    ObjectDocument document;
    document.load(after);
    document.setYaml(core::api::writeYaml(editableForm(before)));
    if (!document.isOf(live))
        return refuse(tr("another object of that name has come"));
    if (const auto clashes = document.clashesWith(live); !clashes.empty())
        return refuse(tr("%1 was changed since").arg(text(clashes.front().field)));
    document.meet(live);
    const QString done = tr("%1 is as it was before the change.").arg(nameOf(object));
    const auto told = [refuse](const core::engine::CommandResult<core::api::Answered> &result) {
        if (!result)
            refuse(spoken(result.error().says));
    };
    const core::api::Json patch = document.patch();
    core::api::Json then = live;
    core::api::applyMergePatch(then, patch);
    changeOrAsk(tr("Undo"), tr("Undo the change of %1").arg(nameOf(object)),
        {{object, patch, changedFields(editableForm(live), editableForm(then)),
            EditObject {resourceRef(object), patch}}},
        [this, object, patch, done, told, live] { editAndTell(object, patch, done, told, live); });
}

} // namespace ui
