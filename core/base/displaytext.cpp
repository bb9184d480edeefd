// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/displaytext.h"

#include "core/base/number.h"

#include <QString>

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

namespace core::base {

namespace {

constexpr std::array<std::pair<char32_t, char32_t>, 11> unprintable {{
    {0x00, 0x1F}, // C0
    {0x7F, 0x9F}, // DEL, C1
    {0x061C, 0x061C}, // Arabic letter mark
    {0x200B, 0x200B}, // zero width space
    {0x200E, 0x200F}, // left-to-right and right-to-left marks
    {0x2028, 0x202E}, // line and paragraph separators, embeddings and overrides
    {0x2060, 0x206F}, // word joiner, isolates
    {0xFEFF, 0xFEFF}, // byte order mark
    {0xFFF9, 0xFFFB}, // interlinear annotations
    {0x1D173, 0x1D17A}, // musical formats
    {0xE0000, 0xE007F}, // tags
}};

bool isPrintable(char32_t c)
{
    return std::ranges::none_of(
        unprintable, [c](const auto &range) { return c >= range.first && c <= range.second; });
}

void appendEscape(std::string &out, char16_t unit)
{
    std::array<char, 8> escape {};
    std::snprintf(escape.data(), escape.size(), "\\u%04x", static_cast<unsigned>(unit));
    out += escape.data();
}

void appendEscape(std::string &out, char32_t c)
{
    if (c == U'\n')
        out += "\\n";
    else if (c == U'\t')
        out += "\\t";
    else if (c == U'\r')
        out += "\\r";
    else
        for (const QChar unit : QString::fromUcs4(&c, 1))
            appendEscape(out, unit.unicode());
}

std::string escaped(std::string_view text, std::u32string_view kept)
{
    if (std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; }))
        return std::string(text);
    const QString decoded = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    std::string out;
    out.reserve(text.size());
    for (const char32_t c : decoded.toStdU32String()) {
        if (isPrintable(c) || kept.find(c) != std::u32string_view::npos)
            out += QString::fromUcs4(&c, 1).toStdString();
        else
            appendEscape(out, c);
    }
    return out;
}

bool isNumber(std::string_view text)
{
    return parseNumber<double>(text.substr(text.starts_with('+') ? 1 : 0)).has_value();
}

/// Spreadsheets pass over white space before it, and take the wide forms as well.
bool beginsFormula(std::string_view text)
{
    constexpr std::array<std::string_view, 8> beginnings {"=", "+", "-", "@", "＝", "＋", "－", "＠"};
    const std::size_t first = text.find_first_not_of(" \n\t\r");
    if (first == std::string_view::npos)
        return false;
    const std::string_view rest = text.substr(first);
    return !isNumber(text) && std::ranges::any_of(beginnings, [rest](std::string_view begin) {
        return rest.starts_with(begin);
    });
}

} // namespace

std::string printableLine(std::string_view text)
{
    return escaped(text, {});
}

std::string printableText(std::string_view text)
{
    return escaped(text, U"\n\t");
}

std::string printableJson(std::string_view json)
{
    return escaped(json, U"\n\t\r");
}

std::string csvCell(std::string_view text)
{
    std::string clean = escaped(text, U"\n");
    if (beginsFormula(text))
        clean.insert(0, 1, '\'');
    if (clean.find_first_of(",\"\n") == std::string::npos)
        return clean;
    for (std::size_t at = clean.find('"'); at != std::string::npos; at = clean.find('"', at + 2))
        clean.insert(at, 1, '"');
    return '"' + clean + '"';
}

std::string htmlText(std::string_view text)
{
    std::string out;
    for (const char c : printableText(text)) {
        switch (c) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '"':
            out += "&quot;";
            break;
        case '\'':
            out += "&#39;";
            break;
        default:
            out += c;
        }
    }
    return out;
}

} // namespace core::base
