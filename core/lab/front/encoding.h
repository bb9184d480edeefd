// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// From values to the bytes of HTTP: responses, joined lists, watch lines. Every object version is written out
// once and shared by all who ask for it (docs/design.md D21). No sockets here.

#include "core/api/exchange.h"
#include "core/lab/front/admission.h"
#include "core/lab/front/outwardform.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

namespace core::lab::front {

using SharedText = std::shared_ptr<const std::string>;

/// Texts of object versions by the identity of the object and its revision; about the given number of bytes
/// stay, the latest used ones.
class EncodingCache
{
public:
    explicit EncodingCache(std::size_t bytes, Format format = Format::Json, OutwardForm form = {})
        : m_format(format)
        , m_form(std::move(form))
        , m_half(bytes / 2)
    {
    }

    /// The text is JSON; protobuf where the cache is for that, and the kind is known in it.
    SharedText encode(const api::JsonPtr &object);
    /// The same, remembering nothing.
    std::string encoded(const api::JsonPtr &object) const;
    const OutwardForm &form() const { return m_form; }

private:
    struct Entry {
        std::weak_ptr<const api::Json> object; ///< while it exists, no other object gets its address
        std::string revision; ///< a heartbeat may change an object that nobody holds
        SharedText text;
    };
    using Entries = std::unordered_map<const api::Json *, Entry>;

    const Entry *find(const Entries &entries, const api::JsonPtr &object) const;
    void add(const api::Json *key, Entry entry);

    const Format m_format;
    const OutwardForm m_form;
    std::size_t m_half;
    std::size_t m_recentBytes = 0;
    Entries m_recent;
    Entries m_older; ///< thrown away whole when the recent ones fill their half
};

/// How a response leaves.
struct Delivery {
    Format format = Format::Json;
    bool keepAlive = true;
    bool pretty = false; ///< JSON for people
    bool gzip = false; ///< what is large leaves compressed
    bool withBody = true; ///< false answers HEAD
    std::string ifNoneMatch = {}; ///< the tags of what the client has
    const std::atomic<bool> *givenUp = nullptr; ///< turns true: nobody wants the rest of a long answer
};

/// It would keep other clients waiting: to be encoded beside them, with a cache of its own.
bool takesLong(const api::Response &response, const Delivery &delivery);

/// A response, or the start of an open watch, as HTTP of either version says it.
struct Outgoing {
    int code = 200;
    std::vector<std::pair<std::string, std::string>> fields = {}; ///< of its head
    SharedText body = {}; ///< null: none; the lines of a watch, or frames of protobuf, follow
};

Outgoing outgoing(const api::Response &response, const Delivery &delivery, EncodingCache &cache);
Outgoing streamStart(Format format);

/// The head is that of HTTP/1.1, up to where the body or the chunks begin.
std::string headText(const Outgoing &answer, bool keepAlive);
/// All of it in HTTP/1.1.
void appendResponse(
    std::string &out, const api::Response &response, const Delivery &delivery, EncodingCache &cache);
inline constexpr std::string_view lastChunk = "0\r\n\r\n";

/// The watch lines that one reader has not taken yet, in order.
class Backlog
{
public:
    /// Set before the first line: JSON otherwise.
    void setFormat(Format format) { m_format = format; }
    void add(api::WatchEvent::Type type, SharedText object, std::uint64_t revision);
    enum class Framing { None, Chunk }; ///< HTTP/1.1 wants chunks
    /// Moves whole lines up to the committed revision, about 64 KiB, into the buffer. False when none may
    /// leave yet.
    bool take(std::uint64_t committed, std::string &out, Framing framing = Framing::Chunk);
    bool isEmpty() const { return m_lines.empty(); }
    std::size_t bytes() const { return m_bytes; }

private:
    struct Line {
        api::WatchEvent::Type type;
        SharedText object;
        std::uint64_t revision;
    };

    std::size_t sizeOf(const Line &line) const;

    Format m_format = Format::Json;
    std::deque<Line> m_lines;
    std::size_t m_bytes = 0;
};

/// The ERROR event that tells a watcher why its stream ends.
api::Json statusOf(const base::Error &error);

} // namespace core::lab::front
