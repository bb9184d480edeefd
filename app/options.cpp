// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/options.h"

#include "app/libraries.h"

#include "core/api/names.h"
#include "core/api/time.h"
#include "core/base/number.h"
#include "core/engine/timing.h"

#include <CLI/CLI.hpp>

#include <cmath>
#include <cstdlib>
#include <sstream>

namespace app {

using core::base::ErrorKind;
using core::base::fail;
using core::base::Result;
using Names = std::set<std::string, std::less<>>;

namespace {

constexpr const char *about =
    "Hollow Lab: machines come, go, break and heal, on a cluster of hollow nodes.\n"
    "Without options it opens the window on the lab \"default\", which it keeps on disk.";

std::string joined(const Names &names)
{
    std::string text;
    for (const std::string &name : names)
        text += (text.empty() ? "" : ", ") + name;
    return text;
}

tl::unexpected<core::base::Error> unknownController(
    const std::string &option, const std::string &name, const Names &known)
{
    return fail(
        ErrorKind::Invalid, option + ": there is no controller \"" + name + "\"; known are " + joined(known));
}

std::string durationProblem(const std::string &text)
{
    const auto duration = core::api::parseDuration(text);
    if (!duration)
        return duration.error().message;
    constexpr std::chrono::hours most {596}; // what fits into a timer's milliseconds
    if (*duration > most)
        return "must be at most " + core::api::formatDuration(most);
    return duration->count() < 0 ? "must not be negative" : std::string();
}

/// A range lets everything through that is neither below nor above.
std::string paceProblem(const std::string &text)
{
    const auto pace = core::base::parseNumber<double>(text);
    return pace && !std::isnan(*pace) ? std::string() : "must be a number";
}

std::string seedProblem(const std::string &text)
{
    return core::base::parseNumber<std::uint64_t>(text)
        ? std::string()
        : "\"" + text + "\" must be a whole number from 0 to 18446744073709551615";
}

/// An empty name would lead to the directory of all labs.
std::string labProblem(const std::string &text)
{
    return text.empty() ? "must not be empty" : std::string();
}

std::string namespaceProblem(const std::string &text)
{
    return core::api::isDnsLabel(text)
        ? std::string()
        : "\"" + text + "\" is no name of a namespace: small letters, digits and -, at most 63";
}

std::vector<std::string> timingNames()
{
    std::vector<std::string> names;
    for (const core::engine::Timing &timing : core::engine::timings())
        names.emplace_back(timing.name);
    return names;
}

std::string firstLine(std::string text)
{
    text.resize(std::min(text.find('\n'), text.size()));
    return text;
}

Parsed refused(const core::base::Error &error)
{
    return {{}, "hollowlab: " + error.message + "\n", 2};
}

/// The subcommand, and where what it was given goes.
struct ExplainLine {
    explicit ExplainLine(CLI::App &cli)
        : command(
            cli.add_subcommand("explain", "tell why a controller does, or does not yet, act on an object"))
    {
        command->add_option("OBJECT", object, "what to explain, as KIND/NAME: machine/workers-x7k2p")
            ->required();
        command->add_option("-n,--namespace", options.ns, "namespace of the object")->type_name("NS");
        auto *kubeconfig =
            command->add_option("--kubeconfig", file, "ask the lab of this kubeconfig")->type_name("FILE");
        command->add_option("--lab", lab, "ask the lab of this name or directory (default)")
            ->excludes(kubeconfig)
            ->type_name("NAME|PATH");
        command->add_option("-o,--output", format, "text or json")->check(CLI::IsMember({"text", "json"}));
    }

    /// Nothing when the subcommand was not given.
    Result<std::optional<ExplainOptions>> parsed()
    {
        if (!command->parsed())
            return std::nullopt;
        const std::size_t slash = std::min(object.find('/'), object.size());
        options.kind = object.substr(0, slash);
        options.name = object.substr(std::min(slash + 1, object.size()));
        if (options.kind.empty() || options.name.empty())
            return fail(ErrorKind::Invalid, "explain: \"" + object + "\" must be KIND/NAME");
        options.asJson = format == "json";
        return options;
    }

    CLI::App *command;
    ExplainOptions options;
    std::string object;
    std::string file;
    std::string lab;
    std::string format = "text";
};

/// The subcommand, and where what it was given goes.
struct ExperimentLine {
    explicit ExperimentLine(CLI::App &cli)
        : command(cli.add_subcommand("experiment",
            "answer a question by many runs of a scenario in virtual time, and print the answer"))
    {
        command->add_option("FILE", options.file, "the experiment; -: read it from standard input")
            ->required();
        command->add_option("-o,--output", format, "text, or json: a line for each run")
            ->check(CLI::IsMember({"text", "json"}));
        command->add_option("--share", share, "carry only the I-th of N shares of the runs out")
            ->type_name("I/N");
        auto *directory =
            command->add_option("--report", options.reportDirectory, "write the report of one run here")
                ->type_name("DIR");
        command->add_option("--variant", options.variant, "of that run, from 1")
            ->needs(directory)
            ->check(CLI::Range(std::size_t(1), std::size_t(1'000'000)))
            ->type_name("N");
        command->add_option("--seed", options.seed, "of that run")->needs(directory)->type_name("N");
    }

    /// Nothing when the subcommand was not given.
    Result<std::optional<ExperimentOptions>> parsed()
    {
        if (!command->parsed())
            return std::nullopt;
        options.asJson = format == "json";
        const std::size_t slash = std::min(share.find('/'), share.size());
        const auto which = core::base::parseNumber<std::size_t>(share.substr(0, slash));
        const auto of = core::base::parseNumber<std::size_t>(share.substr(std::min(slash + 1, share.size())));
        if (!which || !of || *which == 0 || *which > *of)
            return fail(ErrorKind::Invalid, "--share: \"" + share + "\" must be I/N, such as 1/2");
        options.share = *which - 1;
        options.shares = *of;
        return options;
    }

    CLI::App *command;
    ExperimentOptions options;
    std::string format = "text";
    std::string share = "1/1";
};

} // namespace

Result<Names> chosenControllers(const std::string &text, const Names &known)
{
    Names chosen;
    std::istringstream stream(text);
    for (std::string item; std::getline(stream, item, ',');) {
        const bool off = item.starts_with('-');
        const std::string name = item.substr(off ? 1 : 0);
        if (item == "all")
            chosen = known;
        else if (item == "none")
            chosen.clear();
        else if (!known.contains(name))
            return unknownController("--controllers", name, known);
        else if (off)
            chosen.erase(name);
        else
            chosen.insert(name);
    }
    return chosen;
}

Result<std::map<std::string, std::size_t, std::less<>>> chosenConcurrency(
    const std::string &text, const Names &known)
{
    std::map<std::string, std::size_t, std::less<>> chosen;
    std::istringstream stream(text);
    for (std::string item; std::getline(stream, item, ',');) {
        const std::size_t equals = std::min(item.find('='), item.size());
        const std::string name = item.substr(0, equals);
        if (!known.contains(name))
            return unknownController("--concurrent-syncs", name, known);
        const std::string_view number = std::string_view(item).substr(std::min(equals + 1, item.size()));
        const auto most = core::base::parseNumber<std::size_t>(number);
        if (!most || *most == 0)
            return fail(ErrorKind::Invalid,
                "--concurrent-syncs: \"" + item + "\" must be NAME=N with a number from 1 on");
        chosen[name] = *most;
    }
    return chosen;
}

Parsed parseCommandLine(const std::vector<std::string> &arguments, const Names &knownControllers)
{
    Options options;
    std::string controllers;
    std::string concurrency;
    int metricsPort = 0;
    std::string exitAfter;
    std::string unknownCel;
    std::string authorization;
    std::uint64_t seed = 0;
    CLI::App cli(about, "hollowlab");
    ExplainLine explain(cli);
    ExperimentLine experiment(cli);
    cli.set_version_flag(
        "--version", std::string("hollowlab ") + HOLLOWLAB_VERSION + "\n" + versionsText(librariesInUse()));
    auto *lab =
        cli.add_option("--lab", options.lab, "lab to open: a name, a directory, or :memory: to keep nothing")
            ->check([](const std::string &text) { return labProblem(text); })
            ->type_name("NAME|PATH|:memory:");
    auto *kubeconfig =
        cli.add_option("--kubeconfig", options.kubeconfig, "work on the cluster of this kubeconfig")
            ->type_name("FILE");
    auto *context =
        cli.add_option("--context", options.context, "context of the kubeconfig")->type_name("NAME");
    cli.add_option("--allow-file", options.allowedFiles,
           "let the kubeconfig send this file outside its folder as a token, now and later")
        ->type_name("FILE");
    cli.add_flag("--allow-exec", options.allowExec,
        "let the kubeconfig run the command that its context logs in with, now and later");
    cli.add_option("--namespace", options.ns, "namespace for what is created (lab: default)")
        ->check([](const std::string &text) { return namespaceProblem(text); })
        ->type_name("NS");
    cli.add_flag("--headless", options.headless, "no window; prints a ready line when the lab serves");
    cli.add_option("--listen", options.port, "port of the lab's API server (any free one)")
        ->check(CLI::Range(0, 65535))
        ->type_name("PORT");
    cli.add_option("--kubeconfig-out", options.kubeconfigOut, "also write the lab's kubeconfig here")
        ->type_name("FILE");
    auto *viewer = cli.add_option("--viewer-kubeconfig-out", options.viewerKubeconfigOut,
                          "write a kubeconfig here for those who may only look at the lab")
                       ->type_name("FILE");
    auto *chosen = cli.add_option("--controllers", controllers,
                          "comma list of " + joined(knownControllers)
                              + "; or all, none; -NAME leaves one out: all,-healthcheck")
                       ->type_name("LIST|all|none");
    cli.add_option("--concurrent-syncs", concurrency,
           "how many plans of a controller may be under way: machine=50,nodelink=10")
        ->type_name("NAME=N,...");
    cli.add_option("--max-machines", options.mostMachines,
           "make no more machines than these; otherwise as many as fit into half of the free memory")
        ->check(CLI::Range(std::size_t(0), std::size_t(1'000'000'000)))
        ->type_name("N");
    auto *metrics =
        cli.add_option("--metrics-listen", metricsPort,
               "serve /metrics, /healthz, /readyz and /debug on this port of 127.0.0.1 over plain HTTP")
            ->check(CLI::Range(0, 65535))
            ->type_name("PORT");
    auto *scenario = cli.add_option("--scenario", options.scenario,
                            "run this scenario, then leave with 0 if all it claims held")
                         ->check(CLI::ExistingFile)
                         ->type_name("FILE");
    cli.add_option("--report", options.reportDirectory, "write the scenario's report here")
        ->needs(scenario)
        ->type_name("DIR");
    auto *pace = cli.add_option("--pace", options.pace, "virtual seconds per second in a lab; 0 is paused")
                     ->check(CLI::Range(0.0, 1000.0))
                     ->check([](const std::string &text) { return paceProblem(text); })
                     ->type_name("N");
    auto *timing = cli.add_option("--timing", options.timing,
                          "how quickly machines boot and fail in the lab, from now on: demo, realistic (as "
                          "Kubernetes has it) or fast; a new lab has demo in the window, else fast")
                       ->check(CLI::IsMember(timingNames()))
                       ->type_name("demo|realistic|fast");
    auto *seedOption = cli.add_option("--seed", seed, "seed of all chance in the lab")
                           ->check([](const std::string &text) { return seedProblem(text); })
                           ->type_name("N");
    auto *exitOption = cli.add_option("--exit-after", exitAfter, "leave after this time")
                           ->check([](const std::string &text) { return durationProblem(text); })
                           ->type_name("DURATION");
    cli.add_option("--screenshot", options.screenshot, "write a picture of the window here before leaving")
        ->type_name("FILE");
    cli.add_flag("--read-only", options.readOnly,
        "change nothing: no request that writes leaves, a lab on disk is shown as it was left and takes no "
        "writes; no controller runs");
    cli.add_option("--unknown-cel", unknownCel,
           "what a lab does with definitions whose rules in CEL call functions that it does not know")
        ->check(CLI::IsMember({"warn", "refuse"}))
        ->type_name("warn|refuse");
    auto *access =
        cli.add_option("--authorization", authorization,
               "who may do what in a lab: whoever is known everything, or what roles and bindings say")
            ->check(CLI::IsMember({"owner", "rbac"}))
            ->type_name("owner|rbac");
    cli.add_flag("--fresh", options.fresh,
        "ignore saved window settings and begin the lab anew; the old one is kept aside");
    cli.add_flag("--print-paths", options.printPaths, "print where files are kept, and leave");
    cli.add_flag("-v,--verbose", options.verbose, "log decisions to standard error");
    lab->excludes(kubeconfig)->excludes(context);
    for (CLI::Option *ofLabs : {pace, timing, viewer, access})
        ofLabs->excludes(kubeconfig)->excludes(context);
    try {
        cli.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    } catch (const CLI::CallForHelp &) {
        return {{}, cli.help(), 0};
    } catch (const CLI::CallForVersion &version) {
        return {{}, std::string(version.what()) + "\n", 0};
    } catch (const CLI::ParseError &error) {
        return {{}, "hollowlab: " + firstLine(error.what()) + " (see hollowlab --help)\n", 2};
    }
    const auto explained = explain.parsed();
    if (!explained)
        return refused(explained.error());
    options.explain = *explained;
    if (options.explain) {
        if (!explain.file.empty())
            options.kubeconfig = explain.file;
        if (lab->count() == 0)
            options.lab = explain.lab;
    }
    const auto experimented = experiment.parsed();
    if (!experimented)
        return refused(experimented.error());
    options.experiment = *experimented;
    options.evaluatesRoles = authorization == "rbac";
    if (!options.headless)
        options.newLabTiming = "demo";
    options.refusesUnknownCel = unknownCel == "refuse";
    options.external = kubeconfig->count() > 0 || context->count() > 0;
    if (chosen->count() > 0) {
        if (const auto names = chosenControllers(controllers, knownControllers); !names)
            return refused(names.error());
        else if (options.readOnly && !names->empty())
            return refused({ErrorKind::Invalid, "--controllers: no controller runs with --read-only", {}});
        options.controllers = controllers;
    }
    if (options.readOnly && options.fresh && !options.external)
        return refused({ErrorKind::Invalid, "--fresh begins the lab anew, which --read-only forbids", {}});
    auto concurrentSyncs = chosenConcurrency(concurrency, knownControllers);
    if (!concurrentSyncs)
        return refused(concurrentSyncs.error());
    options.concurrentSyncs = std::move(*concurrentSyncs);
    if (metrics->count() > 0)
        options.metricsPort = metricsPort;
    if (seedOption->count() > 0)
        options.seed = seed;
    if (exitOption->count() > 0)
        options.exitAfter = core::api::parseDuration(exitAfter).value_or(core::base::Duration(0));
    return {options, {}, 0};
}

} // namespace app
