// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The libraries that the program runs with, and what is known to be wrong with some of their versions
// (docs/faults-and-threats.md T21).

#include <string>
#include <vector>

namespace app {

struct Library {
    std::string name;
    std::string version; ///< of what is loaded, not of what was built with
};

std::vector<Library> librariesInUse();

/// What is wrong with these versions, and what keeps us from it; one sentence each.
std::vector<std::string> knownProblems(const std::vector<Library> &libraries);

/// "Qt 6.4.2, OpenSSL 3.0.15, …"
std::string versionsText(const std::vector<Library> &libraries);

} // namespace app
