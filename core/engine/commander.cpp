// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/commander.h"

#include "core/api/providerconfig.h"
#include "core/api/recipe.h"
#include "core/api/yaml.h"
#include "core/base/overloaded.h"
#include "core/controllers/machine/machine.h"
#include "core/engine/sayings.h"

namespace core::engine {

namespace {

/// "MachineSet default/workers"
std::string textOf(const api::ResourceRef &ref)
{
    return ref.resource->kind + " " + ref.key.text();
}

std::string joined(const std::vector<std::string> &lines)
{
    std::string text;
    for (const std::string &line : lines)
        text += (text.empty() ? "" : "\n") + line;
    return text;
}

api::PatchObject faultPatch(const api::Node &node, const api::Json &value)
{
    api::JsonObject annotations;
    annotations.emplace(boost::json::string_view(api::keys::fault.data(), api::keys::fault.size()), value);
    api::JsonObject metadata {{"uid", node.metadata.uid}, {"annotations", std::move(annotations)}};
    return {api::refTo(node), {}, api::JsonObject {{"metadata", std::move(metadata)}}};
}

api::JsonPtr withoutManagedFields(const api::JsonPtr &object)
{
    if (!api::find(*object, {"metadata", "managedFields"}))
        return object;
    api::Json bare = *object;
    bare.at("metadata").get_object().erase("managedFields");
    return api::share(std::move(bare));
}

api::Answered asAnswer(const api::JsonPtr &object)
{
    return {withoutManagedFields(object), {}};
}

/// The name of one, the number of several.
api::Saying countOf(const std::vector<std::string> &nodes)
{
    return nodes.size() == 1 ? api::Saying(nodes.front())
                             : outcomeSaying("SeveralNodes", grouped(std::ssize(nodes)));
}

} // namespace

bool canFail(const api::Node &node)
{
    return node.spec.providerID.starts_with("kubemark://")
        && !node.metadata.labels.contains(api::keys::hollowHost);
}

api::MachineSet newMachineSet(const api::ObjectKey &key, std::int64_t replicas, const api::Json &config)
{
    api::MachineSet set;
    set.metadata.ns = key.ns;
    set.metadata.name = key.name;
    const api::Labels labels {{std::string(api::keys::clusterLabel), std::string(controllers::usualCluster)},
        {std::string(api::keys::machineSetLabel), key.name}};
    set.metadata.labels = labels;
    set.spec.replicas = replicas;
    set.spec.selector.matchLabels = {{std::string(api::keys::machineSetLabel), key.name}};
    set.spec.template_.metadata.labels = labels;
    set.spec.template_.spec.metadata.labels = {{"node-role.kubernetes.io/worker", ""}};
    set.spec.template_.spec.providerSpec.value = config;
    return set;
}

api::MachineHealthCheck newHealthCheck(const api::ObjectKey &machineSet, const Timing &timing)
{
    const base::Duration patience = timing.healthTimeout;
    api::MachineHealthCheck check;
    check.metadata.ns = machineSet.ns;
    check.metadata.name = machineSet.name;
    check.spec.selector.matchLabels = {{std::string(api::keys::machineSetLabel), machineSet.name}};
    check.spec.unhealthyConditions = {{"Ready", "False", {patience}}, {"Ready", "Unknown", {patience}}};
    check.spec.maxUnhealthy = api::IntOrString {std::string("40%")};
    check.spec.nodeStartupTimeout = std::string(timing.nodeStartup);
    return check;
}

api::Json defaultProviderConfig()
{
    api::KubemarkProviderConfig config;
    config.image = "docker.io/gofed/kubemark:v1.14.3-beta.0-2";
    config.numCores = 2;
    config.memoryCapacity = std::int64_t(4) * 1024 * 1024 * 1024;
    return api::writeProviderConfig(config);
}

Commander::Commander(client::Client &client, runtime::InformerSet &informers, std::string defaultNamespace,
    const Timing &timing)
    : m_client(client)
    , m_informers(informers)
    , m_applier(client)
    , m_defaultNamespace(std::move(defaultNamespace))
    , m_timing(timing)
{
}

void Commander::patch(const api::PatchObject &patch, api::Saying success, Done done)
{
    m_client.patch(patch,
        m_scope.bind([success = std::move(success), done = std::move(done)](
                         const base::Result<api::JsonPtr> &patched) {
            if (!patched)
                return done(tl::unexpected(patched.error()));
            done(success);
        }));
}

template<typename Use>
void Commander::withHeld(const api::ResourceRef &ref, Use use)
{
    Kinds().each([&]<typename T>(auto) {
        if (ref.resource != &api::resourceOf<T>())
            return;
        if (const auto held = m_informers.of<T>().store().find(ref.key))
            use(*held);
    });
}

void Commander::scale(const Scale &command, Done done)
{
    if (command.replicas < 0)
        return done(base::fail(base::ErrorKind::Invalid,
            "replicas must not be negative, not " + std::to_string(command.replicas)));
    const std::string &name = command.target.key.name;
    api::Saying success = outcomeSaying("Scaled", name, grouped(command.replicas));
    withHeld(command.target, [&](const auto &held) {
        if constexpr (requires { held.wantedReplicas(); })
            success =
                outcomeSaying("Scaled", name, grouped(held.wantedReplicas()), grouped(command.replicas));
    });
    patch({command.target, "scale",
              api::JsonObject {{"spec", api::JsonObject {{"replicas", command.replicas}}}}},
        std::move(success), std::move(done));
}

void Commander::setPaused(const SetPaused &command, Done done)
{
    const std::string &name = command.deployment.key.name;
    patch({command.deployment, {}, api::JsonObject {{"spec", api::JsonObject {{"paused", command.paused}}}}},
        command.paused ? outcomeSaying("Paused", name) : outcomeSaying("Resumed", name), std::move(done));
}

void Commander::rollBack(const RollBack &command, Done done)
{
    const api::JsonObject rollbackTo {{"revision", command.revision}};
    patch({command.deployment, {}, api::JsonObject {{"spec", api::JsonObject {{"rollbackTo", rollbackTo}}}}},
        outcomeSaying("RollingBack", command.deployment.key.name, command.revision), std::move(done));
}

CommandResult<std::vector<Commander::NodePtr>> Commander::nodesNamed(
    const std::vector<std::string> &names) const
{
    std::vector<NodePtr> nodes;
    for (const std::string &name : names) {
        if (auto held = m_informers.of<api::Node>().store().find({"", name}))
            nodes.push_back(std::move(held));
        else if (names.size() == 1)
            return refuse(base::ErrorKind::NotFound, refusalSaying("NoSuchNode", name));
    }
    return nodes;
}

CommandResult<std::vector<Commander::NodePtr>> Commander::nodesOfZone(const std::string &zone) const
{
    std::vector<NodePtr> nodes = m_informers.of<api::Node>().store().list();
    std::erase_if(nodes, [&](const NodePtr &node) {
        return !canFail(*node) || node->metadata.label(api::keys::topologyZone) != zone;
    });
    if (zone.empty() || nodes.empty())
        return refuse(base::ErrorKind::NotFound, refusalSaying("NoHollowNodeInZone", zone));
    return nodes;
}

void Commander::breakNodes(const BreakNodes &command, Done done)
{
    const auto fault = api::parseRecipe(command.fault);
    if (!fault)
        return done(tl::unexpected(fault.error()));
    auto nodes = nodesNamed(command.nodes);
    for (const NodePtr &node : nodes.value_or(std::vector<NodePtr>())) {
        if (!canFail(*node))
            return done(refuse(base::ErrorKind::Invalid, refusalSaying("NotHollow", node->metadata.name)));
    }
    const std::string text = api::recipeText(*fault);
    annotateFault(std::move(nodes), boost::json::string(text),
        outcomeSaying("NodesTold", countOf(command.nodes), text), std::move(done));
}

void Commander::healNodes(const HealNodes &command, Done done)
{
    annotateFault(nodesNamed(command.nodes), nullptr, outcomeSaying("NodesHealed", countOf(command.nodes)),
        std::move(done));
}

void Commander::breakZone(const BreakZone &command, Done done)
{
    const auto fault = api::parseRecipe(command.fault);
    if (!fault)
        return done(tl::unexpected(fault.error()));
    const std::string text = api::recipeText(*fault);
    annotateFault(nodesOfZone(command.zone), boost::json::string(text),
        outcomeSaying("ZoneTold", command.zone, text), std::move(done));
}

void Commander::healZone(const HealZone &command, Done done)
{
    annotateFault(
        nodesOfZone(command.zone), nullptr, outcomeSaying("ZoneHealed", command.zone), std::move(done));
}

struct Commander::Annotating {
    std::vector<NodePtr> nodes; ///< still to be done, the last one next
    api::Json value;
    api::Saying success;
    Done done;
};

void Commander::annotateFault(
    CommandResult<std::vector<NodePtr>> nodes, const api::Json &value, api::Saying success, Done done)
{
    if (!nodes)
        return done(tl::unexpected(nodes.error()));
    annotateNext(std::make_shared<Annotating>(
        Annotating {std::move(*nodes), value, std::move(success), std::move(done)}));
}

void Commander::annotateNext(std::shared_ptr<Annotating> work)
{
    if (work->nodes.empty())
        return work->done(work->success);
    const NodePtr node = std::move(work->nodes.back());
    work->nodes.pop_back();
    m_client.patch(
        faultPatch(*node, work->value), m_scope.bind([this, work](const base::Result<api::JsonPtr> &patched) {
            const bool gone = !patched && patched.error().kind == base::ErrorKind::NotFound;
            if (!patched && !gone)
                return work->done(tl::unexpected(patched.error()));
            annotateNext(work);
        }));
}

void Commander::remove(const DeleteThing &command, Done done)
{
    api::Saying success = outcomeSaying("Deleted", textOf(command.thing));
    m_client.remove({command.thing, {}, {}, api::Propagation::Background},
        m_scope.bind([success = std::move(success), done = std::move(done)](
                         const base::Result<api::JsonPtr> &removed) {
            if (!removed)
                return done(tl::unexpected(removed.error()));
            done(success);
        }));
}

CommandResult<std::optional<api::PatchObject>> Commander::writeOf(const SetProviderConfig &command)
{
    const auto config = api::parseProviderConfig(command.config);
    if (!config)
        return tl::unexpected(config.error());
    if (const std::string errors = api::errorText(api::validate(*config)); !errors.empty())
        return base::fail(base::ErrorKind::Invalid, errors);
    bool found = false;
    std::optional<api::PatchObject> write;
    withHeld(command.target, [&](const auto &held) {
        if constexpr (requires { held.spec.template_.spec.providerSpec; }) {
            found = true;
            auto changed = held;
            changed.spec.template_.spec.providerSpec.value = command.config;
            write = api::patchEffect(held, changed);
        }
    });
    if (!found)
        return refuse(base::ErrorKind::NotFound, refusalSaying("NoProviderConfig", textOf(command.target)));
    if (write)
        write->patch.at("metadata").get_object()["resourceVersion"] = command.resourceVersion;
    return write;
}

void Commander::setProviderConfig(const SetProviderConfig &command, Done done)
{
    const std::string &name = command.target.key.name;
    const auto write = writeOf(command);
    if (!write)
        return done(tl::unexpected(write.error()));
    if (!*write)
        return done(outcomeSaying("ConfigUnchanged", name));
    const bool rollsOut = command.target.resource == &api::resourceOf<api::MachineDeployment>();
    patch(**write, rollsOut ? outcomeSaying("ConfigRollsOut", name) : outcomeSaying("ConfigChanged", name),
        std::move(done));
}

void Commander::read(const ReadObject &command, ObjectDone done)
{
    m_client.get(
        command.object, m_scope.bind([done = std::move(done)](const base::Result<api::JsonPtr> &object) {
            done(object.map(asAnswer));
        }));
}

void Commander::edit(const EditObject &command, ObjectDone done)
{
    const api::PatchObject patch {command.object, command.subresource, command.patch};
    if (command.onTrial)
        return m_client.tryPatch(
            patch, m_scope.bind([done = std::move(done)](const base::Result<api::Answered> &made) {
                done(made.map([](const api::Answered &answered) {
                    return api::Answered {withoutManagedFields(answered.object), answered.warnings};
                }));
            }));
    m_client.patch(patch, m_scope.bind([done = std::move(done)](const base::Result<api::JsonPtr> &object) {
        done(object.map(asAnswer));
    }));
}

void Commander::apply(std::vector<api::Json> objects, Done done)
{
    m_applier.apply(std::move(objects), m_defaultNamespace,
        m_scope.bind([done = std::move(done)](const base::Result<std::vector<std::string>> &lines) {
            if (!lines)
                return done(tl::unexpected(lines.error()));
            done(joined(*lines));
        }));
}

void Commander::applyYaml(const ApplyYaml &command, Done done)
{
    auto objects = api::parseYamlDocuments(command.yaml);
    if (!objects)
        return done(tl::unexpected(objects.error()));
    apply(std::move(*objects), std::move(done));
}

CommandResult<Commander::Objects> Commander::objectsOf(const CreateMachineSet &command) const
{
    if (m_informers.of<api::MachineSet>().store().find(command.key))
        return refuse(base::ErrorKind::AlreadyExists, refusalSaying("ExistsAlready", command.key.text()));
    Objects objects {api::encodeObject(newMachineSet(command.key, command.replicas, command.config))};
    if (command.withHealthCheck)
        objects.push_back(api::encodeObject(newHealthCheck(command.key, m_timing)));
    return objects;
}

void Commander::createMachineSet(const CreateMachineSet &command, Done done)
{
    auto objects = objectsOf(command);
    if (!objects)
        return done(tl::unexpected(objects.error()));
    apply(std::move(*objects), std::move(done));
}

void Commander::tryWrite(const TryWrite &command, std::function<bool()> isWanted, TriedDone done)
{
    std::visit(base::Overloaded {
                   [&](const SetProviderConfig &config) { tryConfig(config, done); },
                   [&](const ApplyYaml &yaml) {
                       tryObjects(api::parseYamlDocuments(yaml.yaml), std::move(isWanted), done);
                   },
                   [&](const CreateMachineSet &creation) {
                       tryObjects(objectsOf(creation), std::move(isWanted), done);
                   },
               },
        command.write);
}

void Commander::tryObjects(
    CommandResult<Objects> objects, std::function<bool()> isWanted, const TriedDone &done)
{
    if (!objects)
        return done(tl::unexpected(objects.error()));
    m_applier.tryApply(std::move(*objects), m_defaultNamespace, std::move(isWanted),
        m_scope.bind([done](const base::Result<std::vector<api::TriedObject>> &tried) { done(tried); }));
}

void Commander::tryConfig(const SetProviderConfig &command, const TriedDone &done)
{
    const auto write = writeOf(command);
    if (!write)
        return done(tl::unexpected(write.error()));
    if (!*write)
        return done(std::vector<api::TriedObject>());
    m_applier.tryPatch(**write, m_scope.bind([done](const base::Result<api::TriedObject> &tried) {
        done(tried.map([](const api::TriedObject &object) { return std::vector {object}; }));
    }));
}

} // namespace core::engine
