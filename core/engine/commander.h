// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Turns the window's commands into requests. Every command ends in one sentence: what was done, or what went
// wrong.

#include "core/client/applier.h"
#include "core/engine/timing.h"
#include "core/engine/values.h"
#include "core/runtime/informerset.h"

namespace core::engine {

class Commander
{
public:
    using Done = std::function<void(CommandResult<>)>;
    using ObjectDone = std::function<void(CommandResult<api::Answered>)>; ///< without managedFields
    using TriedDone = std::function<void(CommandResult<std::vector<api::TriedObject>>)>;

    Commander(client::Client &client, runtime::InformerSet &informers, std::string defaultNamespace,
        const Timing &timing = usualTiming());

    void scale(const Scale &command, Done done);
    void setPaused(const SetPaused &command, Done done);
    void rollBack(const RollBack &command, Done done);
    void breakNodes(const BreakNodes &command, Done done);
    void healNodes(const HealNodes &command, Done done);
    void breakZone(const BreakZone &command, Done done);
    void healZone(const HealZone &command, Done done);
    void remove(const DeleteThing &command, Done done);
    void setProviderConfig(const SetProviderConfig &command, Done done);
    void read(const ReadObject &command, ObjectDone done);
    void edit(const EditObject &command, ObjectDone done);
    void apply(std::vector<api::Json> objects, Done done);
    void applyYaml(const ApplyYaml &command, Done done);
    void createMachineSet(const CreateMachineSet &command, Done done);
    /// isWanted is asked before each object: once it says no, the trial ends with an error.
    void tryWrite(const TryWrite &command, std::function<bool()> isWanted, TriedDone done);

private:
    using NodePtr = std::shared_ptr<const api::Node>;
    using Objects = std::vector<api::Json>;

    /// Nothing: the target has that config already.
    CommandResult<std::optional<api::PatchObject>> writeOf(const SetProviderConfig &command);
    CommandResult<Objects> objectsOf(const CreateMachineSet &command) const;
    void tryObjects(CommandResult<Objects> objects, std::function<bool()> isWanted, const TriedDone &done);
    void tryConfig(const SetProviderConfig &command, const TriedDone &done);

    CommandResult<std::vector<NodePtr>> nodesNamed(const std::vector<std::string> &names) const;
    CommandResult<std::vector<NodePtr>> nodesOfZone(const std::string &zone) const;
    /// One after the other; the first that is refused ends it. Nodes that are gone by then are passed over.
    void annotateFault(
        CommandResult<std::vector<NodePtr>> nodes, const api::Json &value, api::Saying success, Done done);
    struct Annotating;
    void annotateNext(std::shared_ptr<Annotating> work);
    void patch(const api::PatchObject &patch, api::Saying success, Done done);
    /// Calls use(object) with the object as its store has it, unless it is not there.
    template<typename Use>
    void withHeld(const api::ResourceRef &ref, Use use);

    client::Client &m_client;
    runtime::InformerSet &m_informers;
    client::Applier m_applier;
    std::string m_defaultNamespace;
    const Timing &m_timing;
    base::Scope m_scope;
};

/// Whether the node obeys a fault: a hollow node does; the host of the hollow nodes, hollow itself, is left
/// alone.
bool canFail(const api::Node &node);
/// A MachineSet whose machines carry its name in a label, as the MAO documentation has it.
api::MachineSet newMachineSet(const api::ObjectKey &key, std::int64_t replicas, const api::Json &config);
/// A health check for the machines of that set: Ready False or Unknown for as long as the timing says, at
/// most 40 % at a time.
api::MachineHealthCheck newHealthCheck(
    const api::ObjectKey &machineSet, const Timing &timing = usualTiming());
/// The provider config of the default lab.
api::Json defaultProviderConfig();

} // namespace core::engine
