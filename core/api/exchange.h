// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A request to an API server, its response, and a watch, as values: the one form in which requests travel,
// whether through HTTPS or inside the process. JSON bodies are shared and immutable; nothing here knows of
// sockets.

#include "core/api/json.h"

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace core::api {

enum class Method { Get, Post, Put, Patch, Delete, Head, Options };

namespace contentTypes {
inline constexpr std::string_view json = "application/json";
inline constexpr std::string_view mergePatch = "application/merge-patch+json";
inline constexpr std::string_view jsonPatch = "application/json-patch+json";
inline constexpr std::string_view strategicMergePatch = "application/strategic-merge-patch+json";
inline constexpr std::string_view applyPatch = "application/apply-patch+yaml";
} // namespace contentTypes

struct Response;

struct Request {
    Method method = Method::Get;
    std::string path; ///< decoded per segment by the receiver, e.g. "/api/v1/nodes"
    std::vector<std::pair<std::string, std::string>> query; ///< decoded, in the order given
    std::string contentType; ///< of the body; empty counts as JSON
    std::string accept; ///< empty counts as JSON
    std::string userAgent;
    JsonPtr body; ///< null when there is none
    std::shared_ptr<const Response> bodyRefusal; ///< why it is null though one was sent: for who may send it
    std::vector<std::string> duplicates; ///< members that the body had twice, where a server asks

    /// The value of the first parameter of that name, empty when it is not there.
    std::string_view parameter(std::string_view name) const;
    bool has(std::string_view name) const;
    /// Whether the first parameter of that name is true; nothing when it is not there.
    std::optional<bool> flag(std::string_view name) const;
};

/// How a flag of a query is read: what is not "0" or "false" is true, an empty value too
/// (docs/api-semantics.md F5).
bool isTrueFlag(std::string_view value);

/// What counts of the timeoutSeconds of a watch that asks for more.
inline constexpr std::chrono::seconds longestWatch {4'294'967'295};

/// A request on its way. The sender may reuse it once unique (base::uniqueMutable).
using RequestPtr = std::shared_ptr<const Request>;

/// The items of a list, each shared with the store; whoever writes them out joins them.
struct ListBody {
    std::string apiVersion;
    std::string kind; ///< "NodeList"
    std::string resourceVersion;
    std::string continueToken;
    std::optional<std::int64_t> remainingItemCount;
    std::vector<JsonPtr> items;
};

struct Response;
struct Saying;

/// An answer on its way: whoever waits for it is told in a later turn of the core thread.
struct LaterResponse {
    std::function<void(Response)> told;
};

struct Response {
    int code = 200;
    JsonPtr body; ///< a Status object when code is 400 or above
    std::shared_ptr<const ListBody> list; ///< instead of body
    std::string text; ///< instead of body: plain text
    std::vector<std::pair<std::string, std::string>> headers; ///< besides the content type
    std::uint64_t revision = 0; ///< may leave the process only once this revision is on disk; 0: at once
    /// The answer comes here when it is not null: this is none yet, somebody else has to be asked first.
    std::shared_ptr<LaterResponse> later;
    /// The Status' message as it is said in another language: of a refusal that was made in this process.
    std::shared_ptr<const Saying> saying;
};

struct ObjectKey;

/// A server in our own process describes a version that is no more than a heartbeat. All of it lies in the
/// server and is valid while the event is being delivered.
struct Heartbeat {
    std::uint64_t lastNonHeartbeatRevision = 0; ///< of the object; 0: not known
    const ObjectKey *key = nullptr;
    const Json *part = nullptr; ///< the member of the object where the times are: its spec, its status
};

struct WatchEvent {
    enum class Type { Added, Modified, Deleted, Bookmark, Error };
    Type type = Type::Added;
    JsonPtr object; ///< for Error a Status: why the stream is about to end
    std::uint64_t revision = 0;
    Heartbeat heartbeat; ///< empty for other changes, and where the server does not say
};

/// Where a watch delivers. Events come in order, in batches, never from inside the call that opened the
/// watch.
struct WatchSink {
    std::function<void(std::vector<WatchEvent>)> events;
    /// Once, at the end; without an error when the server ended the stream in good order (time-out, or an
    /// Error event that came before). Nothing follows.
    std::function<void(std::optional<base::Error>)> closed;
};

/// An open watch: destroying it ends it, and nothing is delivered any more. Its own sink may destroy it.
class Watch
{
public:
    Watch() = default;
    Watch(const Watch &) = delete;
    Watch &operator=(const Watch &) = delete;
    virtual ~Watch() = default;

    /// A reader that has a time of its own is told when it has come; a watch over a wire takes no notice. A
    /// bookmark, where bookmarks are asked for and nothing else is about to be delivered.
    virtual void sendBookmark() { }
    /// Delivers what has happened so far, then a bookmark where bookmarks are asked for, and ends.
    virtual void finish() { }
};

/// What an API server inside the process offers. Both are called, and answer, on the core thread.
struct LocalServer {
    std::function<Response(const Request &)> answer;
    /// An error response, or an open watch.
    std::function<tl::expected<std::unique_ptr<Watch>, Response>(const Request &, WatchSink)> watch;
};

/// The error that a failed response stands for: by its Status body, else by its code.
base::Error errorOf(int code, const Json *status);
/// A Status object with status Failure (docs/api-semantics.md I1).
Json failureStatus(int code, std::string_view reason, std::string_view message);
/// An answer with such an object, made in this process.
Response refusal(int code, std::string_view reason, const Saying &why);

} // namespace core::api
