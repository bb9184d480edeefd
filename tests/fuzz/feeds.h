// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the fuzzer's inputs are fed to. A feed returns for every input, and stops the program where a promise
// is broken.

#include <map>
#include <string>
#include <string_view>

namespace fuzz {

using Feed = void (*)(std::string_view input);
using Feeds = std::map<std::string_view, Feed>;

/// Texts that are read: json, yaml, protobuf, selector, cel, kubeconfig, head.
const Feeds &textFeeds();
/// Requests to a lab: patch, object, definition, query.
const Feeds &apiFeeds();

/// Stops the program, naming the promise, unless it is kept.
void require(bool kept, const char *promise, std::string_view about = {});

/// The first half ends before the first line that is "---", the second begins after it.
std::pair<std::string_view, std::string_view> halves(std::string_view input);

} // namespace fuzz
