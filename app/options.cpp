// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/options.h"

#include "core/api/time.h"

#include <CLI/CLI.hpp>

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

std::string durationProblem(const std::string &text)
{
    const auto duration = core::api::parseDuration(text);
    if (!duration)
        return duration.error().message;
    return duration->count() < 0 ? "must not be negative" : std::string();
}

std::string firstLine(std::string text)
{
    text.resize(std::min(text.find('\n'), text.size()));
    return text;
}

} // namespace

Result<Names> chosenControllers(const std::string &text, const Names &known)
{
    if (text == "all")
        return known;
    Names chosen;
    if (text == "none" || text.empty())
        return chosen;
    std::istringstream stream(text);
    for (std::string name; std::getline(stream, name, ',');) {
        if (!known.contains(name))
            return fail(ErrorKind::Invalid,
                "--controllers: there is no controller \"" + name + "\"; known are " + joined(known));
        chosen.insert(name);
    }
    return chosen;
}

Parsed parseCommandLine(const std::vector<std::string> &arguments, const Names &knownControllers)
{
    Options options;
    std::string controllers;
    std::string exitAfter;
    std::uint64_t seed = 0;
    CLI::App cli(about, "hollowlab");
    cli.set_version_flag("--version", std::string("hollowlab ") + HOLLOWLAB_VERSION);
    auto *lab =
        cli.add_option("--lab", options.lab, "lab to open: a name, a directory, or :memory: to keep nothing")
            ->type_name("NAME|PATH|:memory:");
    auto *kubeconfig =
        cli.add_option("--kubeconfig", options.kubeconfig, "work on the cluster of this kubeconfig")
            ->type_name("FILE");
    auto *context =
        cli.add_option("--context", options.context, "context of the kubeconfig")->type_name("NAME");
    cli.add_option("--namespace", options.ns, "namespace for what is created (lab: default)")
        ->type_name("NS");
    cli.add_flag("--headless", options.headless, "no window; prints a ready line when the lab serves");
    cli.add_option("--listen", options.port, "port of the lab's API server (any free one)")
        ->check(CLI::Range(0, 65535))
        ->type_name("PORT");
    cli.add_option("--kubeconfig-out", options.kubeconfigOut, "also write the lab's kubeconfig here")
        ->type_name("FILE");
    auto *chosen = cli.add_option("--controllers", controllers,
                          "comma list of " + joined(knownControllers) + "; or all, none")
                       ->type_name("LIST|all|none");
    cli.add_option(
           "--scenario", options.scenario, "run this scenario, then leave with 0 if all it claims held")
        ->check(CLI::ExistingFile)
        ->type_name("FILE");
    cli.add_option("--report", options.reportDirectory, "write the scenario's report here")->type_name("DIR");
    auto *pace = cli.add_option("--pace", options.pace, "virtual seconds per second in a lab; 0 is paused")
                     ->check(CLI::Range(0.0, 1000.0))
                     ->type_name("N");
    auto *seedOption = cli.add_option("--seed", seed, "seed of all chance in the lab")->type_name("N");
    auto *exitOption = cli.add_option("--exit-after", exitAfter, "leave after this time")
                           ->check([](const std::string &text) { return durationProblem(text); })
                           ->type_name("DURATION");
    cli.add_option("--screenshot", options.screenshot, "write a picture of the window here before leaving")
        ->type_name("FILE");
    cli.add_flag("--read-only", options.readOnly, "change nothing on the cluster");
    cli.add_flag("--fresh", options.fresh,
        "ignore saved window settings and begin the lab anew; the old one is kept aside");
    cli.add_flag("--print-paths", options.printPaths, "print where files are kept, and leave");
    cli.add_flag("-v,--verbose", options.verbose, "log decisions to standard error");
    lab->excludes(kubeconfig)->excludes(context);
    pace->excludes(kubeconfig)->excludes(context);
    try {
        cli.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    } catch (const CLI::CallForHelp &) {
        return {{}, cli.help(), 0};
    } catch (const CLI::CallForVersion &version) {
        return {{}, std::string(version.what()) + "\n", 0};
    } catch (const CLI::ParseError &error) {
        return {{}, "hollowlab: " + firstLine(error.what()) + " (see hollowlab --help)\n", 2};
    }
    options.external = kubeconfig->count() > 0 || context->count() > 0;
    if (chosen->count() > 0) {
        if (const auto names = chosenControllers(controllers, knownControllers); !names)
            return {{}, "hollowlab: " + names.error().message + "\n", 2};
        options.controllers = controllers;
    }
    if (seedOption->count() > 0)
        options.seed = seed;
    if (exitOption->count() > 0)
        options.exitAfter = core::api::parseDuration(exitAfter).value_or(core::base::Duration(0));
    return {options, {}, 0};
}

} // namespace app
