// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/number.h"
#include "core/scenario/parse.h"
#include "core/scenario/problems.h"

#include <algorithm>
#include <array>
#include <sstream>

namespace core::scenario {

namespace {

using Words = std::vector<std::string>;

constexpr std::array<std::string_view, 3> healths {"Ready", "NotReady", "Unknown"};
constexpr std::array<std::string_view, 5> phases {
    "Provisioning", "Provisioned", "Running", "Deleting", "Failed"};

Words wordsOf(std::string_view text)
{
    std::istringstream stream {std::string(text)};
    Words words;
    for (std::string word; stream >> word;)
        words.push_back(word);
    return words;
}

std::optional<std::int64_t> numberIn(const std::string &word)
{
    const auto number = base::parseNumber<std::int64_t>(word);
    return number && *number >= 0 ? number : std::nullopt;
}

template<typename Table>
bool isOneOf(const Table &table, std::string_view word)
{
    return std::ranges::find(table, word) != table.end();
}

ObjectKey keyIn(const std::string &word)
{
    const std::size_t slash = word.find('/');
    return slash == std::string::npos ? ObjectKey {{}, word}
                                      : ObjectKey {word.substr(0, slash), word.substr(slash + 1)};
}

base::Failure notUnderstood(std::string_view text)
{
    return api::failWith(base::ErrorKind::Invalid, problemSaying("NotATarget", text));
}

} // namespace

base::Result<Target> parseTarget(std::string_view text, Target::Kind kind)
{
    const Words words = wordsOf(text);
    Target target;
    target.text = text;
    target.kind = kind;
    if (words.size() == 1) {
        target.name = keyIn(words[0]);
        target.text = (kind == Target::Kind::Node ? "node " : "machine ") + words[0];
        return target;
    }
    auto word = words.begin();
    const auto end = words.end();
    if (word == end || (*word != "first" && *word != "every"))
        return notUnderstood(text);
    if (*word == "every")
        target.count.reset();
    ++word;
    if (const auto number = word != end ? numberIn(*word) : std::nullopt) {
        if (!target.count || *number == 0)
            return notUnderstood(text);
        target.count = static_cast<std::size_t>(*number);
        ++word;
    }
    if (word != end && (isOneOf(healths, *word) || isOneOf(phases, *word)))
        target.state = *word++;
    const bool inZone = end - word == 4 && word[1] == "in" && word[2] == "zone";
    if (!inZone && (end - word != 3 || word[1] != "of"))
        return notUnderstood(text);
    if (*word == "node" || *word == "nodes")
        target.kind = Target::Kind::Node;
    else if (!inZone && (*word == "machine" || *word == "machines"))
        target.kind = Target::Kind::Machine;
    else
        return notUnderstood(text);
    const bool isHealth = isOneOf(healths, target.state);
    if (!target.state.empty() && isHealth != (target.kind == Target::Kind::Node)) {
        return api::failWith(base::ErrorKind::Invalid,
            isHealth ? problemSaying("StateOfNodes", target.state)
                     : problemSaying("StateOfMachines", target.state));
    }
    if (inZone)
        target.zone = word[3];
    else
        target.set = keyIn(word[2]);
    return target;
}

base::Result<Bound> parseBound(std::string_view text)
{
    const Words words = wordsOf(text);
    const auto number = words.empty() ? std::nullopt : numberIn(words.back());
    if (number && words.size() == 1)
        return Bound {Bound::Kind::Exactly, *number};
    if (number && words.size() == 3 && words[0] == "at" && words[1] == "least")
        return Bound {Bound::Kind::AtLeast, *number};
    if (number && words.size() == 3 && words[0] == "at" && words[1] == "most")
        return Bound {Bound::Kind::AtMost, *number};
    return api::failWith(base::ErrorKind::Invalid, problemSaying("NotACount", text));
}

} // namespace core::scenario
