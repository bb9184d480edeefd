// SPDX-License-Identifier: GPL-3.0-or-later
// Written by hand, because yaml-cpp's emitter does not keep the line ends of literal blocks, and leaves texts
// plain that other readers take for something else.
#include "core/api/yaml.h"

#include <boost/json/serialize.hpp>

#include <algorithm>
#include <array>
#include <ranges>

namespace core::api {

namespace {

constexpr std::size_t longestPlainKey = 128; // readers look at most 1024 characters ahead for a key's colon

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// What some reader takes for a boolean or null.
bool isReservedWord(std::string_view text)
{
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; });
    static constexpr std::array<std::string_view, 9> words {
        "y", "yes", "n", "no", "on", "off", "true", "false", "null"};
    return std::ranges::find(words, lower) != words.end();
}

/// No reader, of YAML 1.1 or 1.2, takes the text for anything but this text.
bool isPlain(std::string_view text)
{
    constexpr std::string_view signs = "-_./ ()=:@+,%$";
    if (text.empty() || !(isLetter(text.front()) || text.front() == '/' || text.front() == '_')
        || text.back() == ' ' || text.back() == ':' || text.find(": ") != std::string_view::npos)
        return false;
    return !isReservedWord(text) && std::ranges::all_of(text, [&](char c) {
        return isLetter(c) || (c >= '0' && c <= '9') || signs.find(c) != std::string_view::npos;
    });
}

/// Characters that JSON writes as they are, but that YAML does not print, with their escapes.
/// So are those that turn the direction of writing: nobody would see what he edits.
constexpr std::array<std::pair<std::string_view, std::string_view>, 19> unprintable {{
    {"\x7f", "\\x7f"},
    {"\u061c", "\\u061c"},
    {"\u200b", "\\u200b"},
    {"\u200e", "\\u200e"},
    {"\u200f", "\\u200f"},
    {"\u2028", "\\u2028"},
    {"\u2029", "\\u2029"},
    {"\u202a", "\\u202a"},
    {"\u202b", "\\u202b"},
    {"\u202c", "\\u202c"},
    {"\u202d", "\\u202d"},
    {"\u202e", "\\u202e"},
    {"\u2066", "\\u2066"},
    {"\u2067", "\\u2067"},
    {"\u2068", "\\u2068"},
    {"\u2069", "\\u2069"},
    {"\ufeff", "\\ufeff"},
    {"\ufffe", "\\ufffe"},
    {"\uffff", "\\uffff"},
}};

/// The escape of the unprintable character that the text begins with, and its size; nothing when it begins
/// otherwise.
std::optional<std::pair<std::string, std::size_t>> escapeOf(std::string_view text)
{
    constexpr std::string_view hex = "0123456789abcdef";
    if (static_cast<unsigned char>(text.front()) < 0x7f)
        return std::nullopt; // most of them, and JSON has escaped the control characters
    if (text.size() > 1 && text[0] == '\xc2'
        && static_cast<unsigned char>(text[1]) < 0xa0) { // U+0080 … U+009F
        const auto low = static_cast<unsigned char>(text[1]);
        return std::pair(std::string("\\x") + hex[low >> 4U] + hex[low & 0xfU], std::size_t(2));
    }
    for (const auto &[character, escape] : unprintable) {
        if (text.starts_with(character))
            return std::pair(std::string(escape), character.size());
    }
    return std::nullopt;
}

std::string inQuotes(std::string_view text)
{
    const std::string json = boost::json::serialize(boost::json::string_view(text.data(), text.size()));
    std::string out;
    for (std::size_t i = 0; i < json.size();) {
        if (const auto escape = escapeOf(std::string_view(json).substr(i))) {
            out += escape->first;
            i += escape->second;
        } else {
            out += json[i++];
        }
    }
    return out;
}

/// Several lines of printable text without blanks at either end of a line: a literal block shows them as they
/// are.
bool isReadableBlock(std::string_view text)
{
    if (text.find('\n') == std::string_view::npos || text.front() == '\n')
        return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool lineEnds = i + 1 == text.size() || text[i + 1] == '\n';
        const bool isControl = c >= 0 && c < ' ' && c != '\n';
        if (isControl || (c == ' ' && (i == 0 || lineEnds)) || escapeOf(text.substr(i)))
            return false;
    }
    return true;
}

class Writer
{
public:
    std::string take() { return std::move(m_out); }

    /// Writes the value where the line stands; what needs lines of its own is indented by that many columns.
    void writeInLine(const Json &json, std::size_t indent)
    {
        if (isBlock(json, indent))
            writeBlock(json, indent);
        else
            writeShort(json, indent);
    }

private:
    static std::size_t linesOf(const Json &json)
    {
        return json.is_object() ? json.get_object().size() : json.is_array() ? json.get_array().size() : 0;
    }

    bool isBlock(const Json &json, std::size_t indent) const
    {
        return linesOf(json) > 0 && !wouldBeMostlyIndented(json, indent);
    }

    /// Many small values deep inside would make a hundred times of their JSON: those go on one line.
    bool wouldBeMostlyIndented(const Json &json, std::size_t indent) const
    {
        constexpr std::size_t freely = 1024U * 1024;
        constexpr std::size_t usualLine = 16;
        const std::size_t lines = linesOf(json);
        const std::size_t indented = m_indented + lines * indent;
        return indented > freely && indented > (m_out.size() + lines * (indent + usualLine)) / 4 * 3;
    }

    void startLine(std::size_t indent)
    {
        if (!m_out.empty())
            m_out += '\n';
        m_out.append(indent, ' ');
        m_indented += indent;
    }

    void writeBlock(const Json &json, std::size_t indent)
    {
        if (const auto *object = json.if_object())
            writeMembers(*object, indent);
        else
            writeItems(json.get_array(), indent);
    }

    void writeShort(const Json &json, std::size_t indent)
    {
        if (json.is_object() || json.is_array())
            writeFlow(json);
        else
            writeScalar(json, indent);
    }

    void writeFlow(const Json &json)
    {
        const char *separator = "";
        if (const auto *object = json.if_object()) {
            m_out += '{';
            for (const auto &member : *object) {
                m_out += std::exchange(separator, ", ");
                m_out += member.key().size() <= longestPlainKey ? "" : "? ";
                m_out += inQuotes(member.key()) + ": ";
                writeFlow(member.value());
            }
            m_out += '}';
        } else if (const auto *array = json.if_array()) {
            m_out += '[';
            for (const Json &item : *array) {
                m_out += std::exchange(separator, ", ");
                writeFlow(item);
            }
            m_out += ']';
        } else if (const auto *string = json.if_string()) {
            m_out += inQuotes({string->data(), string->size()});
        } else {
            m_out += json.is_number() ? numberText(json) : writeJson(json);
        }
    }

    void writeMembers(const JsonObject &object, std::size_t indent)
    {
        bool isFirst = true;
        for (const auto &member : object) {
            if (!std::exchange(isFirst, false))
                startLine(indent);
            writeKey(member.key(), indent);
            if (isBlock(member.value(), indent + 2)) {
                startLine(indent + 2);
                writeBlock(member.value(), indent + 2);
            } else {
                m_out += ' ';
                writeShort(member.value(), indent + 2);
            }
        }
    }

    void writeKey(std::string_view key, std::size_t indent)
    {
        if (key.size() <= longestPlainKey) {
            m_out += isPlain(key) ? std::string(key) : inQuotes(key);
        } else {
            m_out += "? " + inQuotes(key);
            startLine(indent);
        }
        m_out += ':';
    }

    void writeItems(const JsonArray &array, std::size_t indent)
    {
        bool isFirst = true;
        for (const Json &item : array) {
            if (!std::exchange(isFirst, false))
                startLine(indent);
            m_out += "- ";
            writeInLine(item, indent + 2);
        }
    }

    void writeScalar(const Json &json, std::size_t indent)
    {
        if (const auto *string = json.if_string())
            writeText({string->data(), string->size()}, indent);
        else if (json.is_number())
            m_out += numberText(json);
        else
            m_out += writeJson(json);
    }

    void writeText(std::string_view text, std::size_t indent)
    {
        if (isReadableBlock(text))
            return writeLiteral(text, std::max<std::size_t>(indent, 2));
        m_out += isPlain(text) ? std::string(text) : inQuotes(text);
    }

    void writeLiteral(std::string_view text, std::size_t indent)
    {
        m_out += text.ends_with("\n\n") ? "|+" : text.ends_with('\n') ? "|" : "|-";
        if (text.ends_with('\n'))
            text.remove_suffix(1); // the line's own end
        for (const auto line : std::views::split(text, '\n')) {
            const std::string_view words(line.begin(), line.end());
            startLine(words.empty() ? 0 : indent);
            m_out += words;
        }
    }

    std::string m_out;
    std::size_t m_indented = 0; ///< characters of it
};

} // namespace

std::string writeYaml(const Json &json)
{
    Writer writer;
    writer.writeInLine(json, 0);
    return writer.take() + "\n";
}

} // namespace core::api
