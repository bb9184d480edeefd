// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/providerconfig.h"

#include "core/api/codec_impl.h"
#include "core/api/providerfields.h"
#include "core/api/recipe.h"

#include <algorithm>

HOLLOWLAB_CODEC(core::api::KubemarkProviderConfig)
HOLLOWLAB_CODEC(core::api::KubemarkProviderStatus)

namespace core::api {

namespace {

constexpr std::string_view apiVersion = "kubemarkproviderconfig.k8s.io/v1alpha1";
constexpr std::string_view laterApiVersion = "kubemarkproviderconfig.k8s.io/v1beta1";
constexpr std::string_view configKind = "KubemarkMachineProviderConfig";

using Severity = ConfigProblem::Severity;
using ConfigProblems = std::vector<ConfigProblem>;

std::string annotationField(std::string_view key)
{
    return "metadata.annotations[" + std::string(key) + "]";
}

void checkAnnotations(const KubemarkProviderConfig &config, ConfigProblems &problems)
{
    for (const auto &[key, value] : config.metadata.annotations) {
        const auto known = std::ranges::find(providerAnnotations(), key, &ProviderAnnotation::key);
        if (known == providerAnnotations().end()) {
            if (key.starts_with("hollowlab.io/"))
                problems.push_back(
                    {Severity::Warning, annotationField(key), "is not known and means nothing"});
        } else if (std::string problem = known->problem(value); !problem.empty()) {
            problems.push_back({Severity::Error, annotationField(key), std::move(problem)});
        }
    }
    if (config.metadata.annotations.contains(keys::recipe)
        && (config.turnUnhealthyAfter || config.turnUnhealthyPeriodically))
        problems.push_back({Severity::Error, annotationField(keys::recipe),
            std::string("can't be combined with ")
                + (config.turnUnhealthyAfter ? "turnUnhealthyAfter" : "turnUnhealthyPeriodically")
                + ": choose one of the two"});
}

} // namespace

std::string ProviderAnnotation::field() const
{
    return annotationField(key);
}

base::Duration KubemarkProviderConfig::unhealthyAfterDelay() const
{
    return healthyDuration.value != base::Duration::zero() ? healthyDuration.value : unhealthyDuration.value;
}

base::Result<KubemarkProviderConfig> parseProviderConfig(const Json &value)
{
    if (!value.is_object())
        return base::fail(base::ErrorKind::Invalid, "spec.providerSpec.value: no provider config is given");
    auto config = decode<KubemarkProviderConfig>(value);
    if (!config)
        return base::fail(base::ErrorKind::Invalid, "spec.providerSpec.value." + config.error().message);
    if (!config->kind.empty() && config->kind != configKind)
        return base::fail(base::ErrorKind::Invalid,
            "spec.providerSpec.value.kind: \"" + config->kind + "\" is not " + std::string(configKind));
    const bool known = config->apiVersion.empty() || config->apiVersion == apiVersion
        || config->apiVersion == laterApiVersion;
    if (!known)
        return base::fail(base::ErrorKind::Invalid,
            "spec.providerSpec.value.apiVersion: \"" + config->apiVersion + "\" is not "
                + std::string(apiVersion));
    return config;
}

std::vector<ConfigProblem> validate(const KubemarkProviderConfig &config)
{
    std::vector<ConfigProblem> problems;
    if (config.apiVersion.empty())
        problems.push_back(
            {Severity::Warning, "apiVersion", "is missing, taken as " + std::string(apiVersion)});
    if (config.kind.empty())
        problems.push_back({Severity::Warning, "kind", "is missing, taken as " + std::string(configKind)});
    checkAnnotations(config, problems);
    for (const ProviderField &field : providerFields())
        field.check(config, problems);
    return problems;
}

std::string errorText(const std::vector<ConfigProblem> &problems)
{
    std::string out;
    for (const ConfigProblem &problem : problems) {
        if (problem.severity != Severity::Error)
            continue;
        out += (out.empty() ? "" : "; ") + problem.field + " " + problem.message;
    }
    return out;
}

Json writeProviderConfig(const KubemarkProviderConfig &config)
{
    JsonObject document {{"apiVersion", apiVersion}, {"kind", configKind}};
    for (const ProviderField &field : providerFields())
        document.emplace(field.name, field.write(config));
    if (config.metadata != ObjectMeta())
        document.emplace("metadata", encode(config.metadata));
    return document;
}

} // namespace core::api
