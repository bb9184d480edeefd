// SPDX-License-Identifier: GPL-3.0-or-later
// What the spec of a pod may say, besides what its schema knows (docs/api-semantics.md B13).
#include "core/api/names.h"
#include "core/base/headtext.h"
#include "core/lab/kinds/podspec.h"
#include "core/lab/names.h"
#include "core/lab/objects.h"
#include "core/lab/quantities.h"
#include "core/lab/validation.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <set>

namespace core::lab::kinds {

using api::Json;
using api::JsonArray;

void checkPort(const Json *port, const std::string &path, FieldErrors &errors)
{
    constexpr std::int64_t lastPort = 65535;
    const auto number = port ? api::integerAt(*port, {}) : std::nullopt;
    if (number && (*number < 1 || *number > lastPort))
        errors.push_back(invalid(path, *port, "must be between 1 and 65535, inclusive"));
}

void checkPortName(std::string_view name, const std::string &path, FieldErrors &errors)
{
    constexpr std::size_t longest = 15;
    const auto isLetter = [](char c) { return c >= 'a' && c <= 'z'; };
    const auto isUnfit = [&](char c) { return c != '-' && !isLetter(c) && (c < '0' || c > '9'); };
    const auto refuseName = [&](std::string_view why) { errors.push_back(invalid(path, name, why)); };
    if (name.size() > longest)
        refuseName("must be no more than 15 characters");
    if (std::ranges::any_of(name, isUnfit))
        refuseName("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
    if (std::ranges::none_of(name, isLetter))
        refuseName("must contain at least one letter (a-z)");
    if (name.find("--") != std::string_view::npos)
        refuseName("must not contain consecutive hyphens");
    if (name.starts_with('-') || name.ends_with('-'))
        refuseName("must not begin or end with a hyphen");
}

namespace {

std::string at(const std::string &path, std::string_view list, std::size_t index)
{
    return path + (path.empty() ? "" : ".") + std::string(list) + "[" + std::to_string(index) + "]";
}

bool isThere(const Json &in, std::string_view member)
{
    const Json *value = api::find(in, {member});
    return value && !value->is_null();
}

/// Which of the members an object has.
std::vector<std::string_view> membersAmong(
    const Json &object, std::initializer_list<std::string_view> members)
{
    std::vector<std::string_view> held;
    std::ranges::copy_if(
        members, std::back_inserter(held), [&](std::string_view member) { return isThere(object, member); });
    return held;
}

void checkNotNegative(const Json &in, std::string_view member, const std::string &path, FieldErrors &errors)
{
    if (const auto number = api::integerAt(in, {member}); number && *number < 0)
        errors.push_back(
            invalid(path + "." + std::string(member), Json(*number), "must be greater than or equal to 0"));
}

void checkOneOf(const Json &in, std::string_view member, std::initializer_list<std::string_view> supported,
    const std::string &path, FieldErrors &errors)
{
    const std::string_view value = api::textAt(in, {member});
    if (std::ranges::find(supported, value) == supported.end())
        errors.push_back(notSupported(path + "." + std::string(member), value,
            std::vector<std::string>(supported.begin(), supported.end())));
}

// Resources

/// cpu, hugepages-2Mi, example.com/gpu.
bool isResourceOfContainers(std::string_view name)
{
    return name == "cpu" || name == "memory" || name == "ephemeral-storage" || name.starts_with("hugepages-")
        || (name.find('/') != std::string_view::npos && api::isQualifiedName(name));
}

/// What a node has a whole number of, for one container at a time.
bool isExtendedResource(std::string_view name)
{
    const std::size_t slash = name.find('/');
    return slash != std::string_view::npos && !name.substr(0, slash).ends_with("kubernetes.io");
}

void checkAmount(const std::string &path, std::string_view name, const Json &amount, FieldErrors &errors)
{
    const std::string field = path + "[" + std::string(name) + "]";
    if (!isResourceOfContainers(name))
        errors.push_back(invalid(field, name, "must be a standard resource for containers"));
    constexpr std::int64_t one = 1000;
    const std::int64_t milli = quantityMilli(amount).value_or(0);
    if (milli < 0)
        errors.push_back(invalid(field, amount, "must be greater than or equal to 0"));
    if (isExtendedResource(name) && milli % one != 0)
        errors.push_back(invalid(field, amount, "must be an integer"));
}

} // namespace

void checkAmounts(const Json *amounts, const std::string &path, FieldErrors &errors)
{
    if (!amounts || !amounts->is_object())
        return;
    for (const auto &amount : amounts->get_object())
        checkAmount(path, amount.key(), amount.value(), errors);
}

namespace {

/// What nobody else may use meanwhile is used as a whole. The path is that of the resources; null: no limit.
void checkAsked(std::string_view name, const Json &amount, const Json *limit, const std::string &path,
    FieldErrors &errors)
{
    const bool isExclusive = isExtendedResource(name) || name.starts_with("hugepages-");
    if (!limit && isExclusive)
        errors.push_back(required(path + ".limits", "Limit must be set for non overcommitable resources"));
    const auto value = quantityMilli(amount);
    const auto most = limit ? quantityMilli(*limit) : std::nullopt;
    if (!value || !most)
        return;
    const std::string ofLimit = std::string(name) + " limit of " + quantityText(*limit);
    if (isExclusive && *value != *most)
        errors.push_back(invalid(path + ".requests", amount, "must be equal to " + ofLimit));
    else if (*value > *most)
        errors.push_back(invalid(path + ".requests", amount, "must be less than or equal to " + ofLimit));
}

void checkResources(const Json &container, const std::string &path, FieldErrors &errors)
{
    for (const std::string_view part : {"limits", "requests"}) {
        const Json *amounts = api::find(container, {"resources", part});
        if (!amounts || !amounts->is_object())
            continue;
        const std::string field = path + ".resources." + std::string(part);
        for (const auto &amount : amounts->get_object()) {
            checkAmount(field, amount.key(), amount.value(), errors);
            if (part == "requests")
                checkAsked(amount.key(), amount.value(),
                    api::find(container, {"resources", "limits", amount.key()}), path + ".resources", errors);
        }
    }
}

// Ports

std::string hostPortOf(const Json &port)
{
    const auto number = api::integerAt(port, {"hostPort"}).value_or(0);
    return number == 0 ? std::string()
                       : std::string(api::textAt(port, {"protocol"})) + "/"
            + std::string(api::textAt(port, {"hostIP"})) + "/" + std::to_string(number);
}

void checkPorts(
    const Json &container, const std::string &path, std::set<std::string> &hostPorts, FieldErrors &errors)
{
    std::set<std::string_view> names;
    const JsonArray &ports = listAt(container, {"ports"});
    for (std::size_t i = 0; i < ports.size(); ++i) {
        const std::string field = at(path, "ports", i);
        checkPort(api::find(ports[i], {"containerPort"}), field + ".containerPort", errors);
        if (api::integerAt(ports[i], {"hostPort"}).value_or(0) != 0)
            checkPort(api::find(ports[i], {"hostPort"}), field + ".hostPort", errors);
        if (const auto name = api::textAt(ports[i], {"name"}); !name.empty()) {
            checkPortName(name, field + ".name", errors);
            if (!names.insert(name).second)
                errors.push_back(duplicate(field + ".name", Json(name)));
        }
        if (std::string onHost = hostPortOf(ports[i]); !onHost.empty()) {
            const Json said(onHost);
            if (!hostPorts.insert(std::move(onHost)).second)
                errors.push_back(duplicate(field + ".hostPort", said));
        }
    }
}

// Environment

bool isFieldOfPod(std::string_view path)
{
    constexpr std::array<std::string_view, 9> plain {"metadata.name", "metadata.namespace", "metadata.uid",
        "spec.nodeName", "spec.serviceAccountName", "status.hostIP", "status.hostIPs", "status.podIP",
        "status.podIPs"};
    const auto isMember = [&](std::string_view map) { return path.starts_with(map) && path.ends_with("']"); };
    return std::ranges::find(plain, path) != plain.end() || isMember("metadata.labels['")
        || isMember("metadata.annotations['");
}

void checkVariableSource(const Json &variable, const std::string &path, FieldErrors &errors)
{
    const Json *source = api::find(variable, {"valueFrom"});
    if (!source || !source->is_object())
        return;
    const auto refuseSource = [&](std::string_view why) {
        errors.push_back(invalid(path, std::string_view(), why));
    };
    const auto held = membersAmong(
        *source, {"fieldRef", "resourceFieldRef", "configMapKeyRef", "secretKeyRef", "fileKeyRef"});
    if (held.empty())
        refuseSource(
            "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`");
    if (!held.empty() && !api::textAt(variable, {"value"}).empty())
        refuseSource("may not be specified when `value` is not empty");
    if (held.size() > 1)
        refuseSource("may not have more than one field specified at a time");
    if (const auto field = api::textAt(*source, {"fieldRef", "fieldPath"});
        !field.empty() && !isFieldOfPod(field))
        errors.push_back(invalid(path + ".fieldRef.fieldPath", field,
            "error converting fieldPath: field label not supported: " + std::string(field)));
    for (const std::string_view reference : {"configMapKeyRef", "secretKeyRef"}) {
        if (isThere(*source, reference) && api::textAt(*source, {reference, "key"}).empty())
            errors.push_back(required(path + "." + std::string(reference) + ".key"));
    }
}

void checkVariables(const Json &container, const std::string &path, FieldErrors &errors)
{
    const JsonArray &variables = listAt(container, {"env"});
    for (std::size_t i = 0; i < variables.size(); ++i) {
        const std::string field = at(path, "env", i);
        const std::string_view name = api::textAt(variables[i], {"name"});
        const auto isUnfit = [](char c) { return c < ' ' || c > '~' || c == '='; };
        if (name.empty())
            errors.push_back(required(field + ".name"));
        if (std::ranges::any_of(name, isUnfit))
            errors.push_back(invalid(field + ".name", name,
                "a valid environment variable name must consist only of printable ASCII characters other "
                "than '='"));
        checkVariableSource(variables[i], field + ".valueFrom", errors);
    }
}

void checkVariableSets(const Json &container, const std::string &path, FieldErrors &errors)
{
    const JsonArray &sets = listAt(container, {"envFrom"});
    for (std::size_t i = 0; i < sets.size(); ++i) {
        const auto held = membersAmong(sets[i], {"configMapRef", "secretRef"});
        if (held.size() != 1)
            errors.push_back(invalid(path + ".envFrom", std::string_view(),
                held.empty() ? "must specify one of: `configMapRef` or `secretRef`"
                             : "may not have more than one field specified at a time"));
        for (const std::string_view reference : held) {
            if (api::textAt(sets[i], {reference, "name"}).empty())
                errors.push_back(required(at(path, "envFrom", i) + "." + std::string(reference) + ".name"));
        }
    }
}

// Probes and hooks

/// Exactly one of them, whose ports are ports.
void checkHandler(const Json &handler, std::initializer_list<std::string_view> kinds, const std::string &path,
    FieldErrors &errors)
{
    const auto held = membersAmong(handler, kinds);
    if (held.empty())
        errors.push_back(required(path, "must specify a handler type"));
    for (std::size_t i = 1; i < held.size(); ++i)
        errors.push_back(
            forbidden(path + "." + std::string(held[i]), "may not specify more than 1 handler type"));
    for (const std::string_view kind : held)
        checkPort(api::find(handler, {kind, "port"}), path + "." + std::string(kind) + ".port", errors);
    if (isThere(handler, "exec") && listAt(handler, {"exec", "command"}).empty())
        errors.push_back(required(path + ".exec.command"));
}

void checkProbe(
    const Json &container, std::string_view name, const std::string &containerPath, FieldErrors &errors)
{
    const Json *probe = api::find(container, {name});
    if (!probe || !probe->is_object())
        return;
    const std::string path = containerPath + "." + std::string(name);
    checkHandler(*probe, {"exec", "httpGet", "tcpSocket", "grpc"}, path, errors);
    for (const std::string_view count :
        {"initialDelaySeconds", "timeoutSeconds", "periodSeconds", "successThreshold", "failureThreshold"})
        checkNotNegative(*probe, count, path, errors);
    const auto successes = api::integerAt(*probe, {"successThreshold"});
    if (name != "readinessProbe" && successes && *successes > 1)
        errors.push_back(invalid(path + ".successThreshold", Json(*successes), "must be 1"));
}

void checkContainerHooks(const Json &container, const std::string &path, FieldErrors &errors)
{
    for (const std::string_view name : {"postStart", "preStop"}) {
        const Json *hook = api::find(container, {"lifecycle", name});
        if (hook && hook->is_object())
            checkHandler(*hook, {"exec", "httpGet", "tcpSocket", "sleep"},
                path + ".lifecycle." + std::string(name), errors);
    }
}

void checkUser(const Json &holder, const std::string &path, FieldErrors &errors)
{
    for (const std::string_view field : {"runAsUser", "runAsGroup", "fsGroup"}) {
        const auto id = api::integerAt(holder, {"securityContext", field});
        if (id && (*id < 0 || *id > std::numeric_limits<std::int32_t>::max()))
            errors.push_back(invalid(path + ".securityContext." + std::string(field), Json(*id),
                "must be between 0 and 2147483647, inclusive"));
    }
    const Json *escalates = api::find(holder, {"securityContext", "allowPrivilegeEscalation"});
    if (flagAt(holder, {"securityContext", "privileged"}) && escalates && escalates->is_bool()
        && !escalates->get_bool())
        errors.push_back(invalid(path + ".securityContext", *api::find(holder, {"securityContext"}),
            "cannot set `allowPrivilegeEscalation` to false and `privileged` to true"));
}

// Containers

bool leadsUpwards(std::string_view path)
{
    while (!path.empty()) {
        if (base::takeUntil(path, '/') == "..")
            return true;
    }
    return false;
}

/// A path that leads to what lies below the place where it begins.
void checkStaysBelow(std::string_view value, const std::string &path, FieldErrors &errors)
{
    if (value.starts_with('/'))
        errors.push_back(invalid(path, value, "must be a relative path"));
    if (leadsUpwards(value))
        errors.push_back(invalid(path, value, "must not contain '..'"));
}

void checkMounts(const Json &container, const std::set<std::string_view> &volumes, const std::string &path,
    FieldErrors &errors)
{
    const auto &mounts = listAt(container, {"volumeMounts"});
    for (std::size_t i = 0; i < mounts.size(); ++i) {
        const std::string_view name = api::textAt(mounts[i], {"name"});
        if (!volumes.contains(name))
            errors.push_back(notFoundIn(at(path, "volumeMounts", i) + ".name", name));
        if (api::textAt(mounts[i], {"mountPath"}).empty())
            errors.push_back(required(at(path, "volumeMounts", i) + ".mountPath"));
        checkStaysBelow(api::textAt(mounts[i], {"subPath"}), path + ".volumeMounts.subPath", errors);
    }
}

void checkContainer(const Json &container, const std::set<std::string_view> &volumes, const std::string &path,
    std::set<std::string> &hostPorts, FieldErrors &errors)
{
    if (const auto name = api::textAt(container, {"name"}); name.empty())
        errors.push_back(required(path + ".name"));
    else if (!api::isDnsLabel(name))
        complain("dns1123Label", path + ".name", name, errors);
    const std::string_view image = api::textAt(container, {"image"});
    if (image.empty())
        errors.push_back(required(path + ".image"));
    else if (image.find_first_of(" \t\n\r") == 0 || image.find_last_of(" \t\n\r") == image.size() - 1)
        errors.push_back(invalid(path + ".image", image, "must not have leading or trailing whitespace"));
    checkPorts(container, path, hostPorts, errors);
    checkVariables(container, path, errors);
    checkVariableSets(container, path, errors);
    checkMounts(container, volumes, path, errors);
    for (const std::string_view probe : {"livenessProbe", "readinessProbe", "startupProbe"})
        checkProbe(container, probe, path, errors);
    checkContainerHooks(container, path, errors);
    checkResources(container, path, errors);
    checkUser(container, path, errors);
}

bool saysNothing(const Json &value)
{
    return value.is_object() ? value.get_object().empty() : value.is_array() && value.get_array().empty();
}

/// One that is added to a running pod has nothing that others rely on (docs/api-semantics.md M7).
void checkAddedContainer(const Json &container, const std::set<std::string_view> &others,
    const std::set<std::string_view> &volumes, const std::string &path, FieldErrors &errors)
{
    std::set<std::string> hostPorts;
    checkContainer(container, volumes, path, hostPorts, errors);
    if (const auto name = api::textAt(container, {"name"}); !name.empty() && others.contains(name))
        errors.push_back(duplicate(path + ".name", Json(name)));
    if (const auto target = api::textAt(container, {"targetContainerName"});
        !target.empty() && !others.contains(target))
        errors.push_back(notFoundIn(path + ".targetContainerName", target));
    for (const std::string_view field : {"ports", "resources", "livenessProbe", "readinessProbe",
             "startupProbe", "lifecycle", "resizePolicy", "restartPolicy"}) {
        const Json *value = api::find(container, {field});
        if (value && !saysNothing(*value))
            errors.push_back(
                forbidden(path + "." + std::string(field), "cannot be set for an Ephemeral Container"));
    }
}

// Volumes

/// Which pieces of data become which files, and who may read them.
void checkFilesOfVolume(
    const Json &volume, std::string_view source, const std::string &path, FieldErrors &errors)
{
    constexpr std::int64_t mostMode = 0777;
    const auto mode = api::integerAt(volume, {source, "defaultMode"});
    if (mode && (*mode < 0 || *mode > mostMode))
        errors.push_back(invalid(path + ".defaultMode", Json(*mode),
            "must be a number between 0 and 0777 (octal), both inclusive"));
    const JsonArray &items = listAt(volume, {source, "items"});
    for (std::size_t i = 0; i < items.size(); ++i) {
        const std::string field = at(path, "items", i);
        if (source != "downwardAPI" && api::textAt(items[i], {"key"}).empty())
            errors.push_back(required(field + ".key"));
        if (api::textAt(items[i], {"path"}).empty())
            errors.push_back(required(field + ".path"));
        checkStaysBelow(api::textAt(items[i], {"path"}), field + ".path", errors);
    }
}

void checkPathOnHost(const Json &volume, const std::string &path, FieldErrors &errors)
{
    const std::string_view onHost = api::textAt(volume, {"hostPath", "path"});
    if (onHost.empty())
        errors.push_back(required(path + ".path"));
    if (leadsUpwards(onHost))
        errors.push_back(invalid(path + ".path", onHost, "must not contain '..'"));
    if (isThere(*api::find(volume, {"hostPath"}), "type"))
        checkOneOf(*api::find(volume, {"hostPath"}), "type",
            {"", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate",
                "Socket"},
            path, errors);
}

void checkVolumeSource(const Json &volume, const std::string &path, FieldErrors &errors)
{
    if (!volume.is_object())
        return; // the schema has refused it
    std::size_t sources = 0;
    for (const auto &member : volume.get_object()) {
        if (member.key() != "name" && !member.value().is_null() && ++sources > 1)
            errors.push_back(
                forbidden(path + "." + std::string(member.key()), "may not specify more than 1 volume type"));
    }
    constexpr std::array<std::array<std::string_view, 2>, 3> named {
        {{"secret", "secretName"}, {"configMap", "name"}, {"persistentVolumeClaim", "claimName"}}};
    for (const auto &[source, name] : named) {
        if (isThere(volume, source) && api::textAt(volume, {source, name}).empty())
            errors.push_back(required(path + "." + std::string(source) + "." + std::string(name)));
    }
    for (const std::string_view source : {"secret", "configMap", "downwardAPI", "projected"})
        checkFilesOfVolume(volume, source, path + "." + std::string(source), errors);
    if (isThere(volume, "hostPath"))
        checkPathOnHost(volume, path + ".hostPath", errors);
}

std::set<std::string_view> checkVolumes(const Json &podSpec, const std::string &path, FieldErrors &errors)
{
    std::set<std::string_view> names;
    const auto &held = listAt(podSpec, {"volumes"});
    for (std::size_t i = 0; i < held.size(); ++i) {
        const std::string_view name = api::textAt(held[i], {"name"});
        names.insert(name);
        if (!name.empty() && !api::isDnsLabel(name))
            complain("dns1123Label", at(path, "volumes", i) + ".name", name, errors);
        checkVolumeSource(held[i], at(path, "volumes", i), errors);
    }
    return names;
}

// Where it may run

void checkToleration(const Json &toleration, const std::string &path, FieldErrors &errors)
{
    const std::string_view wanted = api::textAt(toleration, {"operator"});
    const std::string_view effect = api::textAt(toleration, {"effect"});
    if (api::textAt(toleration, {"key"}).empty() && wanted != "Exists")
        errors.push_back(invalid(path + ".operator", wanted,
            "operator must be Exists when `key` is empty, which means \"match all values and all keys\""));
    if (wanted == "Exists" && !api::textAt(toleration, {"value"}).empty())
        errors.push_back(
            invalid(path + ".operator", toleration, "value must be empty when `operator` is 'Exists'"));
    if (isThere(toleration, "tolerationSeconds") && effect != "NoExecute")
        errors.push_back(
            invalid(path + ".effect", effect, "effect must be 'NoExecute' when `tolerationSeconds` is set"));
}

void checkRequirement(const Json &requirement, const std::string &path, FieldErrors &errors)
{
    const std::string_view wanted = api::textAt(requirement, {"operator"});
    const std::size_t values = listAt(requirement, {"values"}).size();
    if (wanted == "In" || wanted == "NotIn") {
        if (values == 0)
            errors.push_back(
                required(path + ".values", "must be specified when `operator` is 'In' or 'NotIn'"));
    } else if (wanted == "Exists" || wanted == "DoesNotExist") {
        if (values > 0)
            errors.push_back(forbidden(
                path + ".values", "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"));
    } else if (wanted == "Gt" || wanted == "Lt") {
        if (values != 1)
            errors.push_back(
                required(path + ".values", "must be specified single value when `operator` is 'Lt' or 'Gt'"));
    } else {
        errors.push_back(invalid(path + ".operator", wanted, "not a valid selector operator"));
    }
}

void checkNodeTerm(const Json &term, const std::string &path, FieldErrors &errors)
{
    const JsonArray &expressions = listAt(term, {"matchExpressions"});
    for (std::size_t i = 0; i < expressions.size(); ++i)
        checkRequirement(expressions[i], at(path, "matchExpressions", i), errors);
}

void checkWeight(const Json &preferred, const std::string &path, FieldErrors &errors)
{
    constexpr std::int64_t most = 100;
    const std::int64_t weight = api::integerAt(preferred, {"weight"}).value_or(0);
    if (weight < 1 || weight > most)
        errors.push_back(invalid(path + ".weight", Json(weight), "must be in the range 1-100"));
}

constexpr std::string_view requiredTerms = "requiredDuringSchedulingIgnoredDuringExecution";
constexpr std::string_view preferredTerms = "preferredDuringSchedulingIgnoredDuringExecution";

void checkNodeAffinity(const Json &affinity, const std::string &path, FieldErrors &errors)
{
    const std::string needed = path + "." + std::string(requiredTerms);
    const JsonArray &terms = listAt(affinity, {requiredTerms, "nodeSelectorTerms"});
    if (isThere(affinity, requiredTerms) && terms.empty())
        errors.push_back(
            required(needed + ".nodeSelectorTerms", "must have at least one node selector term"));
    for (std::size_t i = 0; i < terms.size(); ++i)
        checkNodeTerm(terms[i], at(needed, "nodeSelectorTerms", i), errors);
    const JsonArray &preferred = listAt(affinity, {preferredTerms});
    for (std::size_t i = 0; i < preferred.size(); ++i) {
        const std::string field = at(path, preferredTerms, i);
        checkWeight(preferred[i], field, errors);
        if (const Json *term = api::find(preferred[i], {"preference"}))
            checkNodeTerm(*term, field + ".preference", errors);
    }
}

void checkTopologyKey(const Json &term, const std::string &path, FieldErrors &errors)
{
    const std::string_view key = api::textAt(term, {"topologyKey"});
    if (key.empty())
        errors.push_back(required(path + ".topologyKey", "can not be empty"));
    else if (!api::isQualifiedName(key))
        complain("qualifiedName", path + ".topologyKey", key, errors);
}

void checkPodTerm(const Json &term, const std::string &path, FieldErrors &errors)
{
    for (const std::string_view field : {"labelSelector", "namespaceSelector"}) {
        if (const Json *selector = api::find(term, {field}))
            checkLabelSelector(*selector, path + "." + std::string(field), errors);
    }
    checkTopologyKey(term, path, errors);
}

void checkPodAffinity(const Json &affinity, const std::string &path, FieldErrors &errors)
{
    const JsonArray &terms = listAt(affinity, {requiredTerms});
    for (std::size_t i = 0; i < terms.size(); ++i)
        checkPodTerm(terms[i], at(path, requiredTerms, i), errors);
    const JsonArray &preferred = listAt(affinity, {preferredTerms});
    for (std::size_t i = 0; i < preferred.size(); ++i) {
        const std::string field = at(path, preferredTerms, i);
        checkWeight(preferred[i], field, errors);
        if (const Json *term = api::find(preferred[i], {"podAffinityTerm"}))
            checkPodTerm(*term, field + ".podAffinityTerm", errors);
    }
}

void checkSpread(const Json &constraint, const std::string &path, FieldErrors &errors)
{
    const std::int64_t skew = api::integerAt(constraint, {"maxSkew"}).value_or(0);
    if (skew <= 0)
        errors.push_back(invalid(path + ".maxSkew", Json(skew), "must be greater than zero"));
    checkPodTerm(constraint, path, errors);
    checkOneOf(constraint, "whenUnsatisfiable", {"DoNotSchedule", "ScheduleAnyway"}, path, errors);
}

void checkPlacement(const Json &podSpec, const std::string &path, FieldErrors &errors)
{
    checkLabels(api::find(podSpec, {"nodeSelector"}), path + ".nodeSelector", errors);
    const std::string affinity = path + ".affinity.";
    if (const Json *held = api::find(podSpec, {"affinity", "nodeAffinity"}))
        checkNodeAffinity(*held, affinity + "nodeAffinity", errors);
    for (const std::string_view name : {"podAffinity", "podAntiAffinity"}) {
        if (const Json *held = api::find(podSpec, {"affinity", name}))
            checkPodAffinity(*held, affinity + std::string(name), errors);
    }
    const auto &tolerations = listAt(podSpec, {"tolerations"});
    for (std::size_t i = 0; i < tolerations.size(); ++i)
        checkToleration(tolerations[i], at(path, "tolerations", i), errors);
    const auto &constraints = listAt(podSpec, {"topologySpreadConstraints"});
    for (std::size_t i = 0; i < constraints.size(); ++i)
        checkSpread(constraints[i], at(path, "topologySpreadConstraints", i), errors);
}

void checkNamesOfPod(const Json &podSpec, const std::string &path, FieldErrors &errors)
{
    for (const std::string_view field : {"hostname", "subdomain"}) {
        if (const auto name = api::textAt(podSpec, {field}); !name.empty() && !api::isDnsLabel(name))
            complain("dns1123Label", path + "." + std::string(field), name, errors);
    }
    if (const auto node = api::textAt(podSpec, {"nodeName"}); !node.empty() && !api::isDnsSubdomain(node))
        complain("dns1123Subdomain", path + ".nodeName", node, errors);
    if (const auto runtime = api::textAt(podSpec, {"runtimeClassName"}); !runtime.empty())
        complain("dns1123Subdomain", path + ".runtimeClassName", runtime, errors);
    if (api::textAt(podSpec, {"dnsPolicy"}) == "None" && !isThere(podSpec, "dnsConfig"))
        errors.push_back(required(path + ".dnsConfig", "must provide `dnsConfig` when `dnsPolicy` is None"));
    const JsonArray &servers = listAt(podSpec, {"dnsConfig", "nameservers"});
    for (std::size_t i = 0; i < servers.size(); ++i) {
        if (const auto ip = api::textAt(servers[i], {}); !isIpAddress(ip))
            errors.push_back(
                invalid(at(path + ".dnsConfig", "nameservers", i), ip, "must be valid IP address"));
    }
    const JsonArray &gates = listAt(podSpec, {"readinessGates"});
    for (std::size_t i = 0; i < gates.size(); ++i) {
        if (const auto type = api::textAt(gates[i], {"conditionType"}); !api::isQualifiedName(type))
            complain("qualifiedName", at(path, "readinessGates", i) + ".conditionType", type, errors);
    }
}

void checkHostAliases(const Json &podSpec, const std::string &path, FieldErrors &errors)
{
    for (const Json &alias : listAt(podSpec, {"hostAliases"})) {
        if (const auto ip = api::textAt(alias, {"ip"}); !isIpAddress(ip))
            errors.push_back(invalid(path + ".hostAliases.ip", ip, "must be valid IP address"));
        for (const Json &hostname : listAt(alias, {"hostnames"})) {
            if (const auto name = api::textAt(hostname, {}); !api::isDnsSubdomain(name))
                complain("dns1123Subdomain", path + ".hostAliases.hostnames", name, errors);
        }
    }
}

void checkSysctls(const Json &podSpec, const std::string &path, FieldErrors &errors)
{
    std::set<std::string_view> names;
    const JsonArray &sysctls = listAt(podSpec, {"securityContext", "sysctls"});
    for (std::size_t i = 0; i < sysctls.size(); ++i) {
        const std::string field = at(path + ".securityContext", "sysctls", i) + ".name";
        const std::string_view name = api::textAt(sysctls[i], {"name"});
        if (name.empty())
            errors.push_back(required(field));
        else if (!api::isSysctlName(name))
            errors.push_back(invalid(field, name,
                "must have at most 253 characters and match regex "
                "([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?"));
        else if (!names.insert(name).second)
            errors.push_back(duplicate(field, Json(name)));
    }
}

/// No two containers of a pod have the same name, whichever list they stand in.
void checkContainers(const Json &podSpec, const std::set<std::string_view> &volumes, const std::string &path,
    FieldErrors &errors)
{
    if (const Json *held = api::find(podSpec, {"containers"}); held && listAt(*held, {}).empty())
        errors.push_back(required(path + ".containers"));
    std::set<std::string_view> names;
    std::set<std::string> hostPorts;
    for (const std::string_view list : {"containers", "initContainers"}) {
        const auto &containers = listAt(podSpec, {list});
        for (std::size_t i = 0; i < containers.size(); ++i) {
            const std::string field = at(path, list, i);
            const bool runsAlone = list == "initContainers"; // has the host's ports for itself
            std::set<std::string> ownPorts;
            checkContainer(containers[i], volumes, field, runsAlone ? ownPorts : hostPorts, errors);
            const std::string_view name = api::textAt(containers[i], {"name"});
            const bool isNew = name.empty() || names.insert(name).second;
            if (!isNew && runsAlone) // of two in one list the schema tells
                errors.push_back(duplicate(field + ".name", Json(name)));
        }
    }
    const auto &added = listAt(podSpec, {"ephemeralContainers"});
    for (std::size_t i = 0; i < added.size(); ++i)
        checkAddedContainer(added[i], names, volumes, at(path, "ephemeralContainers", i), errors);
}

} // namespace

void checkPodSpec(
    const Json &podSpec, const std::string &path, FieldErrors &errors, std::set<std::string_view> volumes)
{
    volumes.merge(checkVolumes(podSpec, path, errors));
    checkContainers(podSpec, volumes, path, errors);
    const auto deadline = api::integerAt(podSpec, {"activeDeadlineSeconds"});
    if (deadline && (*deadline < 1 || *deadline > std::numeric_limits<std::int32_t>::max()))
        errors.push_back(invalid(
            path + ".activeDeadlineSeconds", Json(*deadline), "must be between 1 and 2147483647, inclusive"));
    checkUser(podSpec, path, errors);
    checkSysctls(podSpec, path, errors);
    checkHostAliases(podSpec, path, errors);
    checkNamesOfPod(podSpec, path, errors);
    checkPlacement(podSpec, path, errors);
}

void checkTemplateSpec(
    const Json &podSpec, const std::string &path, FieldErrors &errors, std::set<std::string_view> volumes)
{
    checkPodSpec(podSpec, path, errors, std::move(volumes));
    if (!listAt(podSpec, {"ephemeralContainers"}).empty())
        errors.push_back(
            forbidden(path + ".ephemeralContainers", "ephemeral containers not allowed in pod template"));
}

} // namespace core::lab::kinds
