// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One of every command that there is, and the objects that they are about.

#include "core/api/yaml.h"
#include "core/engine/commander.h"

#include <functional>

template<typename T>
core::api::ResourceRef refTo(const std::string &name)
{
    return {&core::api::resourceOf<T>(), {"default", name}};
}

/// An object is created there for each path: answer is the server's.
inline bool makeObjectsOfCommands(
    const std::function<core::api::Response(const core::api::Request &)> &answer)
{
    using namespace core;
    const std::string namespaced = "/apis/machine.openshift.io/v1beta1/namespaces/default/";
    const auto make = [&answer](const std::string &path, const api::Json &object) {
        api::Request request;
        request.method = api::Method::Post;
        request.path = path;
        request.body = api::share(object);
        return answer(request).code == 201;
    };
    const auto setNamed = [](const char *name, int replicas) {
        return api::encodeObject(
            engine::newMachineSet({"default", name}, replicas, engine::defaultProviderConfig()));
    };
    return make(namespaced + "machinesets", setNamed("workers", 2))
        && make(namespaced + "machinesets", setNamed("other", 0)) && make("/api/v1/nodes", *api::parseYaml(R"(
apiVersion: v1
kind: Node
metadata:
  name: hollow
  labels: {topology.kubernetes.io/zone: a}
  annotations: {hollowlab.io/fault: silent}
spec: {providerID: kubemark:///workers-a}
)")) && make(namespaced + "machinedeployments", *api::parseYaml(R"(
apiVersion: machine.openshift.io/v1beta1
kind: MachineDeployment
metadata: {name: edge, namespace: default}
spec:
  replicas: 1
  selector: {matchLabels: {deployment: edge}}
  template:
    metadata: {labels: {deployment: edge}}
)"));
}

inline std::vector<std::pair<const char *, core::engine::Command>> everyCommand()
{
    using namespace core;
    using namespace core::engine;
    api::Json config = defaultProviderConfig();
    config.as_object()["numCores"] = 7;
    const std::string yaml = "{apiVersion: v1, kind: ConfigMap, metadata: {name: applied}}";
    return {{"Scale", Scale {refTo<api::MachineSet>("workers"), 5}},
        {"SetPaused", SetPaused {refTo<api::MachineDeployment>("edge"), true}},
        {"RollBack", RollBack {refTo<api::MachineDeployment>("edge"), 0}},
        {"BreakNodes", BreakNodes {{"hollow"}, "not-ready"}}, {"HealNodes", HealNodes {{"hollow"}}},
        {"BreakZone", BreakZone {"a", "silent for 5s"}}, {"HealZone", HealZone {"a"}},
        {"DeleteThing", DeleteThing {refTo<api::MachineSet>("other")}},
        {"SetProviderConfig", SetProviderConfig {refTo<api::MachineSet>("workers"), config, {}}},
        {"ReadObject", ReadObject {refTo<api::MachineSet>("workers")}},
        {"EditObject",
            EditObject {refTo<api::MachineSet>("workers"), *api::parseJson(R"({"spec":{"replicas":5}})")}},
        {"ApplyYaml", ApplyYaml {yaml}},
        {"CreateMachineSet", CreateMachineSet {{"default", "more"}, 1, config, true}},
        {"ForeseeFault", ForeseeFault {{"hollow"}, "not-ready"}},
        {"Inspect", Inspect {refTo<api::MachineSet>("workers")}}, {"SetLocked", SetLocked {true}},
        {"SwitchController", SwitchController {"machineset", true}},
        {"InstallPrerequisites", InstallPrerequisites {}}, {"SetPace", SetPace {2}},
        {"StepTime", StepTime {}},
        {"RunScenario", RunScenario {"{name: Mine, steps: [{scale: {machineSet: workers, replicas: 5}}]}"}},
        {"StopScenario", StopScenario {}}, {"PauseScenario", PauseScenario {}},
        {"ContinueScenario", ContinueScenario {}}, {"StepScenario", StepScenario {}},
        {"SeekMoment", SeekMoment {}}, {"RetryNow", RetryNow {}},
        {"ForeseeScale", ForeseeScale {refTo<api::MachineSet>("workers"), 1}},
        {"TryWrite", TryWrite {ApplyYaml {yaml}}}, {"DropTrial", DropTrial {1}}};
}
