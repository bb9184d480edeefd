// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/yaml.h"

#include <yaml-cpp/emitter.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <charconv>
#include <sstream>

namespace core::api {

namespace {

constexpr std::size_t largestText = 3U * 1024 * 1024;
constexpr std::size_t deepest = 100;
constexpr std::size_t mostNodes = 100'000;

struct Refused {
    std::string why;
    YAML::Mark mark;
};

Json plainScalar(const std::string &text)
{
    if (text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL")
        return nullptr;
    if (text == "true" || text == "True" || text == "TRUE")
        return true;
    if (text == "false" || text == "False" || text == "FALSE")
        return false;
    const char *begin = text.data();
    const char *end = begin + text.size();
    const bool numberLike =
        (*begin >= '0' && *begin <= '9') || *begin == '-' || *begin == '+' || *begin == '.';
    if (!numberLike)
        return boost::json::string(text);
    std::int64_t integer = 0;
    if (const auto [stop, error] = std::from_chars(begin, end, integer); error == std::errc() && stop == end)
        return integer;
    std::uint64_t large = 0;
    if (const auto [stop, error] = std::from_chars(begin, end, large); error == std::errc() && stop == end)
        return large;
    double number = 0;
    if (const auto [stop, error] = std::from_chars(begin, end, number); error == std::errc() && stop == end)
        return number;
    return boost::json::string(text);
}

/// Builds JSON from the parser's events. Works on a stack of its own, so that depth costs no call frames.
class Builder : public YAML::EventHandler
{
public:
    std::vector<Json> takeDocuments() { return std::move(m_documents); }

    void OnDocumentStart(const YAML::Mark &) override { m_stack.clear(); }
    void OnDocumentEnd() override { }
    void OnNull(const YAML::Mark &mark, YAML::anchor_t) override { add(mark, nullptr); }
    void OnAlias(const YAML::Mark &mark, YAML::anchor_t) override
    {
        throw Refused {"anchors and aliases are not supported", mark};
    }

    void OnScalar(
        const YAML::Mark &mark, const std::string &tag, YAML::anchor_t, const std::string &value) override
    {
        if (expectsKey())
            return takeKey(mark, value);
        add(mark, tag == "?" ? plainScalar(value) : Json(boost::json::string(value)));
    }
    void OnSequenceStart(
        const YAML::Mark &mark, const std::string &, YAML::anchor_t, YAML::EmitterStyle::value) override
    {
        open(mark, JsonArray());
    }
    void OnSequenceEnd() override { close(); }
    void OnMapStart(
        const YAML::Mark &mark, const std::string &, YAML::anchor_t, YAML::EmitterStyle::value) override
    {
        open(mark, JsonObject());
    }
    void OnMapEnd() override { close(); }

private:
    struct Level {
        Json value;
        std::optional<std::string> key;
    };

    bool expectsKey() const
    {
        return !m_stack.empty() && m_stack.back().value.is_object() && !m_stack.back().key;
    }

    void takeKey(const YAML::Mark &mark, const std::string &key)
    {
        if (m_stack.back().value.get_object().contains(key))
            throw Refused {"the key \"" + key + "\" is given twice", mark};
        m_stack.back().key = key;
    }

    void open(const YAML::Mark &mark, Json value)
    {
        if (expectsKey())
            throw Refused {"a key must be a plain text", mark};
        if (m_stack.size() >= deepest)
            throw Refused {"more than 100 levels deep", mark};
        count(mark);
        m_stack.push_back({std::move(value), {}});
    }

    void close()
    {
        Json done = std::move(m_stack.back().value);
        m_stack.pop_back();
        place(std::move(done));
    }

    void add(const YAML::Mark &mark, Json value)
    {
        if (expectsKey())
            throw Refused {"a key must be a plain text", mark};
        count(mark);
        place(std::move(value));
    }

    void place(Json value)
    {
        if (m_stack.empty()) {
            if (!value.is_null())
                m_documents.push_back(std::move(value));
            return;
        }
        Level &top = m_stack.back();
        if (top.value.is_array()) {
            top.value.get_array().push_back(std::move(value));
            return;
        }
        top.value.get_object().emplace(*top.key, std::move(value));
        top.key.reset();
    }

    void count(const YAML::Mark &mark)
    {
        if (++m_count > mostNodes)
            throw Refused {"more than 100,000 values", mark};
    }

    std::vector<Json> m_documents;
    std::vector<Level> m_stack;
    std::size_t m_count = 0;
};

base::Failure refuse(const YAML::Mark &mark, const std::string &why)
{
    return base::fail(base::ErrorKind::Invalid,
        "not valid YAML at line " + std::to_string(mark.line + 1) + ", column "
            + std::to_string(mark.column + 1) + ": " + why);
}

bool looksPlain(std::string_view text)
{
    const auto safe = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-'
            || c == '_' || c == '.' || c == '/' || c == ' ' || c == '(' || c == ')' || c == '=';
    };
    if (text.empty() || text.front() == ' ' || text.back() == ' ' || text.front() == '-'
        || text.front() == '=' || !std::ranges::all_of(text, safe))
        return false;
    static constexpr std::string_view booleans[] = {"y", "Y", "yes", "Yes", "YES", "n", "N", "no", "No", "NO",
        "on", "On", "ON", "off", "Off", "OFF"}; // what YAML 1.1 readers take for booleans
    if (std::ranges::find(booleans, text) != std::end(booleans))
        return false;
    return plainScalar(std::string(text)).is_string() && (text.front() < '0' || text.front() > '9');
}

void emit(YAML::Emitter &out, const Json &json)
{
    if (const auto *object = json.if_object()) {
        if (object->empty())
            out << YAML::Flow;
        out << YAML::BeginMap;
        for (const auto &member : *object) {
            out << YAML::Key << std::string(member.key()) << YAML::Value;
            emit(out, member.value());
        }
        out << YAML::EndMap;
    } else if (const auto *array = json.if_array()) {
        if (array->empty())
            out << YAML::Flow;
        out << YAML::BeginSeq;
        for (const Json &item : *array)
            emit(out, item);
        out << YAML::EndSeq;
    } else if (const auto *string = json.if_string()) {
        const std::string value = text(*string);
        if (value.find('\n') != std::string::npos)
            out << YAML::Literal << value;
        else if (looksPlain(value))
            out << value;
        else
            out << YAML::DoubleQuoted << value;
    } else if (json.is_null()) {
        out << YAML::Null;
    } else {
        out << writeJson(json);
    }
}

} // namespace

base::Result<std::vector<Json>> parseYamlDocuments(std::string_view text)
{
    if (text.size() > largestText)
        return base::fail(base::ErrorKind::Invalid, "the YAML text is larger than 3 MiB");
    Builder builder;
    try {
        std::istringstream stream {std::string(text)};
        YAML::Parser parser(stream);
        while (parser.HandleNextDocument(builder)) { }
    } catch (const Refused &refused) {
        return refuse(refused.mark, refused.why);
    } catch (const YAML::Exception &exception) {
        return refuse(exception.mark, exception.msg);
    }
    return builder.takeDocuments();
}

base::Result<Json> parseYaml(std::string_view text)
{
    auto documents = parseYamlDocuments(text);
    if (!documents)
        return tl::unexpected(documents.error());
    if (documents->size() != 1)
        return base::fail(base::ErrorKind::Invalid,
            "expected one YAML document, found " + std::to_string(documents->size()));
    return std::move(documents->front());
}

std::string writeYaml(const Json &json)
{
    YAML::Emitter out;
    out.SetIndent(2);
    emit(out, json);
    return std::string(out.c_str(), out.size()) + "\n";
}

} // namespace core::api
