// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The command line as a value.

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/past/versionlog.h"

#include <QString>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace app {

/// hollowlab explain KIND/NAME
struct ExplainOptions {
    std::string kind; ///< as kubectl would take it
    std::string name;
    std::string ns; ///< empty: that of the context
    bool asJson = false;
};

/// hollowlab experiment FILE
struct ExperimentOptions {
    std::string file; ///< "-": standard input
    bool asJson = false; ///< a line for each run, instead of the table
    std::size_t share = 0; ///< of the runs only each of this rest, when divided by shares
    std::size_t shares = 1;
    std::string reportDirectory; ///< set: only one run, and its report
    std::optional<std::size_t> variant; ///< of that run, from 1
    std::optional<std::uint64_t> seed;
};

/// What no option says, and the user chooses in the window instead (ui/preferences.h).
struct ChosenInWindow {
    QString language; ///< empty: that of the system
    core::base::Duration relockAfter = std::chrono::minutes(15);
    core::past::Retention past;
};

struct Options {
    ChosenInWindow chosen;
    std::optional<ExplainOptions> explain; ///< ask a running lab, instead of being one
    std::optional<ExperimentOptions> experiment; ///< many labs in memory, one after the other
    /// A name, a directory (has a slash), or ":memory:"; for explain empty when none was given.
    std::string lab = "default";
    std::string kubeconfig; ///< set: external cluster
    bool external = false; ///< --kubeconfig or --context was given
    std::string context;
    bool allowExec = false; ///< the kubeconfig may run the command that it names, now and later
    std::vector<std::string> allowedFiles; ///< that the kubeconfig may read outside its folder, now and later
    std::string ns;
    bool headless = false;
    int port = 0; ///< 0: any free one
    std::string kubeconfigOut;
    std::string viewerKubeconfigOut;
    std::optional<std::string> controllers; ///< see chosenControllers(); unset: by mode
    std::map<std::string, std::size_t, std::less<>> concurrentSyncs; ///< by controller
    std::optional<std::size_t> mostMachines; ///< unset: as many as fit into the memory
    std::optional<int> metricsPort; ///< plain HTTP on loopback; 0: any free one
    std::string scenario; ///< file
    std::string reportDirectory;
    double pace = 1;
    std::string timing; ///< of the lab (core/engine/timing.h); empty: the one that it remembers
    std::string newLabTiming; ///< of a lab that is made; empty: the usual one, and it remembers none
    std::optional<std::uint64_t> seed;
    std::optional<core::base::Duration> exitAfter; ///< wall time
    std::string screenshot; ///< PNG file
    bool readOnly = false;
    bool refusesUnknownCel = false; ///< a definition with rules that are not evaluated is no definition
    bool evaluatesRoles = false; ///< of a lab: RBAC decides who may do what
    bool fresh = false;
    bool printPaths = false;
    bool verbose = false;
};

/// What main() does next: run with the options, or print a text and leave.
struct Parsed {
    std::optional<Options> options;
    std::string
        text; ///< help or version on standard output when exitCode is 0, else one line for standard error
    int exitCode = 0;
};

Parsed parseCommandLine(
    const std::vector<std::string> &arguments, const std::set<std::string, std::less<>> &knownControllers);

/// The controllers that a --controllers text names: "all", "none", or a comma list whose items switch on, and
/// with "-" before them off again, from left to right: "all,-healthcheck". An error for an unknown one.
core::base::Result<std::set<std::string, std::less<>>> chosenControllers(
    const std::string &text, const std::set<std::string, std::less<>> &known);

/// What a --concurrent-syncs text says, "machine=50,nodelink=10": known controllers, numbers from 1 on.
core::base::Result<std::map<std::string, std::size_t, std::less<>>> chosenConcurrency(
    const std::string &text, const std::set<std::string, std::less<>> &known);

} // namespace app
