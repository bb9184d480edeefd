// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// YAML in and out through yaml-cpp, with the limits that untrusted files need (reliability.md T6): 3 MiB, 100 levels,
// 100,000 nodes, no anchors, no duplicate keys.

#include "core/api/json.h"

#include <vector>

namespace core::api {

/// Every document of the text, empty ones left out. Plain scalars become null, bool, integer or number as in YAML 1.2
/// JSON schema. Invalid names line and column.
base::Result<std::vector<Json>> parseYamlDocuments(std::string_view text);
/// Exactly one document.
base::Result<Json> parseYaml(std::string_view text);
/// Block style, members in the order of the object.
std::string writeYaml(const Json &json);

} // namespace core::api
