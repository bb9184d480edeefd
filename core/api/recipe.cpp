// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/recipe.h"

#include "core/api/words.h"

namespace core::api {

using namespace std::chrono_literals;
using base::Duration;
using base::Result;

namespace {

constexpr Duration shortestPhase = 1s; // what the API's times can tell apart
constexpr Duration longestSpan = 87600h; // ten years: sums of a few fit into a Time
constexpr Duration heartbeat = 1s; // how long a late kubelet is heard of

Result<Span> takeSpan(Words &words, Duration least)
{
    auto span = parseSpan(words.take());
    if (span && span->least < least)
        return wrong(formatSpan(*span) + " is too short: at least " + formatDuration(least));
    return span;
}

bool isTiming(std::string_view word)
{
    return word == "after" || word == "from" || word == "for" || word == "until";
}

Result<FaultKind> kindOf(std::string_view name)
{
    const auto found = std::ranges::find(faultNames, name, &FaultName::name);
    if (found != faultNames.end())
        return found->kind;
    std::string known;
    for (const FaultName &fault : faultNames)
        known += std::string(fault.name) + ", ";
    return wrong(inQuotes(name) + " is no fault; known are " + known + "late-heartbeats and flapping");
}

/// "not-ready,silent", also with blanks after the commas.
Result<std::vector<FaultKind>> takeKinds(Words &words)
{
    std::string list(words.take());
    while (list.ends_with(',') && !words.atEnd())
        list += words.take();
    std::vector<FaultKind> kinds;
    for (std::string_view rest = list;;) {
        const auto comma = std::min(rest.find(','), rest.size());
        const auto kind = kindOf(rest.substr(0, comma));
        if (!kind)
            return tl::unexpected(kind.error());
        kinds.push_back(*kind);
        if (kinds.size() > faultNames.size())
            return wrong("that are more faults than there are kinds");
        if (comma == rest.size())
            return kinds;
        rest.remove_prefix(comma + 1);
    }
}

/// "every 1m 30% down": what follows "every"; up comes first.
Result<std::pair<Span, Span>> takeDutyCycle(Words &words)
{
    const std::string_view written = words.take();
    const auto period = parseDuration(written);
    if (!period || *period <= Duration::zero() || *period > longestSpan)
        return wrong(inQuotes(written) + " is no duration such as 1m");
    const std::string_view share = words.take();
    const auto percent = wholeNumber(share, "%");
    if (!percent || *percent < 1 || *percent > 99)
        return wrong(inQuotes(share) + " is no share from 1% to 99%");
    if (const Result<> word = words.expect("down"); !word)
        return tl::unexpected(word.error());
    const Duration down = *period / 100 * *percent;
    const Duration up = *period - down;
    if (std::min(up, down) < shortestPhase)
        return wrong("up " + formatDuration(up) + " and down " + formatDuration(down)
            + ": each has to be at least " + formatDuration(shortestPhase));
    return std::pair {Span {up, up}, Span {down, down}};
}

/// What follows "flapping"; up comes first.
Result<std::pair<Span, Span>> takeUpAndDown(Words &words)
{
    if (words.takeIf("every"))
        return takeDutyCycle(words);
    const auto up = takeSpan(words, shortestPhase);
    if (!up)
        return tl::unexpected(up.error());
    if (const Result<> word = words.expect("up"); !word)
        return tl::unexpected(word.error());
    const auto down = takeSpan(words, shortestPhase);
    if (!down)
        return tl::unexpected(down.error());
    if (const Result<> word = words.expect("down"); !word)
        return tl::unexpected(word.error());
    return std::pair {*up, *down};
}

Result<> readFlapping(Words &words, const std::vector<FaultKind> &kinds, Recipe &recipe)
{
    const auto lengths = takeUpAndDown(words);
    if (!lengths)
        return tl::unexpected(lengths.error());
    for (const FaultKind kind : kinds) {
        recipe.cycle.push_back({std::nullopt, lengths->first});
        recipe.cycle.push_back({kind, lengths->second});
    }
    return {};
}

Result<> readTurns(Words &words, const std::vector<FaultKind> &kinds, Recipe &recipe)
{
    for (const std::string_view word : {"turn", "every"}) {
        if (Result<> expected = words.expect(word); !expected)
            return expected;
    }
    const auto length = takeSpan(words, shortestPhase);
    if (!length)
        return tl::unexpected(length.error());
    for (const FaultKind kind : kinds)
        recipe.cycle.push_back({kind, *length});
    return {};
}

Result<> readLateHeartbeats(Words &words, Recipe &recipe)
{
    const auto period = takeSpan(words, heartbeat + shortestPhase);
    if (!period)
        return tl::unexpected(period.error());
    recipe.cycle = {{std::nullopt, {heartbeat, heartbeat}},
        {FaultKind::Silent, {period->least - heartbeat, period->most - heartbeat}}};
    return {};
}

Result<> readShape(Words &words, Recipe &recipe)
{
    if (words.takeIf("late-heartbeats"))
        return readLateHeartbeats(words, recipe);
    if (words.takeIf("flapping"))
        return readFlapping(words, {FaultKind::NotReady}, recipe);
    const auto kinds = takeKinds(words);
    if (!kinds)
        return tl::unexpected(kinds.error());
    if (words.takeIf("flapping"))
        return readFlapping(words, *kinds, recipe);
    if (words.takeIf("in"))
        return readTurns(words, *kinds, recipe);
    if (kinds->size() > 1)
        return wrong("of several faults say \"in turn every <duration>\" or \"flapping …\"");
    if (!words.atEnd() && !isTiming(words.peek()))
        return wrong(inQuotes(words.peek())
            + " is not understood here: \"in turn every\", \"flapping\", \"after\", \"from\", \"for\" or "
              "\"until\" may follow");
    recipe.cycle = {{kinds->front(), {}}};
    return {};
}

Result<> readTime(Words &words, std::optional<Time> &out)
{
    const std::string_view written = words.take();
    const auto time = parseTime(written);
    if (!time)
        return wrong(inQuotes(written) + " is no time such as 2026-11-20T10:00:00Z");
    out = *time;
    return {};
}

Result<> readLength(Words &words, std::optional<Span> &out)
{
    const auto span = takeSpan(words, Duration(1));
    if (!span)
        return tl::unexpected(span.error());
    out = *span;
    return {};
}

Result<> readTiming(Words &words, Recipe &recipe)
{
    while (!words.atEnd()) {
        const std::string_view word = words.take();
        const bool begins = word == "after" || word == "from";
        if (!isTiming(word))
            return wrong(inQuotes(word) + " is one word too many");
        if (begins ? recipe.after || recipe.from : recipe.lasts || recipe.until)
            return wrong(begins ? "only one of \"after\" and \"from\"" : "only one of \"for\" and \"until\"");
        const Result<> read = word == "after" ? readLength(words, recipe.after)
            : word == "from"                  ? readTime(words, recipe.from)
            : word == "for"                   ? readLength(words, recipe.lasts)
                                              : readTime(words, recipe.until);
        if (!read)
            return read;
    }
    return {};
}

} // namespace

std::string_view nameOf(FaultKind kind)
{
    return std::ranges::find(faultNames, kind, &FaultName::kind)->name;
}

base::Result<Span> parseSpan(std::string_view text)
{
    const auto dots = text.find("..");
    const auto least = parseDuration(text.substr(0, dots));
    const auto most = dots == std::string_view::npos ? least : parseDuration(text.substr(dots + 2));
    if (!least || !most || *least <= Duration::zero())
        return wrong(inQuotes(text) + " is no duration such as 30s or 20s..60s");
    if (*most > longestSpan)
        return wrong(inQuotes(text) + " is too long: at most " + formatDuration(longestSpan));
    if (*most < *least)
        return wrong(inQuotes(text) + " has its ends the wrong way round");
    return Span {*least, *most};
}

std::string formatSpan(const Span &span)
{
    const std::string least = formatDuration(span.least);
    return span.least == span.most ? least : least + ".." + formatDuration(span.most);
}

base::Result<Recipe> parseRecipe(std::string_view text)
{
    Words words(text);
    Recipe recipe;
    Result<> read = readShape(words, recipe);
    recipe.shape = words.taken();
    if (read)
        read = readTiming(words, recipe);
    if (!read)
        return wrong(inQuotes(text) + ": " + read.error().message);
    return recipe;
}

std::string recipeText(const Recipe &recipe)
{
    std::string text = recipe.shape;
    if (recipe.after)
        text += " after " + formatSpan(*recipe.after);
    if (recipe.from)
        text += " from " + formatTime(*recipe.from);
    if (recipe.lasts)
        text += " for " + formatSpan(*recipe.lasts);
    if (recipe.until)
        text += " until " + formatTime(*recipe.until);
    return text;
}

base::Result<Boot> parseBoot(std::string_view text)
{
    if (text == "never")
        return Boot {};
    const auto delay = parseSpan(text);
    if (!delay)
        return wrong(delay.error().message + ", nor \"never\"");
    return Boot {*delay};
}

} // namespace core::api
