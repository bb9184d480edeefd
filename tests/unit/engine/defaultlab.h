// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A new lab with what it begins with, and the engine that runs it, on the test's own thread and clock.

#include "core/client/localtransport.h"
#include "core/engine/engine.h"
#include "core/lab/apiserver.h"

#include <set>
#include <string>

/// Three machines of machine.sapcloud.io.
inline const std::string fleetYaml = R"(apiVersion: machine.sapcloud.io/v1alpha1
kind: MachineClass
metadata: {name: small, namespace: default}
provider: kubemark
providerSpec: {apiVersion: kubemarkproviderconfig.k8s.io/v1alpha1, kind: KubemarkMachineProviderConfig,
  image: docker.io/gofed/kubemark:v1.14.3-beta.0-2, numCores: 1}
---
apiVersion: machine.sapcloud.io/v1alpha1
kind: MachineDeployment
metadata: {name: fleet, namespace: default}
spec:
  replicas: 3
  selector: {matchLabels: {app: fleet}}
  strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 1, maxUnavailable: 1}}
  template:
    metadata: {labels: {app: fleet, name: fleet}}
    spec: {class: {kind: MachineClass, name: small}}
)";

/// Three machines of machine.openshift.io.
inline const std::string edgeYaml = R"(apiVersion: machine.openshift.io/v1beta1
kind: MachineDeployment
metadata: {name: edge, namespace: default}
spec:
  replicas: 3
  selector: {matchLabels: {app: edge}}
  template:
    metadata: {labels: {app: edge, machine.openshift.io/cluster-api-cluster: lab}}
    spec:
      providerSpec:
        value:
          apiVersion: kubemarkproviderconfig.k8s.io/v1alpha1
          kind: KubemarkMachineProviderConfig
          image: docker.io/gofed/kubemark:v1.14.3-beta.0-2
          numCores: 1
)";

/// A check of the first generation over the machines of the set workers, which waits for 15 s, and a budget
/// of the same machines.
inline std::string firstGenerationYaml(int maxUnavailable)
{
    const std::string selector =
        "selector: {matchLabels: {machine.openshift.io/cluster-api-machineset: workers}}";
    return "{apiVersion: v1, kind: ConfigMap, metadata: {name: node-unhealthy-conditions, namespace: "
           "openshift-machine-api}, data: {conditions: \"items: [{name: Ready, timeout: 15s, status: False}, "
           "{name: Ready, timeout: 15s, status: Unknown}]\"}}\n---\n"
           "apiVersion: healthchecking.openshift.io/v1alpha1\nkind: MachineDisruptionBudget\n"
           "metadata: {name: guard, namespace: default}\nspec: {maxUnavailable: "
        + std::to_string(maxUnavailable) + ", " + selector
        + "}\n---\napiVersion: healthchecking.openshift.io/v1alpha1\nkind: MachineHealthCheck\n"
          "metadata: {name: workers, namespace: default}\nspec: {"
        + selector + "}\n";
}

class DefaultLab
{
public:
    /// All controllers run but these.
    explicit DefaultLab(const std::set<std::string> &off = {})
    {
        core::engine::EngineOptions options {.clock = m_clock, .transport = m_transport};
        options.controllers = core::engine::Engine::allControllers();
        for (const std::string &name : off)
            options.controllers.erase(name);
        options.createDefaultLab = true;
        m_engine = std::make_unique<core::engine::Engine>(std::move(options));
    }

    void advance(core::base::Duration duration) { m_clock.advance(duration); }

protected:
    /// Starts the engine; its three nodes are Ready afterwards.
    void start()
    {
        m_engine->start();
        advance(std::chrono::seconds(5));
    }

    core::base::Clock m_clock {core::api::parseTime("2026-11-20T10:00:00Z").value()};
    std::unique_ptr<core::lab::ApiServer> m_lab = *core::lab::ApiServer::create({m_clock, 1, ":memory:"});
    core::client::LocalTransport m_transport {m_clock, m_lab->localServer()};
    std::unique_ptr<core::engine::Engine> m_engine;
};
