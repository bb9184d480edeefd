// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controlplane/endpoints.h"

#include "core/api/selector.h"

#include <algorithm>
#include <map>

namespace core::controlplane {

using api::Endpoint;
using api::EndpointAddress;
using api::EndpointPort;
using api::Endpoints;
using api::EndpointSlice;
using api::EndpointSubset;
using api::Pod;
using api::Service;
using runtime::Plan;

namespace {

using Services = runtime::Store<Service>;
using Ports = std::vector<EndpointPort>;
/// Those that listen on the same ports, each group in the order of the addresses.
using PodsByPorts = std::map<Ports, std::vector<PodPointer>>;

constexpr std::size_t mostInSlice = 100;
constexpr std::string_view servicesByNamespace = "namespace";
constexpr std::string_view serviceName = "kubernetes.io/service-name";
constexpr std::string_view managedBy = "endpointslice.kubernetes.io/managed-by";
constexpr std::string_view sliceManager = "endpointslice-controller.k8s.io";
/// Endpoints that somebody else made are left alone when there is no service of their name.
constexpr std::string_view endpointsManagedBy = "endpoints.kubernetes.io/managed-by";
constexpr std::string_view endpointsManager = "endpoint-controller";
constexpr std::string_view headless = "service.kubernetes.io/headless";

bool selectsPods(const Service &service)
{
    return !service.spec.selector.empty() && service.spec.type != "ExternalName";
}

bool isOurs(const Endpoints &endpoints)
{
    return endpoints.metadata.label(endpointsManagedBy) == endpointsManager;
}

bool selectsPod(const Service &service, const Pod &pod)
{
    return selectsPods(service) && service.metadata.ns == pod.metadata.ns
        && std::ranges::all_of(service.spec.selector,
            [&](const auto &label) { return pod.metadata.label(label.first) == label.second; });
}

bool mayAnswer(const Pod &pod)
{
    return !pod.status.podIP.empty() && pod.status.phase != "Succeeded" && pod.status.phase != "Failed";
}

/// The number of the pod's port of that name; nothing when it has none.
std::optional<std::int64_t> namedPort(const Pod &pod, std::string_view name, std::string_view protocol)
{
    for (const api::Container &container : pod.spec.containers) {
        for (const api::SharedJson &port : container.ports) {
            const std::string_view told = api::textAt(port.get(), {"protocol"});
            if (api::textAt(port.get(), {"name"}) == name && (told.empty() ? "TCP" : told) == protocol)
                return api::integerAt(port.get(), {"containerPort"});
        }
    }
    return std::nullopt;
}

std::optional<EndpointPort> portOf(const Pod &pod, const api::ServicePort &port)
{
    const std::string protocol = port.protocol.empty() ? "TCP" : port.protocol;
    const api::IntOrString target = port.targetPort.value_or(api::IntOrString {port.port});
    const auto *number = std::get_if<std::int64_t>(&target.value);
    const auto found = number ? std::optional(*number) : namedPort(pod, target.text(), protocol);
    return found ? std::optional(EndpointPort {port.name, protocol, *found}) : std::nullopt;
}

/// Those of the service's ports that the pod has.
Ports portsOf(const Pod &pod, const Service &service)
{
    Ports ports;
    for (const api::ServicePort &port : service.spec.ports) {
        if (auto found = portOf(pod, port))
            ports.push_back(std::move(*found));
    }
    std::ranges::sort(ports);
    return ports;
}

api::ObjectReference targetOf(const Pod &pod)
{
    api::ObjectReference reference = api::referenceTo(pod);
    reference.apiVersion.clear();
    return reference;
}

class EndpointsPlanner
{
public:
    EndpointsPlanner(const Service &service, const EndpointsView &seen, const base::Chance &chance)
        : m_service(service)
        , m_seen(seen)
        , m_chance(chance)
    {
        for (const PodPointer &pod : seen.pods) {
            if (!mayAnswer(*pod))
                continue;
            ++m_answering;
            m_ready += isShownReady(*pod) ? 1 : 0;
            const Ports ports = portsOf(*pod, service);
            if (!ports.empty() || service.spec.ports.empty())
                m_groups[ports].push_back(pod);
        }
        for (auto &[ports, pods] : m_groups)
            std::ranges::sort(
                pods, {}, [](const PodPointer &pod) -> const auto & { return pod->status.podIP; });
    }

    Plan plan()
    {
        writeEndpoints();
        writeSlices();
        m_plan.reasons.push_back(
            m_answering == 0 ? endpointsReason("NoPods") : endpointsReason("Told", m_ready, m_answering));
        return std::move(m_plan);
    }

private:
    bool showsUnready() const { return m_service.spec.publishNotReadyAddresses.value_or(false); }
    bool isShownReady(const Pod &pod) const
    {
        return showsUnready() || (isReady(pod) && !pod.metadata.isDeleting());
    }

    api::Labels labels() const
    {
        api::Labels labels = m_service.metadata.labels;
        if (m_service.spec.clusterIP == "None")
            labels.insert_or_assign(std::string(headless), std::string());
        return labels;
    }

    /// Pods that are on their way out are told of in slices alone.
    std::vector<EndpointSubset> subsets() const
    {
        std::vector<EndpointSubset> all;
        for (const auto &[ports, pods] : m_groups) {
            EndpointSubset subset {{}, {}, ports};
            for (const PodPointer &pod : pods) {
                if (pod->metadata.isDeleting() && !showsUnready())
                    continue;
                (isShownReady(*pod) ? subset.addresses : subset.notReadyAddresses)
                    .push_back({pod->status.podIP, pod->spec.nodeName, targetOf(*pod)});
            }
            if (!subset.addresses.empty() || !subset.notReadyAddresses.empty())
                all.push_back(std::move(subset));
        }
        return all;
    }

    void writeEndpoints()
    {
        Endpoints wanted = m_seen.endpoints ? *m_seen.endpoints : Endpoints();
        wanted.metadata.name = m_service.metadata.name;
        wanted.metadata.ns = m_service.metadata.ns;
        wanted.metadata.labels = labels();
        wanted.metadata.labels.insert_or_assign(
            std::string(endpointsManagedBy), std::string(endpointsManager));
        wanted.subsets = subsets();
        if (m_seen.endpoints)
            append(m_plan.effects, api::patchEffect(*m_seen.endpoints, wanted));
        else
            m_plan.effects.emplace_back(api::createEffect(wanted));
    }

    Endpoint endpointOf(const Pod &pod) const
    {
        return {{pod.status.podIP}, {isShownReady(pod), isReady(pod), pod.metadata.isDeleting()},
            pod.spec.nodeName, targetOf(pod)};
    }

    /// There is one also of a service that nobody answers for.
    std::vector<EndpointSlice> slices() const
    {
        std::vector<EndpointSlice> all;
        for (const auto &[ports, pods] : m_groups) {
            for (std::size_t i = 0; i < pods.size(); ++i) {
                if (i % mostInSlice == 0)
                    all.push_back({{}, "IPv4", {}, ports});
                all.back().endpoints.push_back(endpointOf(*pods[i]));
            }
        }
        if (all.empty())
            all.push_back({{}, "IPv4", {}, {}});
        return all;
    }

    api::ObjectMeta sliceMeta(api::ObjectMeta meta) const
    {
        meta.ns = m_service.metadata.ns;
        meta.labels = labels();
        meta.labels.insert_or_assign(std::string(serviceName), m_service.metadata.name);
        meta.labels.insert_or_assign(std::string(managedBy), std::string(sliceManager));
        meta.ownerReferences = {api::controllerReference(m_service)};
        return meta;
    }

    void writeSlices()
    {
        std::vector<EndpointSlice> wanted = slices();
        const std::size_t kept = std::min(wanted.size(), m_seen.slices.size());
        for (std::size_t i = 0; i < kept; ++i) {
            wanted[i].metadata = sliceMeta(m_seen.slices[i]->metadata);
            append(m_plan.effects, api::patchEffect(*m_seen.slices[i], wanted[i]));
        }
        for (std::size_t i = kept; i < m_seen.slices.size(); ++i)
            m_plan.effects.emplace_back(api::deleteEffect(*m_seen.slices[i]));
        createSlices({wanted.begin() + static_cast<std::ptrdiff_t>(kept), wanted.end()});
    }

    void createSlices(std::vector<EndpointSlice> missing)
    {
        const auto names =
            api::newNames(m_service.metadata, "slice name", missing.size(), m_chance, m_seen.sliceNameTaken);
        for (std::size_t i = 0; i < missing.size(); ++i) {
            missing[i].metadata = sliceMeta({});
            missing[i].metadata.name = names[i];
            m_plan.effects.emplace_back(api::createEffect(missing[i]));
        }
    }

    const Service &m_service;
    const EndpointsView &m_seen;
    const base::Chance &m_chance;
    PodsByPorts m_groups;
    std::size_t m_answering = 0;
    std::size_t m_ready = 0; ///< of these
    Plan m_plan;
};

class EndpointsReconciler : public runtime::Reconciler
{
public:
    EndpointsReconciler(const runtime::ControllerContext &context)
        : m_services(context.informers.of<Service>().store())
        , m_pods(context.informers.of<Pod>().store())
        , m_endpoints(context.informers.of<Endpoints>().store())
        , m_slices(context.informers.of<EndpointSlice>().store())
        , m_chance(context.chance)
    {
    }

    std::string_view name() const override { return "endpoints"; }

    Plan reconcile(const api::ObjectKey &key) const override
    {
        const auto service = m_services.find(key);
        EndpointsView seen {{}, m_endpoints.find(key), {}, [&](const std::string &name) {
                                return m_slices.peek({key.ns, name}) != nullptr;
                            }};
        if (service && selectsPods(*service)) {
            seen.pods = m_pods.list();
            std::erase_if(seen.pods, [&](const PodPointer &pod) { return !selectsPod(*service, *pod); });
            seen.slices = slicesOf(*service);
        }
        return planEndpoints(service.get(), seen, m_chance);
    }

private:
    std::vector<SlicePointer> slicesOf(const Service &service) const
    {
        auto slices = madeBy(service.metadata, "Service", m_slices);
        std::erase_if(slices, [](const SlicePointer &slice) {
            return slice->metadata.label(managedBy) != sliceManager || slice->addressType != "IPv4";
        });
        std::ranges::sort(
            slices, {}, [](const SlicePointer &slice) -> const auto & { return slice->metadata.name; });
        return slices;
    }

    const Services &m_services;
    const runtime::Store<Pod> &m_pods;
    const runtime::Store<Endpoints> &m_endpoints;
    const runtime::Store<EndpointSlice> &m_slices;
    const base::Chance &m_chance;
};

std::vector<api::ObjectKey> servicesOfPod(const Services &services, const Pod &pod)
{
    std::vector<api::ObjectKey> keys;
    for (const Service &service : services.by(servicesByNamespace, pod.metadata.ns)) {
        if (selectsPod(service, pod))
            keys.push_back(service.key());
    }
    return keys;
}

} // namespace

Plan planEndpoints(const Service *service, const EndpointsView &seen, const base::Chance &chance)
{
    if (!service && (!seen.endpoints || !isOurs(*seen.endpoints)))
        return {};
    if (!service)
        return {{api::deleteEffect(*seen.endpoints)}, {endpointsReason("ServiceGone")}, {}};
    if (service->metadata.isDeleting())
        return {{}, {endpointsReason("Deleting")}, {}};
    if (!selectsPods(*service))
        return {{}, {endpointsReason("NoSelector")}, {}};
    return EndpointsPlanner(*service, seen, chance).plan();
}

Controllers makeEndpoints(const runtime::ControllerContext &context)
{
    auto &services = context.informers.of<Service>();
    auto &slices = context.informers.of<EndpointSlice>();
    services.addIndex(std::string(servicesByNamespace),
        [](const Service &service) { return runtime::IndexValues {service.metadata.ns}; });
    slices.addIndex(std::string(byControllerName), controllerNameOf<EndpointSlice>);
    Controllers made;
    made.push_back(std::make_unique<runtime::Controller>(
        std::make_unique<EndpointsReconciler>(context), context.clock, context.runner));
    runtime::Controller &controller = *made.back();
    controller.watchesOwn<Service>(services);
    controller.watches<Pod>(context.informers.of<Pod>(),
        [&store = services.store()](const Pod &pod) { return servicesOfPod(store, pod); });
    controller.watches<Endpoints>(context.informers.of<Endpoints>(),
        [](const Endpoints &endpoints) { return std::vector {endpoints.key()}; });
    controller.watches<EndpointSlice>(
        slices, [](const EndpointSlice &slice) { return ownerKeys(slice.metadata, "Service"); });
    controller.debounce([] { return std::chrono::milliseconds(1); });
    return made;
}

} // namespace core::controlplane
