// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One machine of the machine-controller-manager with all that it needs, and its plans as text.

#include "core/actuator/kubemarkactuator.h"
#include "core/controllers/mcm/machine/machine.h"
#include "tests/support/objects.h"
#include "tests/support/plantext.h"

#include <QTest>

namespace mcmtest {

using namespace core;
using namespace std::chrono_literals;
using api::mcm::ErrorCode;
using controllers::mcm::Driver;
using controllers::mcm::MachineView;
using controllers::mcm::Settings;
using support::codesOf;
using support::fromYaml;
using support::textOf;
using support::with;

using Machine = api::mcm::Machine;
using MachineClass = api::mcm::MachineClass;

inline const base::Time now = support::timeOf("2026-11-20T10:10:00Z");

inline const Machine unheld = fromYaml<Machine>(R"(
metadata:
  {name: m, namespace: default, uid: uid-1, resourceVersion: "7", creationTimestamp: 2026-11-20T10:00:00Z}
spec: {class: {kind: MachineClass, name: c}}
)");
inline const Machine fresh =
    with(unheld, "metadata: {finalizers: [machine.sapcloud.io/machine-controller-manager]}");
inline const Machine pending = with(fresh, R"(
metadata: {labels: {node: m-4a49acf8}, annotations: {machinepriority.machine.sapcloud.io: '3'}}
spec: {providerID: 'kubemark://m-4a49acf8'}
status:
  lastOperation: {type: Create, state: Processing, lastUpdateTime: 2026-11-20T10:01:00Z}
  currentStatus: {phase: Pending, timeoutActive: true, lastUpdateTime: 2026-11-20T10:01:00Z}
)");
inline const Machine running = with(pending, R"(
status:
  lastOperation: {type: Create, state: Successful, lastUpdateTime: 2026-11-20T10:02:00Z}
  currentStatus: {phase: Running, timeoutActive: false, lastUpdateTime: 2026-11-20T10:02:00Z}
)");
inline const Machine unknown = with(running, R"(
status:
  lastOperation: {type: HealthCheck, state: Processing}
  currentStatus: {phase: Unknown, timeoutActive: true, lastUpdateTime: 2026-11-20T10:05:00Z}
)");
inline const Machine terminating = with(running, R"(
metadata: {deletionTimestamp: 2026-11-20T10:09:00Z}
status: {currentStatus: {phase: Terminating, lastUpdateTime: 2026-11-20T10:09:00Z}}
)");

inline const MachineClass heldClass = fromYaml<MachineClass>(R"(
metadata:
  {name: c, namespace: default, uid: class-uid, finalizers: [machine.sapcloud.io/machine-controller-manager]}
provider: kubemark
providerSpec: {image: i}
secretRef: {name: s, namespace: default}
)");
inline const api::Secret heldSecret = fromYaml<api::Secret>(R"(
metadata:
  {name: s, namespace: default, uid: secret-uid, finalizers: [machine.sapcloud.io/machine-controller-manager]}
)");
inline const api::Pod pod = fromYaml<api::Pod>(R"(
metadata:
  name: m-4a49acf8
  namespace: kubemark-actuator
  uid: pod-uid
  creationTimestamp: 2026-11-20T10:01:00Z
  labels:
    machine.k8s.io/machine-name: m
    machine.k8s.io/machine-namespace: default
    machine.k8s.io/machine-uid: uid-1
status: {phase: Running, podIP: 10.0.0.1}
)");
inline const api::Node node = fromYaml<api::Node>(R"(
metadata:
  name: m-4a49acf8
  uid: node-uid
  resourceVersion: "9"
  creationTimestamp: 2026-11-20T10:01:30Z
  labels: {kubernetes.io/hostname: m-4a49acf8, node.gardener.cloud/machine-name: m}
  finalizers: [node.machine.sapcloud.io/machine-controller]
spec: {providerID: 'kubemark://m-4a49acf8'}
status: {conditions: [{type: Ready, status: 'True', lastTransitionTime: 2026-11-20T10:02:00Z}]}
)");

template<typename T>
std::shared_ptr<const T> shared(const T &object, const QByteArray &patch = {})
{
    return std::make_shared<const T>(with(object, patch));
}

/// Class and secret, and no instance yet.
inline MachineView prepared(const QByteArray &classPatch = {})
{
    MachineView view;
    view.machineClass = shared(heldClass, classPatch);
    view.secrets = {{{"default", "s"}, shared(heldSecret)}};
    return view;
}

inline MachineView withPod(const QByteArray &podPatch = {})
{
    MachineView view = prepared();
    view.instance.pods = {shared(pod, podPatch)};
    return view;
}

inline MachineView withNode(const QByteArray &nodePatch = {}, const QByteArray &podPatch = {})
{
    MachineView view = withPod(podPatch);
    view.instance.node = shared(node, nodePatch);
    return view;
}

inline const actuator::KubemarkActuator kubemark {{}};
inline const Driver driver {kubemark};

inline runtime::Plan planFor(
    const Machine &machine, const MachineView &seen, base::Time at = now, const Settings &settings = {})
{
    return controllers::mcm::planMachine(machine, seen, driver, settings, at);
}

/// "Pending (timer); Create/Processing", with error code and step where there are any.
inline QByteArray outcome(const Machine &machine)
{
    const api::mcm::MachineStatus &status = machine.status;
    const api::mcm::LastOperation &last = status.lastOperation;
    std::string text = status.currentStatus.phase + (status.currentStatus.timeoutActive ? " (timer)" : "")
        + "; " + last.type + "/" + last.state;
    text += last.errorCode.empty() ? "" : "/" + last.errorCode;
    text += last.step ? " step " + std::to_string(*last.step) : "";
    return QByteArray::fromStdString(text);
}

inline QByteArray delayOf(const runtime::Plan &plan)
{
    return plan.checkAgainAfter ? QByteArray::fromStdString(api::formatDuration(*plan.checkAgainAfter))
                                : QByteArray();
}

} // namespace mcmtest

Q_DECLARE_METATYPE(core::api::mcm::Machine)
Q_DECLARE_METATYPE(core::controllers::mcm::MachineView)
