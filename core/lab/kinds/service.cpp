// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/names.h"
#include "core/cel/formats.h"
#include "core/lab/cluster.h"
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/podspec.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/names.h"
#include "core/lab/objects.h"
#include "core/lab/target.h"
#include "core/lab/validation.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

namespace core::lab::kinds {

using api::Json;
using api::JsonArray;
using api::JsonObject;

namespace {

SchemaPtr serviceSchema()
{
    const SchemaPtr ports = appliedBy({"port", "protocol"},
        mergedBy("port",
            object({{"port", integer}, {"name", text},
                       {"protocol", withDefault(oneOf({"SCTP", "TCP", "UDP"}), "TCP")},
                       {"targetPort", intOrString}, {"nodePort", integer}},
                {"port"}),
            false));
    const SchemaPtr status = object({{"loadBalancer", withDefault(object({}), JsonObject())}});
    return object(
        {{"spec",
             object({{"type",
                         withDefault(
                             oneOf({"ClusterIP", "ExternalName", "LoadBalancer", "NodePort"}), "ClusterIP")},
                 {"selector", atomic(textMap)}, {"ports", ports}, {"clusterIP", text},
                 {"sessionAffinity", withDefault(oneOf({"ClientIP", "None"}), "None")},
                 {"internalTrafficPolicy", withDefault(text, "Cluster")},
                 {"externalTrafficPolicy", oneOf({"Cluster", "Local"})},
                 {"allocateLoadBalancerNodePorts", boolean}, {"clusterIPs", texts}, {"ipFamilies", texts},
                 {"ipFamilyPolicy", text}})},
            {"status", withDefault(status, JsonObject())}},
        {"spec"});
}

std::string_view typeOfService(const Json &service)
{
    const std::string_view type = api::textAt(service, {"spec", "type"});
    return type.empty() ? "ClusterIP" : type;
}

bool hasAddress(const Json &service)
{
    return typeOfService(service) != "ExternalName";
}

bool isBalanced(const Json &service)
{
    return typeOfService(service) == "LoadBalancer";
}

bool hasNodePorts(const Json &service)
{
    return typeOfService(service) == "NodePort" || isBalanced(service);
}

/// Where its balancer asks a node whether a pod is there.
bool hasHealthPort(const Json &service)
{
    return isBalanced(service) && api::textAt(service, {"spec", "externalTrafficPolicy"}) == "Local";
}

JsonObject *specOfService(Json &service)
{
    Json *spec = service.get_object().if_contains("spec");
    return spec ? spec->if_object() : nullptr;
}

/// Null: it has no list of ports.
JsonArray *portsOfService(Json &service)
{
    JsonObject *spec = specOfService(service);
    Json *ports = spec ? spec->if_contains("ports") : nullptr;
    return ports ? ports->if_array() : nullptr;
}

/// Nothing: the port has none yet.
std::optional<std::int64_t> nodePortOf(const Json &port)
{
    return api::integerAt(port, {"nodePort"});
}

std::set<std::int64_t> nodePortsOf(const Json &service)
{
    std::set<std::int64_t> all;
    for (const Json &port : listAt(service, {"spec", "ports"})) {
        if (const auto nodePort = nodePortOf(port))
            all.insert(*nodePort);
    }
    return all;
}

/// A port leads to the same port of the pods, unless it names another. Programs in Go send 0 where they name
/// none, as a node port as well.
void fillInPort(Json &port)
{
    const Json *number = api::find(port, {"port"});
    const Json *target = api::find(port, {"targetPort"});
    const bool isOpen =
        !target || target->is_null() || *target == Json("") || api::integerAt(*target, {}) == 0;
    if (number && isOpen)
        port.get_object().insert_or_assign("targetPort", Json(*number));
    if (nodePortOf(port) == 0)
        port.get_object().erase("nodePort");
}

/// Who comes back within three hours comes to the same pod, where that is wanted at all.
void fillInAffinity(JsonObject &spec)
{
    constexpr std::int64_t usualAffinity = 10'800; // seconds
    const Json *affinity = spec.if_contains("sessionAffinity");
    if (!affinity || *affinity != Json("ClientIP")) {
        spec.erase("sessionAffinityConfig");
        return;
    }
    JsonObject &clients = objectIn(objectIn(spec, "sessionAffinityConfig"), "clientIP");
    const Json *seconds = clients.if_contains("timeoutSeconds");
    if (!seconds || seconds->is_null())
        clients["timeoutSeconds"] = usualAffinity;
}

void fillInService(Json &service)
{
    if (JsonArray *ports = portsOfService(service))
        std::ranges::for_each(*ports, fillInPort);
    JsonObject *spec = specOfService(service);
    if (!spec)
        return;
    fillInAffinity(*spec);
    for (const std::string_view field : {"externalTrafficPolicy", "allocateLoadBalancerNodePorts"}) {
        const Json *value = spec->if_contains(field);
        if (value && (value->is_null() || *value == Json(""))) // as good as left out
            spec->erase(field);
    }
    if (!hasNodePorts(service))
        return;
    if (!spec->contains("externalTrafficPolicy"))
        spec->emplace("externalTrafficPolicy", "Cluster");
    if (isBalanced(service) && !spec->contains("allocateLoadBalancerNodePorts"))
        spec->emplace("allocateLoadBalancerNodePorts", true);
}

// What only one Service has (docs/api-semantics.md B14)

/// An address of the range that clusters usually have. Nothing listens there.
std::string addressAt(std::size_t number)
{
    constexpr std::size_t most = 254;
    return "10." + std::to_string(96 + number % 16) + "." + std::to_string(1 + number / 16 % most) + "."
        + std::to_string(1 + number / 16 / most % most);
}

std::size_t drawnBy(const Json &service)
{
    return std::hash<std::string_view>()(api::textAt(service, {"metadata", "uid"}));
}

Answer<> allotAddress(Cluster &cluster, const Target &target, Json &service, const Json *old)
{
    JsonObject &spec = objectIn(service, "spec");
    const std::string wanted(api::textAt(service, {"spec", "clusterIP"}));
    const bool hadAddress = old && hasAddress(*old);
    if (!wanted.empty() && wanted != "None" && !hadAddress && cluster.serviceNumbers.isTaken(wanted))
        return refuse(invalidObject(target.aboutKind(),
            {invalid("spec.clusterIPs", JsonArray {boost::json::string(wanted)},
                "failed to allocate IP " + wanted + ": provided IP is already allocated")}));
    if (wanted.empty()) {
        std::size_t number = drawnBy(service);
        while (cluster.serviceNumbers.isTaken(addressAt(number))) // a million are more than a lab can hold
            ++number;
        spec["clusterIP"] = addressAt(number);
    }
    if (!spec.contains("clusterIPs"))
        spec["clusterIPs"] = JsonArray {spec["clusterIP"]};
    if (!spec.contains("ipFamilies"))
        spec["ipFamilies"] = JsonArray {"IPv4"};
    if (!spec.contains("ipFamilyPolicy"))
        spec["ipFamilyPolicy"] = "SingleStack";
    return {};
}

constexpr std::int64_t firstNodePort = 30000;
constexpr std::size_t nodePortCount = 2768;

/// Why no Service can be given that node port now; empty when one can.
std::string whyNotNodePort(Cluster &cluster, std::int64_t wanted)
{
    if (wanted < firstNodePort || wanted >= firstNodePort + static_cast<std::int64_t>(nodePortCount))
        return "provided port is not in the valid range. The range of valid ports is 30000-32767";
    return cluster.serviceNumbers.isTaken(std::to_string(wanted)) ? "provided port is already allocated" : "";
}

/// Those that a Service has or is given, from one on that its uid draws.
class NodePorts
{
public:
    NodePorts(Cluster &cluster, const Json &service)
        : m_cluster(cluster)
        , m_own(nodePortsOf(service))
        , m_drawn(drawnBy(service) % nodePortCount)
    {
        for (const Json &port : listAt(service, {"spec", "ports"})) {
            if (const auto nodePort = nodePortOf(port))
                m_byNumber.try_emplace(api::integerAt(port, {"port"}), *nodePort);
        }
    }

    /// The number is that of another port of the same number, which differs in its protocol.
    std::optional<std::int64_t> shared(const Json &port) const
    {
        const auto found = m_byNumber.find(api::integerAt(port, {"port"}));
        return found == m_byNumber.end() ? std::nullopt : std::optional(found->second);
    }

    /// The number is for that port; nothing when all are taken.
    std::optional<std::int64_t> next(const Json &port)
    {
        for (; m_tried < nodePortCount; ++m_tried) {
            const std::int64_t free =
                firstNodePort + static_cast<std::int64_t>((m_drawn + m_tried) % nodePortCount);
            if (whyNotNodePort(m_cluster, free).empty() && m_own.insert(free).second) {
                m_byNumber.try_emplace(api::integerAt(port, {"port"}), free);
                return free;
            }
        }
        return std::nullopt;
    }

private:
    Cluster &m_cluster;
    std::set<std::int64_t> m_own;
    std::map<std::optional<std::int64_t>, std::int64_t> m_byNumber;
    std::size_t m_drawn;
    std::size_t m_tried = 0;
};

/// Ports of one number share theirs in a new Service only, as in the original.
Answer<> allotNodePorts(Cluster &cluster, const Target &target, Json &service, const Json *old)
{
    NodePorts nodePorts(cluster, service);
    const std::set<std::int64_t> held = old ? nodePortsOf(*old) : std::set<std::int64_t>();
    const bool givesOpen = !isBalanced(service) || flagAt(service, {"spec", "allocateLoadBalancerNodePorts"});
    JsonArray *ports = portsOfService(service);
    for (std::size_t i = 0; ports && i < ports->size(); ++i) {
        Json &port = (*ports)[i];
        if (const auto wanted = nodePortOf(port)) {
            const std::string why = held.contains(*wanted) ? "" : whyNotNodePort(cluster, *wanted);
            if (!why.empty())
                return refuse(invalidObject(target.aboutKind(),
                    {invalid("spec.ports[" + std::to_string(i) + "].nodePort", Json(*wanted), why)}));
        } else if (givesOpen) {
            const auto shared = old ? std::nullopt : nodePorts.shared(port);
            const auto given = shared ? shared : nodePorts.next(port);
            if (!given)
                return refuse(failure(500, "InternalError",
                    "Internal error occurred: failed to allocate a nodePort: range is full"));
            port.get_object()["nodePort"] = *given;
        }
    }
    return {};
}

Answer<> allotServiceNumbers(Cluster &cluster, const Target &target, Json &service, const Json *old)
{
    if (hasAddress(service)) {
        if (auto given = allotAddress(cluster, target, service, old); !given)
            return given;
    }
    return hasNodePorts(service) ? allotNodePorts(cluster, target, service, old) : Answer<>();
}

// Updates

void dropUnchanged(JsonObject &spec, const JsonObject &before, std::initializer_list<std::string_view> fields)
{
    for (const std::string_view field : fields) {
        const Json *value = spec.if_contains(field);
        const Json *held = before.if_contains(field);
        if (value && held && api::equal(*value, *held))
            spec.erase(field);
    }
}

/// Ports that leave theirs open get that of the port of the same name, unless another port has taken it.
void keepNodePorts(Json &service, const Json &old)
{
    JsonArray *ports = portsOfService(service);
    std::set<std::int64_t> used = nodePortsOf(service);
    std::map<std::string_view, std::int64_t> byName;
    for (const Json &port : listAt(old, {"spec", "ports"})) {
        if (const auto nodePort = nodePortOf(port))
            byName.insert_or_assign(api::textAt(port, {"name"}), *nodePort);
    }
    for (std::size_t i = 0; ports && i < ports->size(); ++i) {
        Json &port = (*ports)[i];
        const auto held = byName.find(api::textAt(port, {"name"}));
        if (port.is_object() && nodePortOf(port).value_or(0) == 0 && held != byName.end()
            && used.insert(held->second).second)
            port.get_object()["nodePort"] = held->second;
    }
}

void dropNodePorts(Json &service, const Json &old)
{
    JsonArray *ports = portsOfService(service);
    if (!ports || nodePortsOf(service) != nodePortsOf(old))
        return;
    for (Json &port : *ports) {
        if (port.is_object())
            port.get_object().erase("nodePort");
    }
}

void keepAddress(JsonObject &spec, const JsonObject &before)
{
    for (const std::string_view field : {"clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy"}) {
        const Json *value = before.if_contains(field);
        const Json *wanted = spec.if_contains(field);
        const bool isOpen = !wanted || (wanted->is_string() && wanted->get_string().empty());
        if (value && isOpen)
            spec.insert_or_assign(field, *value);
    }
}

/// What both types have stays though it is left out; what the new type has not goes, unless it was changed.
void carryOverService(Json &service, const Json &old)
{
    const Json *held = api::find(old, {"spec"});
    JsonObject *spec = specOfService(service);
    if (!held || !held->is_object() || !spec)
        return;
    const JsonObject &before = held->get_object();
    if (hasAddress(service))
        keepAddress(*spec, before);
    else
        dropUnchanged(*spec, before, {"clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy"});
    if (!isBalanced(service))
        dropUnchanged(*spec, before, {"allocateLoadBalancerNodePorts"});
    if (!hasHealthPort(service))
        dropUnchanged(*spec, before, {"healthCheckNodePort"});
    if (hasNodePorts(service) && hasNodePorts(old))
        keepNodePorts(service, old);
    if (hasNodePorts(service) || !hasNodePorts(old))
        return;
    dropUnchanged(*spec, before, {"externalTrafficPolicy"});
    dropNodePorts(service, old);
}

std::string externalAddressCell(const Json &service)
{
    const std::string_view type = typeOfService(service);
    if (type == "ExternalName")
        return std::string(api::textAt(service, {"spec", "externalName"}));
    const bool isBalanced = type == "LoadBalancer";
    std::vector<std::string> addresses =
        isBalanced ? loadBalancerAddresses(service) : std::vector<std::string>();
    for (const Json &address : listAt(service, {"spec", "externalIPs"}))
        addresses.emplace_back(api::textAt(address, {}));
    return joined(addresses, isBalanced ? "<pending>" : noValue);
}

std::string servicePortsCell(const Json &service)
{
    std::vector<std::string> ports;
    for (const Json &port : listAt(service, {"spec", "ports"})) {
        const auto nodePort = nodePortOf(port);
        ports.push_back(std::to_string(api::integerAt(port, {"port"}).value_or(0))
            + (nodePort ? ":" + std::to_string(*nodePort) : "") + "/"
            + std::string(api::textAt(port, {"protocol"})));
    }
    return joined(ports, noValue);
}

constexpr std::string_view noAddress = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";

std::string_view whyNotFromOutside(std::string_view address)
{
    if (!isIpAddress(address))
        return noAddress;
    switch (cel::localRangeOf(address)) {
    case cel::LocalRange::Unspecified:
        return "may not be unspecified (0.0.0.0)";
    case cel::LocalRange::Loopback:
        return "may not be in the loopback range (127.0.0.0/8)";
    case cel::LocalRange::LinkLocal:
        return "may not be in the link-local range (169.254.0.0/16)";
    case cel::LocalRange::LinkLocalMulticast:
        return "may not be in the link-local multicast range (224.0.0.0/24)";
    case cel::LocalRange::None:
        break;
    }
    return {};
}

void checkHealthPort(const Json &service, FieldErrors &errors)
{
    const auto port = api::integerAt(service, {"spec", "healthCheckNodePort"}).value_or(0);
    if (port < 0)
        errors.push_back(
            invalid("spec.healthCheckNodePort", Json(port), "HealthCheckNodePort must be not less than 0"));
    else if (port > 0 && !hasHealthPort(service))
        errors.push_back(invalid("spec.healthCheckNodePort", Json(port),
            "HealthCheckNodePort can only be set on LoadBalancer service with ExternalTrafficPolicy=Local"));
}

void checkAddresses(const Json &service, FieldErrors &errors)
{
    const std::string_view address = api::textAt(service, {"spec", "clusterIP"});
    if (address == "None" && hasNodePorts(service))
        errors.push_back(invalid("spec.clusterIPs[0]", address,
            "may not be set to 'None' for " + std::string(typeOfService(service)) + " services"));
    else if (!address.empty() && address != "None" && !isIpAddress(address))
        errors.push_back(invalid("spec.clusterIPs[0]", address, noAddress));
    const JsonArray &outside = listAt(service, {"spec", "externalIPs"});
    for (std::size_t i = 0; i < outside.size(); ++i) {
        if (const auto why = whyNotFromOutside(api::textAt(outside[i], {})); !why.empty())
            errors.push_back(invalid("spec.externalIPs[" + std::to_string(i) + "]", outside[i], why));
    }
    std::string_view name = api::textAt(service, {"spec", "externalName"});
    name.remove_suffix(name.ends_with('.') ? 1 : 0); // which says that nothing is added to it
    if (!hasAddress(service) && name.empty())
        errors.push_back(required("spec.externalName"));
    else if (!hasAddress(service) && !api::isDnsSubdomain(name))
        complain("dns1123Subdomain", "spec.externalName", name, errors);
    if (api::find(service, {"spec", "externalTrafficPolicy"}) && !hasNodePorts(service) && outside.empty())
        errors.push_back(
            invalid("spec.externalTrafficPolicy", api::textAt(service, {"spec", "externalTrafficPolicy"}),
                "may only be set for externally-accessible services"));
}

void checkWhoIsServed(const Json &service, FieldErrors &errors)
{
    constexpr std::int64_t longestAffinity = 86'400; // seconds
    checkLabels(api::find(service, {"spec", "selector"}), "spec.selector", errors);
    const auto seconds =
        api::integerAt(service, {"spec", "sessionAffinityConfig", "clientIP", "timeoutSeconds"});
    if (seconds && (*seconds < 1 || *seconds > longestAffinity))
        errors.push_back(invalid("spec.sessionAffinityConfig.clientIP.timeoutSeconds", Json(*seconds),
            "must be greater than 0 and less than " + std::to_string(longestAffinity)));
    const JsonArray &ranges = listAt(service, {"spec", "loadBalancerSourceRanges"});
    if (!ranges.empty() && !isBalanced(service))
        errors.push_back(
            forbidden("spec.LoadBalancerSourceRanges", "may only be used when `type` is 'LoadBalancer'"));
    const auto isNoRange = [](const Json &range) { return !cel::isOfFormat("cidr", api::textAt(range, {})); };
    if (std::ranges::any_of(ranges, isNoRange))
        errors.push_back(invalid("spec.LoadBalancerSourceRanges", Json(ranges),
            "must be a list of IP ranges. For example, 10.240.0.0/24,10.250.0.0/24 "));
}

/// No two ports have the same name, nor the same number in one protocol.
class PortsApart
{
public:
    void check(const Json &port, const std::string &path, FieldErrors &errors)
    {
        const std::string_view name = api::textAt(port, {"name"});
        if (!name.empty() && !api::isDnsLabel(name))
            complain("dns1123Label", path + ".name", name, errors);
        if (!name.empty() && !m_names.insert(name).second)
            errors.push_back(duplicate(path + ".name", Json(name)));
        const std::int64_t number = api::integerAt(port, {"port"}).value_or(0);
        const std::string_view protocol = api::textAt(port, {"protocol"});
        if (!m_numbers.emplace(number, protocol).second)
            errors.push_back(duplicate(path, JsonObject {{"port", number}, {"protocol", protocol}}));
    }

private:
    std::set<std::string_view> m_names;
    std::set<std::pair<std::int64_t, std::string_view>> m_numbers;
};

void checkService(const Json &service, FieldErrors &errors)
{
    checkAddresses(service, errors);
    checkHealthPort(service, errors);
    checkWhoIsServed(service, errors);
    PortsApart apart;
    const JsonArray &ports = listAt(service, {"spec", "ports"});
    if (ports.empty() && hasAddress(service) && api::textAt(service, {"spec", "clusterIP"}) != "None")
        errors.push_back(required("spec.ports"));
    std::set<std::pair<std::int64_t, std::string>> nodePorts;
    for (std::size_t i = 0; i < ports.size(); ++i) {
        const std::string path = "spec.ports[" + std::to_string(i) + "]";
        if (ports.size() > 1 && api::textAt(ports[i], {"name"}).empty())
            errors.push_back(required(path + ".name"));
        apart.check(ports[i], path, errors);
        checkPort(api::find(ports[i], {"port"}), path + ".port", errors);
        if (const auto target = api::textAt(ports[i], {"targetPort"}); !target.empty())
            checkPortName(target, path + ".targetPort", errors);
        checkPort(api::find(ports[i], {"targetPort"}), path + ".targetPort", errors);
        const auto nodePort = nodePortOf(ports[i]);
        if (nodePort && !hasNodePorts(service))
            errors.push_back(forbidden(path + ".nodePort",
                "may not be used when `type` is '" + std::string(typeOfService(service)) + "'"));
        else if (nodePort
            && !nodePorts.emplace(*nodePort, std::string(api::textAt(ports[i], {"protocol"}))).second)
            errors.push_back(duplicate(path + ".nodePort", Json(*nodePort)));
    }
}

/// A service that stays one with an address keeps it.
void checkServiceUpdate(const Json &service, const Json &old, FieldErrors &errors)
{
    if (!hasAddress(service) || !hasAddress(old))
        return;
    const Json *address = api::find(service, {"spec", "clusterIP"});
    const Json *before = api::find(old, {"spec", "clusterIP"});
    if (address && before && !api::equal(*address, *before))
        errors.push_back(invalid("spec.clusterIPs[0]", JsonArray {*address}, "may not change once set"));
}

} // namespace

KindDefinition service()
{
    return {.kind = "Service",
        .plural = "services",
        .shortNames = {"svc"},
        .categories = {"all"},
        .hasStatus = true,
        .schema = serviceSchema(),
        .columns = {nameColumn(), textColumn("Type", {"spec", "type"}),
            textColumn("Cluster-IP", {"spec", "clusterIP"}),
            computedColumn("External-IP", externalAddressCell), computedColumn("Port(s)", servicePortsCell),
            ageColumn(), selectorColumn()},
        .rules = {.names = NameRule::OldLabel,
            .createsOnUpdate = true,
            .carryOver = carryOverService,
            .fitIn = allotServiceNumbers,
            .prepare = fillInService,
            .check = checkService,
            .checkUpdate = checkServiceUpdate}};
}

} // namespace core::lab::kinds
