// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The command line as a value.

#include "core/base/clock.h"
#include "core/base/result.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace app {

struct Options {
    std::string lab = "default"; ///< a name, a directory (has a slash), or ":memory:"
    std::string kubeconfig; ///< set: external cluster
    bool external = false; ///< --kubeconfig or --context was given
    std::string context;
    std::string ns;
    bool headless = false;
    int port = 0; ///< 0: any free one
    std::string kubeconfigOut;
    std::optional<std::string> controllers; ///< comma list, "all", "none"; unset: by mode
    std::string scenario; ///< file
    std::string reportDirectory;
    double pace = 1;
    std::optional<std::uint64_t> seed;
    std::optional<core::base::Duration> exitAfter; ///< wall time
    std::string screenshot; ///< PNG file
    bool readOnly = false;
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

/// The controllers that a --controllers text names; an error for an unknown one.
core::base::Result<std::set<std::string, std::less<>>> chosenControllers(
    const std::string &text, const std::set<std::string, std::less<>> &known);

} // namespace app
