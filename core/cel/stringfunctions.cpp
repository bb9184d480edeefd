// SPDX-License-Identifier: GPL-3.0-or-later
// What CEL and its extension "strings" do with texts. Positions count characters.
#include "core/cel/formatting.h"
#include "core/cel/library.h"
#include "core/cel/texts.h"

#include <algorithm>

namespace core::cel {

namespace {

std::string_view textAt(Arguments arguments, std::size_t index)
{
    return arguments[index].text();
}

/// Part of a text that is there already.
Value sliceOf(const Value &whole, std::string_view part)
{
    return Text {{part, whole.get<Text>().owner}};
}

Value outsideText(std::int64_t index)
{
    return failure("index out of range: " + std::to_string(index));
}

Value contains(Arguments arguments, Meter & /*meter*/)
{
    return textAt(arguments, 0).find(textAt(arguments, 1)) != std::string_view::npos;
}

std::uint64_t costOfSearch(Arguments arguments)
{
    return traversal(costSizeOf(arguments[0])) * traversal(costSizeOf(arguments[1]));
}

Value startsWith(Arguments arguments, Meter & /*meter*/)
{
    return textAt(arguments, 0).starts_with(textAt(arguments, 1));
}

Value endsWith(Arguments arguments, Meter & /*meter*/)
{
    return textAt(arguments, 0).ends_with(textAt(arguments, 1));
}

Value characterAt(Arguments arguments, Meter & /*meter*/)
{
    const std::int64_t index = arguments[1].integer();
    const std::uint64_t size = sizeOf(arguments[0]);
    if (index < 0 || static_cast<std::uint64_t>(index) > size)
        return outsideText(index);
    const auto place = static_cast<std::size_t>(index);
    return sliceOf(arguments[0], charactersIn(textAt(arguments, 0), place, place + 1));
}

/// Positions count characters; -1 is nowhere.
Value positionOf(std::string_view text, std::size_t offset)
{
    return offset == std::string_view::npos
        ? std::int64_t(-1)
        : static_cast<std::int64_t>(characterCount(text.substr(0, offset)));
}

Value indexOf(Arguments arguments, Meter & /*meter*/)
{
    const std::string_view text = textAt(arguments, 0);
    const std::int64_t from = arguments.size() > 2 ? arguments[2].integer() : 0;
    if (from < 0 || static_cast<std::uint64_t>(from) > characterCount(text))
        return outsideText(from);
    return positionOf(text, text.find(textAt(arguments, 1), offsetOf(text, static_cast<std::size_t>(from))));
}

Value lastIndexOf(Arguments arguments, Meter & /*meter*/)
{
    const std::string_view text = textAt(arguments, 0);
    const auto size = static_cast<std::int64_t>(characterCount(text));
    const std::int64_t from = arguments.size() > 2 ? arguments[2].integer() : size;
    if (from < 0 || from > size)
        return outsideText(from);
    return positionOf(text, text.rfind(textAt(arguments, 1), offsetOf(text, static_cast<std::size_t>(from))));
}

template<char (*convert)(char)>
Value converted(Arguments arguments, Meter &meter)
{
    std::string result(textAt(arguments, 0));
    meter.work(result.size());
    std::ranges::transform(result, result.begin(), convert);
    return text(std::move(result));
}

std::size_t countOf(std::string_view text, std::string_view part)
{
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string_view::npos;
         at = text.find(part, at + part.size()))
        ++count;
    return count;
}

/// The part is replaced at most that often; less than 0: everywhere.
Value replaced(
    std::string_view from, std::string_view part, std::string_view by, std::int64_t limit, Meter &meter)
{
    std::uint64_t count = part.empty() ? characterCount(from) + 1 : countOf(from, part);
    if (limit >= 0)
        count = std::min(count, static_cast<std::uint64_t>(limit));
    if (!meter.work(from.size() + count * by.size()))
        return {};
    std::string result;
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::size_t at = part.empty() ? (i == 0 ? 0 : offsetOf(from, 1)) : from.find(part);
        result += from.substr(0, at);
        result += by;
        from.remove_prefix(at + part.size());
    }
    return text(result + std::string(from));
}

Value replace(Arguments arguments, Meter &meter)
{
    const std::int64_t limit = arguments.size() > 3 ? arguments[3].integer() : -1;
    return replaced(textAt(arguments, 0), textAt(arguments, 1), textAt(arguments, 2), limit, meter);
}

Value split(Arguments arguments, Meter &meter)
{
    const std::int64_t limit = arguments.size() > 2 ? arguments[2].integer() : -1;
    constexpr std::int64_t noLimit = INT64_MAX;
    if (limit == 0)
        return list({});
    meter.work(textAt(arguments, 0).size());
    std::vector<Value> parts;
    for (const std::string_view part : partsOf(textAt(arguments, 0), textAt(arguments, 1),
             static_cast<std::size_t>(limit < 0 ? noLimit : limit)))
        parts.push_back(sliceOf(arguments[0], part));
    return list(std::move(parts));
}

Value substring(Arguments arguments, Meter & /*meter*/)
{
    const std::string_view text = textAt(arguments, 0);
    const auto size = static_cast<std::int64_t>(characterCount(text));
    const std::int64_t begin = arguments[1].integer();
    const std::int64_t end = arguments.size() > 2 ? arguments[2].integer() : size;
    if (end < 0 || end > size)
        return outsideText(end);
    if (begin < 0 || begin > size)
        return outsideText(begin);
    if (begin > end)
        return failure(
            "invalid substring range. start: " + std::to_string(begin) + ", end: " + std::to_string(end));
    return sliceOf(
        arguments[0], charactersIn(text, static_cast<std::size_t>(begin), static_cast<std::size_t>(end)));
}

/// Bytes of the white space with which the text begins, as Unicode knows it.
std::size_t blankAtFront(std::string_view text)
{
    constexpr std::string_view blanks[] = {" ", "\t", "\n", "\v", "\f", "\r", "\xc2\x85", "\xc2\xa0",
        "\xe1\x9a\x80", "\xe2\x80\x80", "\xe2\x80\x81", "\xe2\x80\x82", "\xe2\x80\x83", "\xe2\x80\x84",
        "\xe2\x80\x85", "\xe2\x80\x86", "\xe2\x80\x87", "\xe2\x80\x88", "\xe2\x80\x89", "\xe2\x80\x8a",
        "\xe2\x80\xa8", "\xe2\x80\xa9", "\xe2\x80\xaf", "\xe2\x81\x9f", "\xe3\x80\x80"};
    const auto found =
        std::ranges::find_if(blanks, [&](std::string_view blank) { return text.starts_with(blank); });
    return found == std::end(blanks) ? 0 : found->size();
}

std::size_t blankAtEnd(std::string_view text)
{
    for (std::size_t length = 1; length <= std::min<std::size_t>(3, text.size()); ++length) {
        if (blankAtFront(text.substr(text.size() - length)) == length)
            return length;
    }
    return 0;
}

Value trim(Arguments arguments, Meter & /*meter*/)
{
    std::string_view text = textAt(arguments, 0);
    while (const std::size_t blank = blankAtFront(text))
        text.remove_prefix(blank);
    while (const std::size_t blank = blankAtEnd(text))
        text.remove_suffix(blank);
    return sliceOf(arguments[0], text);
}

Value join(Arguments arguments, Meter &meter)
{
    const std::string_view separator = arguments.size() > 1 ? textAt(arguments, 1) : std::string_view();
    const List &items = arguments[0].list();
    std::string result;
    for (std::size_t i = 0; i < items.size(); ++i) {
        const Value item = items.at(i);
        if (!item.as<Text>())
            return noSuchOverload();
        const std::size_t added = separator.size() + item.text().size();
        if (!meter.work(added) || !meter.spend(traversal(added, 2)))
            return {};
        result += i > 0 ? separator : std::string_view();
        result += item.text();
    }
    return text(std::move(result));
}

Value formatText(Arguments arguments, Meter &meter)
{
    return formatted(textAt(arguments, 0), arguments[1].list(), meter);
}

Value quote(Arguments arguments, Meter &meter)
{
    meter.work(textAt(arguments, 0).size());
    return text(quotedText(textAt(arguments, 0)));
}

constexpr Declaration stringFunctions[] = {
    {"(string).contains(string) -> bool", contains, costOfSearch},
    {"(string).startsWith(string) -> bool", startsWith, costOfFirst},
    {"(string).endsWith(string) -> bool", endsWith, costOfFirst},
    {"(string).charAt(int) -> string", characterAt},
    {"(string).indexOf(string) -> int", indexOf, costOfFirst},
    {"(string).indexOf(string, int) -> int", indexOf, costOfFirst},
    {"(string).lastIndexOf(string) -> int", lastIndexOf, costOfFirst},
    {"(string).lastIndexOf(string, int) -> int", lastIndexOf, costOfFirst},
    {"(string).lowerAscii() -> string", converted<asciiLower>, costOfFirst},
    {"(string).upperAscii() -> string", converted<asciiUpper>, costOfFirst},
    {"(string).replace(string, string) -> string", replace, costOfFirstTwice},
    {"(string).replace(string, string, int) -> string", replace, costOfFirstTwice},
    {"(string).split(string) -> list(string)", split, costOfFirstTwice},
    {"(string).split(string, int) -> list(string)", split, costOfFirstTwice},
    {"(string).substring(int) -> string", substring, costOfFirst},
    {"(string).substring(int, int) -> string", substring, costOfFirst},
    {"(string).trim() -> string", trim, costOfFirst},
    {"(list(string)).join() -> string", join},
    {"(list(string)).join(string) -> string", join},
    {"(string).format(list(dyn)) -> string", formatText, costOfFirst},
    {"strings.quote(string) -> string", quote, costOfFirst},
};

} // namespace

Declarations stringLibrary()
{
    return stringFunctions;
}

} // namespace core::cel
