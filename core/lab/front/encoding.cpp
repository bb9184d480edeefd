// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/front/encoding.h"

#include "core/api/yaml.h"
#include "core/lab/front/gzip.h"
#include "core/lab/front/protobuf.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <ranges>

namespace core::lab::front {

namespace {

constexpr std::size_t chunkSize = 64U * 1024;

std::string_view reasonPhrase(int code)
{
    switch (code) {
    case 200:
        return "OK";
    case 201:
        return "Created";
    case 301:
        return "Moved Permanently";
    case 304:
        return "Not Modified";
    case 400:
        return "Bad Request";
    case 401:
        return "Unauthorized";
    case 403:
        return "Forbidden";
    case 404:
        return "Not Found";
    case 405:
        return "Method Not Allowed";
    case 406:
        return "Not Acceptable";
    case 409:
        return "Conflict";
    case 410:
        return "Gone";
    case 413:
        return "Request Entity Too Large";
    case 415:
        return "Unsupported Media Type";
    case 417:
        return "Expectation Failed";
    case 422:
        return "Unprocessable Entity";
    case 429:
        return "Too Many Requests";
    case 431:
        return "Request Header Fields Too Large";
    case 500:
        return "Internal Server Error";
    case 503:
        return "Service Unavailable";
    case 504:
        return "Gateway Timeout";
    default:
        return "Status";
    }
}

std::string_view nameOf(api::WatchEvent::Type type)
{
    using enum api::WatchEvent::Type;
    switch (type) {
    case Added:
        return "ADDED";
    case Modified:
        return "MODIFIED";
    case Deleted:
        return "DELETED";
    case Bookmark:
        return "BOOKMARK";
    case Error:
        break;
    }
    return "ERROR";
}

std::string_view eventStart(api::WatchEvent::Type type)
{
    using enum api::WatchEvent::Type;
    switch (type) {
    case Added:
        return R"({"type":"ADDED","object":)";
    case Modified:
        return R"({"type":"MODIFIED","object":)";
    case Deleted:
        return R"({"type":"DELETED","object":)";
    case Bookmark:
        return R"({"type":"BOOKMARK","object":)";
    case Error:
        break;
    }
    return R"({"type":"ERROR","object":)";
}

constexpr std::string_view eventEnd = "}\n";

void appendNumber(std::string &out, std::size_t number, int base = 10)
{
    char digits[24];
    const auto end = std::to_chars(std::begin(digits), std::end(digits), number, base).ptr;
    out.append(digits, end);
}

api::JsonObject listHead(const api::ListBody &list)
{
    api::JsonObject metadata {{"resourceVersion", list.resourceVersion}};
    if (!list.continueToken.empty())
        metadata.emplace("continue", list.continueToken);
    if (list.remainingItemCount)
        metadata.emplace("remainingItemCount", *list.remainingItemCount);
    return {{"kind", list.kind}, {"apiVersion", list.apiVersion}, {"metadata", std::move(metadata)}};
}

bool isGivenUp(const Delivery &delivery)
{
    return delivery.givenUp && *delivery.givenUp;
}

/// What nobody else holds was made for this answer, a table for example: it is not asked for again.
SharedText bodyTextOf(const api::JsonPtr &object, EncodingCache &cache)
{
    return object.use_count() == 1 ? std::make_shared<std::string>(cache.encoded(object))
                                   : cache.encode(object);
}

std::string joinedList(const api::ListBody &list, const Delivery &delivery, EncodingCache &cache)
{
    std::vector<SharedText> items;
    items.reserve(list.items.size());
    std::size_t size = 0;
    for (const api::JsonPtr &item : list.items) {
        if (isGivenUp(delivery))
            break;
        items.push_back(bodyTextOf(item, cache));
        size += items.back()->size() + 1;
    }
    std::string out = api::writeJson(listHead(list));
    out.reserve(out.size() + size + 16);
    out.pop_back();
    out += R"(,"items":[)";
    for (const SharedText &item : items) {
        out += *item;
        out += ',';
    }
    if (!items.empty())
        out.pop_back();
    out += "]}";
    return out;
}

/// Writes item by item what the whole list would be at once.
std::string yamlList(const api::ListBody &list, const Delivery &delivery, const OutwardForm &form)
{
    std::string out = api::writeYaml(listHead(list)) + (list.items.empty() ? "items: []\n" : "items:\n");
    for (const api::JsonPtr &item : list.items) {
        if (isGivenUp(delivery))
            break;
        const std::string text = api::writeYaml(*form.object(item));
        std::string_view indent = "  - ";
        for (const auto line : std::views::split(std::string_view(text).substr(0, text.size() - 1), '\n')) {
            if (!line.empty())
                out.append(indent).append(line.begin(), line.end());
            out += '\n';
            indent = "    ";
        }
    }
    return out;
}

/// The JSON with a line for each member and item; nothing when blanks would make it many times as long, as
/// in lists that lie deep.
std::optional<std::string> indented(std::string_view json)
{
    constexpr std::size_t mostGrowth = 4;
    constexpr std::size_t alwaysFine = 64 * 1024;
    const std::size_t most = std::max(alwaysFine, mostGrowth * json.size());
    std::string out;
    std::size_t depth = 0;
    bool inText = false;
    const auto startLine = [&] { out.append("\n").append(2 * depth, ' '); };
    for (std::size_t i = 0; i < json.size(); ++i) {
        if (out.size() > most)
            return std::nullopt;
        const char c = json[i];
        const bool opens = !inText && (c == '{' || c == '[');
        const bool closes = !inText && (c == '}' || c == ']');
        const bool wasEmpty = closes && (json[i - 1] == '{' || json[i - 1] == '[');
        depth -= closes ? 1 : 0;
        if (closes && !wasEmpty)
            startLine();
        out += c;
        depth += opens ? 1 : 0;
        const bool staysEmpty = opens && (json[i + 1] == '}' || json[i + 1] == ']');
        if ((opens && !staysEmpty) || (!inText && c == ','))
            startLine();
        else if (!inText && c == ':')
            out += ' ';
        else if (inText && c == '\\')
            out += json[++i];
        else if (c == '"')
            inText = !inText;
    }
    return out + "\n";
}

struct Content {
    std::string_view type;
    SharedText text;
};

/// Nothing for text, and for kinds that are known in JSON only.
std::optional<Content> protobufContentOf(
    const api::Response &response, const Delivery &delivery, EncodingCache &cache)
{
    const auto isProtobuf = [](const std::string &text) { return text.starts_with("k8s"); };
    if (response.list) {
        auto text = writeProtobuf(*response.list, cache.form(), delivery.givenUp);
        return text ? std::optional(Content {protobufType, std::make_shared<std::string>(std::move(*text))})
                    : std::nullopt;
    }
    SharedText text = response.body ? bodyTextOf(response.body, cache) : nullptr;
    return text && isProtobuf(*text) ? std::optional(Content {protobufType, std::move(text)}) : std::nullopt;
}

Content compactContentOf(const api::Response &response, const Delivery &delivery, EncodingCache &cache)
{
    if (auto content =
            delivery.format == Format::Protobuf ? protobufContentOf(response, delivery, cache) : std::nullopt)
        return std::move(*content);
    const bool yaml = delivery.format == Format::Yaml;
    const std::string_view type = yaml ? "application/yaml" : "application/json";
    if (response.list)
        return {type,
            std::make_shared<std::string>(yaml ? yamlList(*response.list, delivery, cache.form())
                                               : joinedList(*response.list, delivery, cache))};
    if (response.body)
        return {type,
            yaml ? std::make_shared<std::string>(api::writeYaml(*cache.form().object(response.body)))
                 : bodyTextOf(response.body, cache)};
    return {"text/plain; charset=utf-8", std::make_shared<std::string>(response.text)};
}

Content contentOf(const api::Response &response, const Delivery &delivery, EncodingCache &cache)
{
    Content content = compactContentOf(response, delivery, cache);
    const bool isJson = delivery.format == Format::Json && (response.list || response.body);
    if (!delivery.pretty || !isJson || isGivenUp(delivery))
        return content;
    if (auto pretty = indented(*content.text))
        content.text = std::make_shared<std::string>(std::move(*pretty));
    return content;
}

/// What is large, where the client takes it so (docs/api-semantics.md O3).
bool zip(Content &content, const Delivery &delivery)
{
    constexpr std::size_t worthIt = 128U * 1024;
    if (!delivery.gzip || content.text->size() <= worthIt || isGivenUp(delivery))
        return false;
    auto bytes = gzipped(*content.text);
    if (bytes)
        content.text = std::make_shared<std::string>(std::move(*bytes));
    return bytes.has_value();
}

bool sameName(std::string_view a, std::string_view b)
{
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return std::ranges::equal(a, b, {}, lower, lower);
}

bool hasHeader(const api::Response &response, std::string_view name)
{
    return std::ranges::any_of(
        response.headers, [name](const auto &header) { return sameName(header.first, name); });
}

/// Whether the client has what the response would bring (docs/api-semantics.md J5).
bool hasIt(const api::Response &response, const Delivery &delivery)
{
    const auto isTag = [](const auto &header) { return sameName(header.first, "ETag"); };
    const auto tag = std::ranges::find_if(response.headers, isTag);
    if (delivery.ifNoneMatch.empty() || response.code != 200 || tag == response.headers.end())
        return false;
    for (const auto part : std::views::split(std::string_view(delivery.ifNoneMatch), ',')) {
        std::string_view one(part.begin(), part.end());
        one.remove_prefix(std::min(one.size(), one.find_first_not_of(" \t")));
        one = one.substr(0, one.find_last_not_of(" \t") + 1);
        if (one.starts_with("W/"))
            one.remove_prefix(2);
        if (one == "*" || one == tag->second)
            return true;
    }
    return false;
}

std::string_view revisionIn(const api::Json &object)
{
    return api::textAt(object, {"metadata", "resourceVersion"});
}

std::optional<std::int64_t> retryAfter(const api::Response &response)
{
    const auto seconds =
        response.body ? api::integerAt(*response.body, {"details", "retryAfterSeconds"}) : std::nullopt;
    return seconds && *seconds >= 0 && !hasHeader(response, "Retry-After") ? seconds : std::nullopt;
}

Outgoing withUsualFields(int code, std::string type)
{
    Outgoing answer {.code = code};
    answer.fields.reserve(6);
    if (!type.empty())
        answer.fields.emplace_back("Content-Type", std::move(type));
    answer.fields.emplace_back("Cache-Control", "no-cache, private");
    answer.fields.emplace_back("X-Content-Type-Options", "nosniff");
    return answer;
}

} // namespace

std::string EncodingCache::encoded(const api::JsonPtr &object) const
{
    auto protobuf = m_format == Format::Protobuf ? writeProtobuf(*m_form.object(object)) : std::nullopt;
    return protobuf ? std::move(*protobuf) : m_form.text(object);
}

SharedText EncodingCache::encode(const api::JsonPtr &object)
{
    if (const Entry *entry = find(m_recent, object))
        return entry->text;
    Entry entry;
    if (const Entry *older = find(m_older, object))
        entry = *older;
    else
        entry = {object, std::string(revisionIn(*object)), std::make_shared<std::string>(encoded(object))};
    SharedText text = entry.text;
    add(object.get(), std::move(entry));
    return text;
}

const EncodingCache::Entry *EncodingCache::find(const Entries &entries, const api::JsonPtr &object) const
{
    const auto found = entries.find(object.get());
    if (found == entries.end())
        return nullptr;
    const bool sameOwner =
        !found->second.object.owner_before(object) && !object.owner_before(found->second.object);
    return sameOwner && found->second.revision == revisionIn(*object) ? &found->second : nullptr;
}

void EncodingCache::add(const api::Json *key, Entry entry)
{
    m_recentBytes += entry.text->size();
    m_recent.insert_or_assign(key, std::move(entry));
    if (m_recentBytes < m_half)
        return;
    m_older = std::exchange(m_recent, {});
    m_recentBytes = 0;
}

bool takesLong(const api::Response &response, const Delivery &delivery)
{
    const std::size_t manyItems = delivery.gzip ? 100 : 1000; // kubectl asks for 500 at once
    return (response.list && response.list->items.size() > manyItems)
        || (delivery.format == Format::Yaml && (response.list || response.body));
}

Outgoing outgoing(const api::Response &response, const Delivery &delivery, EncodingCache &cache)
{
    const auto saysItself = [&response](const auto &field) { return hasHeader(response, field.first); };
    if (hasIt(response, delivery)) {
        Outgoing answer = withUsualFields(304, {});
        std::erase_if(answer.fields, saysItself);
        answer.fields.insert(answer.fields.end(), response.headers.begin(), response.headers.end());
        return answer;
    }
    Content content = contentOf(response, delivery, cache);
    const bool zipped = zip(content, delivery);
    Outgoing answer = withUsualFields(response.code, std::string(content.type));
    std::erase_if(answer.fields, saysItself);
    answer.fields.emplace_back("Content-Length", std::to_string(content.text->size()));
    if (zipped) {
        answer.fields.emplace_back("Content-Encoding", "gzip");
        answer.fields.emplace_back("Vary", "Accept-Encoding");
    }
    answer.fields.insert(answer.fields.end(), response.headers.begin(), response.headers.end());
    if (const auto seconds = retryAfter(response))
        answer.fields.emplace_back("Retry-After", std::to_string(*seconds));
    if (delivery.withBody)
        answer.body = std::move(content.text);
    return answer;
}

Outgoing streamStart(Format format)
{
    return withUsualFields(200,
        format == Format::Protobuf ? std::string(protobufType) + ";stream=watch"
                                   : std::string(api::contentTypes::json));
}

std::string headText(const Outgoing &answer, bool keepAlive)
{
    std::string out;
    out.reserve(512);
    out += "HTTP/1.1 ";
    appendNumber(out, static_cast<std::size_t>(answer.code));
    out += ' ';
    out += reasonPhrase(answer.code);
    for (const auto &[name, value] : answer.fields)
        out.append("\r\n").append(name).append(": ").append(value);
    if (!keepAlive)
        out += "\r\nConnection: close";
    return out + "\r\n\r\n";
}

void appendResponse(
    std::string &out, const api::Response &response, const Delivery &delivery, EncodingCache &cache)
{
    const Outgoing answer = outgoing(response, delivery, cache);
    out += headText(answer, delivery.keepAlive);
    if (answer.body)
        out += *answer.body;
}

std::size_t Backlog::sizeOf(const Line &line) const
{
    const std::size_t object = line.object->size();
    return m_format == Format::Protobuf ? protobufFrameStart(nameOf(line.type), object).size() + object
                                        : eventStart(line.type).size() + object + eventEnd.size();
}

void Backlog::add(api::WatchEvent::Type type, SharedText object, std::uint64_t revision)
{
    m_lines.push_back({type, std::move(object), revision});
    m_bytes += sizeOf(m_lines.back());
}

bool Backlog::take(std::uint64_t committed, std::string &out, Framing framing)
{
    std::size_t size = 0;
    std::size_t count = 0;
    while (count < m_lines.size() && size < chunkSize && m_lines[count].revision <= committed)
        size += sizeOf(m_lines[count++]);
    if (count == 0)
        return false;
    out.reserve(out.size() + size + 32);
    if (framing == Framing::Chunk) {
        appendNumber(out, size, 16);
        out += "\r\n";
    }
    for (; count > 0; --count) {
        const Line &line = m_lines.front();
        if (m_format == Format::Protobuf)
            out.append(protobufFrameStart(nameOf(line.type), line.object->size())).append(*line.object);
        else
            out.append(eventStart(line.type)).append(*line.object).append(eventEnd);
        m_lines.pop_front();
    }
    if (framing == Framing::Chunk)
        out += "\r\n";
    m_bytes -= size;
    return true;
}

api::Json statusOf(const base::Error &error)
{
    using enum base::ErrorKind;
    switch (error.kind) {
    case Gone:
        return api::failureStatus(410, "Expired", error.message);
    case NotFound:
        return api::failureStatus(404, "NotFound", error.message);
    case Unauthorized:
        return api::failureStatus(401, "Unauthorized", error.message);
    case Forbidden:
        return api::failureStatus(403, "Forbidden", error.message);
    case TooManyRequests:
        return api::failureStatus(429, "TooManyRequests", error.message);
    case Invalid:
        return api::failureStatus(400, "BadRequest", error.message);
    default:
        return api::failureStatus(500, "InternalError", error.message);
    }
}

} // namespace core::lab::front
