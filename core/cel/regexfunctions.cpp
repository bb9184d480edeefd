// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cel/library.h"
#include "core/cel/regex.h"

#include <re2/re2.h>
#include <re2/stringpiece.h>

#include <unordered_map>

namespace core::cel {

namespace {

using PatternPtr = std::shared_ptr<const re2::RE2>;

re2::StringPiece pieceOf(std::string_view text)
{
    return {text.data(), text.size()};
}

/// The match that begins no earlier than there; empty data when there is none.
re2::StringPiece nextMatch(const re2::RE2 &pattern, std::string_view text, std::size_t from)
{
    re2::StringPiece match;
    const bool found = pattern.Match(pieceOf(text), from, text.size(), re2::RE2::UNANCHORED, &match, 1);
    return found ? match : re2::StringPiece();
}

std::string wordsOf(const std::string &error, std::string_view pattern)
{
    return "error parsing regexp: " + error + ": `" + std::string(pattern) + "`";
}

Value badPattern(std::string_view pattern)
{
    return failure("Illegal regex: " + patternError(pattern));
}

Value matches(Arguments arguments, Meter & /*meter*/)
{
    const PatternPtr pattern = compiledPattern(arguments[1].text());
    if (!pattern->ok())
        return badPattern(arguments[1].text());
    return re2::RE2::PartialMatch(pieceOf(arguments[0].text()), *pattern);
}

Value matchIn(const Value &whole, const re2::StringPiece &part)
{
    return Text {{std::string_view(part.data(), part.size()), whole.get<Text>().owner}};
}

Value findFirst(Arguments arguments, Meter & /*meter*/)
{
    const PatternPtr pattern = compiledPattern(arguments[1].text());
    if (!pattern->ok())
        return badPattern(arguments[1].text());
    const re2::StringPiece match = nextMatch(*pattern, arguments[0].text(), 0);
    return match.data() ? matchIn(arguments[0], match) : text({});
}

std::size_t characterLength(std::string_view text, std::size_t at)
{
    std::size_t length = 1;
    while (at + length < text.size() && (static_cast<unsigned char>(text[at + length]) & 0xc0U) == 0x80U)
        ++length;
    return length;
}

Value findAll(Arguments arguments, Meter &meter)
{
    const PatternPtr pattern = compiledPattern(arguments[1].text());
    if (!pattern->ok())
        return badPattern(arguments[1].text());
    const std::int64_t limit = arguments.size() > 2 ? arguments[2].integer() : -1;
    const std::string_view text = arguments[0].text();
    std::vector<Value> found;
    const char *lastEnd = nullptr;
    for (std::size_t at = 0; at <= text.size() && meter.work(1 + (text.size() - at) / bytesAStep);) {
        if (limit >= 0 && found.size() >= static_cast<std::uint64_t>(limit))
            break;
        const re2::StringPiece match = nextMatch(*pattern, text, at);
        if (!match.data())
            break;
        const auto end = static_cast<std::size_t>(match.data() + match.size() - text.data());
        const bool isRepeated = match.empty() && match.data() == lastEnd; // empty, right behind the last one
        if (!isRepeated)
            found.push_back(matchIn(arguments[0], match));
        lastEnd = match.data() + match.size();
        at = match.empty() ? end + characterLength(text, end) : end;
    }
    return list(std::move(found));
}

constexpr Declaration regexFunctions[] = {
    {"(string).matches(string) -> bool", matches, costOfPattern},
    {"matches(string, string) -> bool", matches, costOfPattern},
    {"(string).find(string) -> string", findFirst, costOfPattern},
    {"(string).findAll(string) -> list(string)", findAll, costOfPattern},
    {"(string).findAll(string, int) -> list(string)", findAll, costOfPattern},
};

} // namespace

PatternPtr compiledPattern(std::string_view pattern)
{
    constexpr std::size_t mostKept = 64;
    constexpr std::int64_t mostMemory = 4 << 20; // bytes, of a program and of its states
    thread_local std::unordered_map<std::string, PatternPtr> kept;
    const auto found = kept.find(std::string(pattern));
    if (found != kept.end())
        return found->second;
    if (kept.size() >= mostKept)
        kept.clear();
    re2::RE2::Options options;
    options.set_log_errors(false);
    options.set_max_mem(mostMemory);
    auto compiled = std::make_shared<const re2::RE2>(pieceOf(pattern), options);
    kept.emplace(pattern, compiled);
    return compiled;
}

std::string patternError(std::string_view pattern)
{
    const PatternPtr compiled = compiledPattern(pattern);
    return compiled->ok() ? std::string() : wordsOf(compiled->error(), pattern);
}

std::string syntaxError(std::string_view pattern)
{
    constexpr std::int64_t littleMemory = 16 << 10; // what is read well is compiled no further
    re2::RE2::Options options;
    options.set_log_errors(false);
    options.set_max_mem(littleMemory);
    const re2::RE2 compiled(pieceOf(pattern), options);
    const bool isRead = compiled.ok() || compiled.error_code() == re2::RE2::ErrorPatternTooLarge;
    return isRead ? std::string() : wordsOf(compiled.error(), pattern);
}

Declarations regexLibrary()
{
    return regexFunctions;
}

} // namespace core::cel
