// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/parse.h"

#include "core/api/machine.h"
#include "core/api/node.h"
#include "core/api/recipe.h"
#include "core/api/yaml.h"
#include "core/scenario/fields.h"
#include "core/scenario/problems.h"
#include "core/timeline/text.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace core::scenario {

namespace {

constexpr std::array<std::string_view, 8> verbs {
    "apply", "scale", "fault", "heal", "delete", "waitUntil", "assert", "wait"};

void parseStateCounts(const Field &field, Target::Kind kind, std::vector<Condition> &conditions)
{
    if (!field.isObject())
        return;
    const bool ofNodes = kind == Target::Kind::Node;
    if (ofNodes)
        field.allowOnly({"of", "Ready", "NotReady", "Unknown", "total"});
    else
        field.allowOnly({"of", "Provisioning", "Provisioned", "Running", "Deleting", "Failed", "total"});
    const auto of = field.find("of");
    const auto set = of ? of->name() : std::nullopt;
    bool any = false;
    for (const auto &[state, count] : field.members()) {
        if (state == "of")
            continue;
        any = true;
        if (const auto bound = count.bound())
            conditions.emplace_back(StateCount {kind, set, state, *bound});
    }
    if (!any)
        field.problem(problemSaying("NoCount", ofNodes ? "Ready: 3" : "Running: 3"));
}

/// {machineSet: workers}: exactly one of the kinds.
std::optional<Existence> parseObject(const Field &field, bool isThere)
{
    if (!field.isObject())
        return std::nullopt;
    field.allowOnly({"machine", "machineSet", "node", "healthCheck"});
    const auto members = field.members();
    if (members.size() != 1) {
        field.problem(problemSaying("OneOf", "machine, machineSet, node, healthCheck"));
        return std::nullopt;
    }
    const auto &[kind, nameField] = members.front();
    const auto name = nameField.name();
    if (!name)
        return std::nullopt;
    if (kind == "machine")
        return Existence {&api::resourceOf<api::Machine>(), *name, isThere};
    if (kind == "machineSet")
        return Existence {&api::resourceOf<api::MachineSet>(), *name, isThere};
    if (kind == "healthCheck")
        return Existence {&api::resourceOf<api::MachineHealthCheck>(), *name, isThere};
    return Existence {&api::resourceOf<api::Node>(), *name, isThere};
}

std::optional<EpisodeCount> parseEpisodes(const Field &field)
{
    if (!field.isObject())
        return std::nullopt;
    field.allowOnly({"of", "outcome", "recoveredWithin", "count"});
    EpisodeCount episodes;
    if (const auto of = field.find("of"))
        episodes.set = of->name();
    if (const auto outcome = field.find("outcome")) {
        if (const auto name = outcome->text()) {
            episodes.outcome = timeline::outcomeOf(*name);
            if (!episodes.outcome)
                outcome->problem(problemSaying("UnknownOutcome", *name, "open, replaced, healed, gone"));
        }
    }
    if (const auto within = field.find("recoveredWithin"))
        episodes.recoveredWithin = within->duration();
    if (const auto count = field.find("count"))
        episodes.bound = count->bound().value_or(episodes.bound);
    return episodes;
}

std::optional<HealthCheckStatus> parseHealthCheck(const Field &field)
{
    if (!field.isObject())
        return std::nullopt;
    field.allowOnly({"name", "expected", "healthy", "remediationsAllowed"});
    HealthCheckStatus status;
    if (const auto name = field.require("name"))
        status.check = name->name().value_or(ObjectKey());
    bool any = false;
    const auto take = [&](std::string_view name, std::optional<Bound> &bound) {
        if (const auto found = field.find(name)) {
            any = true;
            bound = found->bound();
        }
    };
    take("expected", status.expected);
    take("healthy", status.healthy);
    take("remediationsAllowed", status.remediationsAllowed);
    if (!any)
        field.problem(problemSaying("SomeOf", "expected, healthy, remediationsAllowed"));
    return status;
}

void parsePodCounts(const Field &field, std::vector<Condition> &conditions)
{
    if (!field.isObject())
        return;
    field.allowOnly({"of", "Pending", "Running", "Succeeded", "Failed", "total"});
    const auto of = field.find("of");
    const auto controller = of ? of->name() : std::nullopt;
    bool any = false;
    for (const auto &[phase, count] : field.members()) {
        if (phase == "of")
            continue;
        any = true;
        if (const auto bound = count.bound())
            conditions.emplace_back(PodCount {controller, phase, *bound});
    }
    if (!any)
        field.problem(problemSaying("NoCount", "Pending: 3"));
}

std::optional<JobStatus> parseJob(const Field &field)
{
    if (!field.isObject())
        return std::nullopt;
    field.allowOnly({"name", "active", "succeeded", "failed", "ended"});
    JobStatus status;
    if (const auto name = field.require("name"))
        status.job = name->name().value_or(ObjectKey());
    if (const auto ended = field.find("ended")) {
        status.ended = ended->text().value_or(std::string());
        if (status.ended != "Complete" && status.ended != "Failed")
            ended->problem(problemSaying("UnknownEnd"));
    }
    for (const auto &[name, bound] : {std::pair("active", &status.active),
             std::pair("succeeded", &status.succeeded), std::pair("failed", &status.failed)}) {
        if (const auto found = field.find(name))
            *bound = found->bound();
    }
    if (field.members().size() < 2)
        field.problem(problemSaying("SomeOf", "active, succeeded, failed, ended"));
    return status;
}

template<typename T>
void append(std::vector<Condition> &conditions, std::optional<T> parsed)
{
    if (parsed)
        conditions.emplace_back(std::move(*parsed));
}

std::vector<Condition> parseConditions(const Field &field)
{
    std::vector<Condition> conditions;
    bool any = false;
    for (const auto &[name, condition] : field.members()) {
        if (name == "within")
            continue;
        any = true;
        if (name == "nodes") {
            parseStateCounts(condition, Target::Kind::Node, conditions);
        } else if (name == "machines") {
            parseStateCounts(condition, Target::Kind::Machine, conditions);
        } else if (name == "complete") {
            if (const auto set = condition.name())
                conditions.emplace_back(SetComplete {*set});
        } else if (name == "exists") {
            append(conditions, parseObject(condition, true));
        } else if (name == "gone") {
            append(conditions, parseObject(condition, false));
        } else if (name == "episodes") {
            append(conditions, parseEpisodes(condition));
        } else if (name == "healthCheck") {
            append(conditions, parseHealthCheck(condition));
        } else if (name == "pods") {
            parsePodCounts(condition, conditions);
        } else if (name == "job") {
            append(conditions, parseJob(condition));
        } else {
            condition.problem(problemSaying("UnknownCondition",
                "nodes, machines, complete, exists, gone, episodes, healthCheck, pods, job"));
        }
    }
    if (!any)
        field.problem(problemSaying("NoCondition"));
    return conditions;
}

std::optional<Target> parseTargetField(const Field &field, Target::Kind kind)
{
    const auto written = field.text();
    if (!written)
        return std::nullopt;
    const auto target = parseTarget(*written, kind);
    if (!target) {
        field.problem(api::sayingOf(target.error()));
        return std::nullopt;
    }
    if (target->kind != kind) {
        field.problem(
            kind == Target::Kind::Node ? problemSaying("NamesMachines") : problemSaying("NamesNodes"));
        return std::nullopt;
    }
    return *target;
}

/// {node: …} or {machine: …}, exactly one of the two.
std::optional<Target> parseTargetIn(const Field &field)
{
    const auto node = field.find("node");
    const auto machine = field.find("machine");
    if (node.has_value() == machine.has_value()) {
        field.problem(problemSaying("OneOf", "node, machine"));
        return std::nullopt;
    }
    return node ? parseTargetField(*node, Target::Kind::Node)
                : parseTargetField(*machine, Target::Kind::Machine);
}

Verb parseScale(const Field &field)
{
    Scale scale;
    if (!field.isObject())
        return scale;
    field.allowOnly({"machineSet", "replicas"});
    if (const auto set = field.require("machineSet"))
        scale.machineSet = set->name().value_or(ObjectKey());
    if (const auto replicas = field.require("replicas")) {
        scale.replicas = replicas->integer().value_or(0);
        if (scale.replicas < 0)
            replicas->problem(problemSaying("Negative"));
    }
    return scale;
}

Verb parseFault(const Field &field)
{
    Fault fault;
    if (!field.isObject())
        return fault;
    field.allowOnly({"node", "machine", "kind", "for"});
    fault.target = parseTargetIn(field).value_or(Target());
    const auto kind = field.require("kind");
    const auto written = kind ? kind->text() : std::nullopt;
    const auto lasts = field.find("for");
    const auto length = lasts ? lasts->duration() : std::nullopt;
    if (!written || (lasts && !length))
        return fault;
    const auto recipe =
        api::parseRecipe(length ? *written + " for " + api::formatDuration(*length) : *written);
    if (recipe)
        fault.recipe = api::recipeText(*recipe);
    else
        kind->problem(api::sayingOf(recipe.error()));
    return fault;
}

Verb parseHeal(const Field &field)
{
    if (!field.isObject())
        return Heal();
    field.allowOnly({"node", "machine"});
    return Heal {parseTargetIn(field).value_or(Target())};
}

Verb parseDelete(const Field &field)
{
    if (!field.isObject())
        return Delete();
    if (!field.find("node") && !field.find("machine"))
        return Delete {parseObject(field, true).value_or(Existence())};
    field.allowOnly({"node", "machine"});
    return Delete {parseTargetIn(field).value_or(Target())};
}

Verb parseWaitUntil(const Field &field)
{
    WaitUntil wait;
    if (!field.isObject())
        return wait;
    wait.all = parseConditions(field);
    if (const auto within = field.require("within"))
        wait.within = within->duration().value_or(base::Duration::zero());
    return wait;
}

Verb parseAssert(const Field &field)
{
    if (!field.isObject())
        return Assert();
    if (const auto within = field.find("within"))
        within->problem(problemSaying("HoldsAtOnce"));
    return Assert {parseConditions(field)};
}

void checkObject(const Field &where, const api::Json &object)
{
    for (const auto path : {"apiVersion", "kind"}) {
        if (api::textAt(object, {path}).empty())
            where.problem(problemSaying("ObjectLacks", path));
    }
    if (api::textAt(object, {"metadata", "name"}).empty())
        where.problem(problemSaying("ObjectLacks", "metadata.name"));
}

bool staysInside(const std::filesystem::path &name)
{
    return !name.empty() && name.is_relative() && *name.lexically_normal().begin() != "..";
}

std::vector<api::Json> objectsOfFile(const Field &field, const FileReader &readFile)
{
    const auto name = field.text();
    if (!name)
        return {};
    if (!staysInside(*name)) {
        field.problem(problemSaying("LeadsOut", *name));
        return {};
    }
    const auto text =
        readFile ? readFile(*name) : api::failWith(base::ErrorKind::NotFound, problemSaying("NoFiles"));
    if (!text) {
        field.problem(api::sayingOf(text.error()));
        return {};
    }
    auto objects = api::parseYamlDocuments(*text);
    if (!objects) {
        field.problem(problemSaying("OfFile", *name, api::sayingOf(objects.error())));
        return {};
    }
    return std::move(*objects);
}

Verb parseApply(const Field &field, const FileReader &readFile)
{
    Apply apply;
    const auto file = field.find("file");
    if (file) {
        field.allowOnly({"file"});
        apply.objects = objectsOfFile(*file, readFile);
        for (const api::Json &object : apply.objects)
            checkObject(*file, object);
    } else if (field.json().is_array()) {
        for (const Field &item : field.items()) {
            checkObject(item, item.json());
            apply.objects.push_back(item.json());
        }
    } else if (field.isObject()) {
        checkObject(field, field.json());
        apply.objects.push_back(field.json());
    }
    return apply;
}

Verb parseVerb(std::string_view name, const Field &field, const FileReader &readFile)
{
    if (name == "apply")
        return parseApply(field, readFile);
    if (name == "scale")
        return parseScale(field);
    if (name == "fault")
        return parseFault(field);
    if (name == "heal")
        return parseHeal(field);
    if (name == "delete")
        return parseDelete(field);
    if (name == "waitUntil")
        return parseWaitUntil(field);
    if (name == "assert")
        return parseAssert(field);
    return Wait {field.duration().value_or(base::Duration::zero())};
}

Step parseStep(const Field &field, const FileReader &readFile)
{
    Step step;
    if (!field.isObject())
        return step;
    int found = 0;
    for (const auto &[name, value] : field.members()) {
        if (name == "say") {
            step.say = value.text().value_or(std::string());
        } else if (std::ranges::find(verbs, name) != verbs.end()) {
            ++found;
            step.verb = parseVerb(name, value, readFile);
        } else {
            value.problem(
                problemSaying("UnknownVerb", "apply, scale, fault, heal, delete, waitUntil, assert, wait"));
            return step;
        }
    }
    if (found != 1)
        field.problem(found == 0 ? problemSaying("NoVerb") : problemSaying("SeveralVerbs"));
    return step;
}

base::Result<std::string> readWholeFile(const std::filesystem::path &path)
{
    std::ifstream stream(path, std::ios::binary);
    std::ostringstream text;
    if (!stream || std::filesystem::is_directory(path)
        || (stream.peek() != std::ifstream::traits_type::eof() && !(text << stream.rdbuf())))
        return api::failWith(base::ErrorKind::NotFound, problemSaying("Unreadable", path.string()));
    return text.str();
}

} // namespace

api::Saying Problem::saying() const
{
    return path.empty() ? message : problemSaying("At", path, message);
}

Parsed<Scenario> parseScenario(std::string_view yaml, const FileReader &readFile)
{
    const auto json = api::parseYaml(yaml);
    if (!json)
        return tl::unexpected(std::vector<Problem> {{{}, api::sayingOf(json.error())}});
    std::vector<Problem> problems;
    const Field root(*json, {}, problems);
    Scenario scenario;
    if (root.isObject()) {
        root.allowOnly({"name", "description", "steps"});
        if (const auto name = root.require("name"))
            scenario.name = name->text().value_or(std::string());
        if (const auto description = root.find("description"))
            scenario.description = description->text().value_or(std::string());
        if (const auto steps = root.require("steps")) {
            for (const Field &item : steps->items())
                scenario.steps.push_back(parseStep(item, readFile));
            if (steps->json().is_array() && scenario.steps.empty())
                steps->problem(problemSaying("NoStep"));
        }
    }
    if (!problems.empty())
        return tl::unexpected(std::move(problems));
    return scenario;
}

Parsed<Scenario> loadScenario(const std::string &path)
{
    const auto text = readWholeFile(path);
    if (!text)
        return tl::unexpected(std::vector<Problem> {{{}, api::sayingOf(text.error())}});
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    return parseScenario(*text, [&folder](const std::string &name) { return readWholeFile(folder / name); });
}

} // namespace core::scenario
