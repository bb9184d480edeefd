// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/parse.h"

#include "core/api/providerconfig.h"
#include "core/api/recipe.h"
#include "core/api/yaml.h"
#include "core/base/number.h"
#include "core/experiment/size.h"
#include "core/scenario/fields.h"
#include "core/scenario/problems.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

namespace core::experiment {

using scenario::Field;
using scenario::FileReader;
using scenario::Problem;
using scenario::problemSaying;
using Problems = std::vector<Problem>;

namespace {

struct ShortName {
    std::string name;
    std::string kind;
    std::vector<std::string> path;
};

constexpr std::uintmax_t largestFile = 16 << 20; // bytes
constexpr std::size_t deepestPath = 50; // far below what is read of a document's depth

std::vector<std::string> annotationPath(std::string_view key)
{
    return {"spec", "template", "spec", "providerSpec", "value", "metadata", "annotations", std::string(key)};
}

const std::vector<ShortName> &shortNames()
{
    static const std::vector<ShortName> names {
        {"healthcheck.timeout", "MachineHealthCheck", {"spec", "unhealthyConditions", "*", "timeout"}},
        {"healthcheck.maxUnhealthy", "MachineHealthCheck", {"spec", "maxUnhealthy"}},
        {"healthcheck.nodeStartupTimeout", "MachineHealthCheck", {"spec", "nodeStartupTimeout"}},
        {"machineset.replicas", "MachineSet", {"spec", "replicas"}},
        {"machineset.deletePolicy", "MachineSet", {"spec", "deletePolicy"}},
        {"machineset.recipe", "MachineSet", annotationPath(api::keys::recipe)},
        {"machineset.boot", "MachineSet", annotationPath(api::keys::boot)},
        {"machinedeployment.replicas", "MachineDeployment", {"spec", "replicas"}},
        {"machinedeployment.maxSurge", "MachineDeployment",
            {"spec", "strategy", "rollingUpdate", "maxSurge"}},
        {"machinedeployment.maxUnavailable", "MachineDeployment",
            {"spec", "strategy", "rollingUpdate", "maxUnavailable"}},
        {"machinedeployment.boot", "MachineDeployment", annotationPath(api::keys::boot)},
    };
    return names;
}

/// "MachineHealthCheck.spec.maxUnhealthy": the kind, and below it the path.
std::optional<Variation> spelledOut(const std::string &name)
{
    Variation variation {name, {}, {}, {}};
    std::istringstream stream(name);
    std::getline(stream, variation.kind, '.');
    for (std::string part; std::getline(stream, part, '.');)
        variation.path.push_back(part);
    const bool isWhole = !variation.kind.empty() && variation.path.size() > 1
        && variation.path.size() <= deepestPath && !name.ends_with('.')
        && std::ranges::none_of(variation.path, &std::string::empty);
    return isWhole ? std::optional(variation) : std::nullopt;
}

std::optional<Variation> variationOf(const std::string &name)
{
    const auto found = std::ranges::find(shortNames(), name, &ShortName::name);
    return found == shortNames().end() ? spelledOut(name)
                                       : std::optional<Variation>({name, found->kind, found->path, {}});
}

void parseVariations(const Field &field, Experiment &experiment)
{
    if (!field.isObject())
        return;
    for (const auto &[name, values] : field.members()) {
        auto variation = variationOf(name);
        if (!variation) {
            std::string known;
            for (const std::string &each : knownVariations())
                known += (known.empty() ? "" : ", ") + each;
            values.problem(problemSaying("UnknownVariation", known));
            continue;
        }
        for (const Field &value : values.items())
            variation->values.push_back(value.json());
        if (values.json().is_array() && variation->values.empty())
            values.problem(problemSaying("NoValue"));
        else if (vary(experiment.scenario, *variation,
                     variation->values.empty() ? api::Json() : variation->values.front())
            == 0)
            values.problem(problemSaying("NothingVaries", variation->kind));
        experiment.variations.push_back(std::move(*variation));
    }
}

/// "1..20", or how many, counted from 1.
void parseSeeds(const Field &field, Experiment &experiment)
{
    const std::string text = valueText(field.json());
    const std::size_t dots = text.find("..");
    const auto first =
        base::parseNumber<std::uint64_t>(dots == std::string::npos ? "1" : text.substr(0, dots));
    const auto last =
        base::parseNumber<std::uint64_t>(dots == std::string::npos ? text : text.substr(dots + 2));
    if (!first || !last || *last < *first || *last == 0 || *last - *first >= mostSeeds) {
        field.problem(problemSaying("NotSeeds", mostSeeds));
        return;
    }
    experiment.firstSeed = *first;
    experiment.seeds = *last - *first + 1;
}

void parseMeasures(const Field &field, Experiment &experiment)
{
    for (const Field &item : field.items()) {
        const auto name = item.text();
        const auto measure = name ? measureOf(*name) : std::nullopt;
        if (name && !measure)
            item.problem(problemSaying(
                "Unknown", "recovery, ready-machine-hours, replaced, replaced-needlessly, length"));
        else if (measure && std::ranges::find(experiment.measures, *measure) != experiment.measures.end())
            item.problem(problemSaying("NamedTwice"));
        else if (measure)
            experiment.measures.push_back(*measure);
    }
    if (field.json().is_array() && field.json().get_array().empty())
        field.problem(problemSaying("NothingMeasured"));
}

/// The scenario with the objects of the files that it names, and with a name.
void parseScenarioOf(
    const Field &field, const FileReader &readFile, Experiment &experiment, Problems &problems)
{
    const auto fail = [&](const Problem &problem) {
        problems.push_back({problem.path.empty() ? "scenario" : "scenario." + problem.path, problem.message});
    };
    api::Json document = field.json();
    if (document.is_string()) {
        const auto text = readFile ? readFile(api::text(document.get_string()))
                                   : api::failWith(base::ErrorKind::NotFound, problemSaying("NoFiles"));
        const auto json =
            text ? api::parseYaml(*text) : base::Result<api::Json>(tl::unexpected(text.error()));
        if (!json)
            return fail({{}, api::sayingOf(json.error())});
        document = *json;
    }
    if (api::JsonObject *object = document.if_object(); object && !object->contains("name"))
        (*object)["name"] = experiment.name.empty() ? "experiment" : experiment.name;
    const auto parsed = scenario::parseScenario(api::writeJson(document), readFile);
    if (!parsed) {
        std::ranges::for_each(parsed.error(), fail);
        return;
    }
    for (std::size_t i = 0; i < parsed->steps.size(); ++i) {
        if (const auto *apply = std::get_if<scenario::Apply>(&parsed->steps[i].verb))
            document.as_object()["steps"].as_array()[i].as_object()["apply"] =
                api::JsonArray(apply->objects.begin(), apply->objects.end());
    }
    experiment.scenario = std::move(document);
    experiment.longest = longestLength(*parsed);
}

void parseTiming(const Field &field, Experiment &experiment)
{
    const auto name = field.text();
    const engine::Timing *timing = name ? engine::findTiming(*name) : nullptr;
    if (timing)
        experiment.timing = timing;
    else if (name)
        field.problem(problemSaying("UnknownTiming", "demo, realistic, fast"));
}

/// Tells how large it is only of what is right otherwise: too many variants would take long to count.
void checkSize(const Field &root, const Experiment &experiment, Problems &problems)
{
    std::size_t variants = 1;
    for (const Variation &variation : experiment.variations) {
        variants *= variation.values.size();
        if (variants > mostVariants) {
            root.problem(problemSaying("TooManyVariants", mostVariants));
            return;
        }
    }
    if (problems.empty())
        problems = oversizes(experiment);
}

base::Result<std::string> wholeFile(const std::filesystem::path &path)
{
    std::ifstream stream(path, std::ios::binary);
    std::ostringstream text;
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(path, error);
    if (!error && size > largestFile)
        return api::failWith(base::ErrorKind::Invalid, problemSaying("TooLarge", path.string(), "16 MiB"));
    if (!stream || std::filesystem::is_directory(path, error) || !(text << stream.rdbuf()))
        return api::failWith(base::ErrorKind::NotFound, problemSaying("Unreadable", path.string()));
    return text.str();
}

} // namespace

std::vector<std::string> knownVariations()
{
    std::vector<std::string> names;
    for (const ShortName &known : shortNames())
        names.push_back(known.name);
    return names;
}

scenario::Parsed<Experiment> parseExperiment(std::string_view yaml, const FileReader &readFile)
{
    const auto json = api::parseYaml(yaml);
    if (!json)
        return tl::unexpected(Problems {{{}, api::sayingOf(json.error())}});
    Problems problems;
    const Field root(*json, {}, problems);
    Experiment experiment;
    experiment.timing = engine::findTiming("realistic");
    if (root.isObject()) {
        root.allowOnly({"name", "description", "scenario", "seeds", "timing", "vary", "measure"});
        if (const auto name = root.require("name"))
            experiment.name = name->text().value_or(std::string());
        if (const auto description = root.find("description"))
            experiment.description = valueText(description->json());
        if (const auto scenario = root.require("scenario"))
            parseScenarioOf(*scenario, readFile, experiment, problems);
        if (const auto seeds = root.require("seeds"))
            parseSeeds(*seeds, experiment);
        if (const auto timing = root.find("timing"))
            parseTiming(*timing, experiment);
        if (const auto measures = root.find("measure"))
            parseMeasures(*measures, experiment);
        else
            experiment.measures = {Measure::Recovery, Measure::ReadyMachineHours, Measure::Replaced,
                Measure::ReplacedNeedlessly};
        if (const auto varied = root.find("vary"); varied && experiment.scenario.is_object())
            parseVariations(*varied, experiment);
        checkSize(root, experiment, problems);
    }
    if (!problems.empty())
        return tl::unexpected(std::move(problems));
    return experiment;
}

scenario::Parsed<Experiment> loadExperiment(const std::string &path)
{
    const auto text = wholeFile(path);
    if (!text)
        return tl::unexpected(Problems {{{}, api::sayingOf(text.error())}});
    return parseExperiment(*text, filesBeside(path));
}

scenario::FileReader filesBeside(const std::string &path)
{
    if (path.empty())
        return {};
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    return [folder](const std::string &name) -> base::Result<std::string> {
        const std::filesystem::path file(name);
        if (file.empty() || !file.is_relative() || *file.lexically_normal().begin() == "..")
            return api::failWith(base::ErrorKind::Invalid, problemSaying("LeadsOutOfExperiment", name));
        std::error_code error;
        if (!std::filesystem::is_regular_file(folder / file, error)) // a pipe would never end
            return api::failWith(
                base::ErrorKind::NotFound, problemSaying("Unreadable", (folder / file).string()));
        return wholeFile(folder / file);
    };
}

} // namespace core::experiment
