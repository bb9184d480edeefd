// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The files that the program carries inside.

#include <string>
#include <string_view>
#include <vector>

namespace resources {

/// The content of a carried file, by its path below resources/; empty when there is none. Definitions are
/// carried as JSON: "crds/machines.json" for machines.yaml; documentation by its path below the project.
std::string text(std::string_view path);
/// The names of the carried files in a folder ("crds"), sorted.
std::vector<std::string> files(std::string_view folder);

} // namespace resources
