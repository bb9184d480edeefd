// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// YAML in, with the limits that untrusted files need (docs/faults-and-threats.md T6: 3 MiB, 100 levels,
// 100,000 values, UTF-8, no anchors, no duplicate keys), and out.

#include "core/api/json.h"

#include <vector>

namespace core::api {

/// Every document of the text, empty ones left out. Plain scalars become null or bool as in YAML 1.2's core
/// schema, and numbers when JSON would write them so; all else is text. Invalid names line and column.
base::Result<std::vector<Json>> parseYamlDocuments(std::string_view text);
/// Exactly one document.
base::Result<Json> parseYaml(std::string_view text);

/// A key that its mapping has had before.
struct DuplicateKey {
    int line = 0; ///< of its value, counted from 1
    std::string key;
};
/// Exactly one document, whose mappings may have a key twice: the last one counts, and the first hundred are
/// told.
base::Result<Json> parseYaml(std::string_view text, std::vector<DuplicateKey> &duplicates);

/// The line that an error of these names, counted from 1; 0 when it names none.
int lineNamedIn(std::string_view problem);

/// Block style, members in the order of the object; what is large and mostly indentation goes on in flow
/// style. Reads back as the same JSON, here and in readers of YAML
/// 1.1.
std::string writeYaml(const Json &json);

} // namespace core::api
