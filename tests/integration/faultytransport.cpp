// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/faultytransport.h"

#include <algorithm>
#include <array>
#include <ranges>

namespace tests {

using namespace std::chrono_literals;
using core::api::Method;
using core::api::Request;
using core::api::RequestPtr;
using core::api::Response;
using core::api::WatchEvent;
using core::api::WatchSink;
using core::base::Error;
using core::base::ErrorKind;
using core::client::ResponseCallback;

namespace {

constexpr auto pastIsToldFor = 5s;
constexpr auto retryAfter = 3s;
constexpr auto evictionRetry = 5s;
constexpr std::size_t repeatedEvents = 20;
constexpr int listsAtOnce = 5; ///< in an outage; then one in two seconds (docs/faults-and-threats.md X4)

std::string_view nameOf(Fault::Kind kind)
{
    constexpr std::array<std::string_view, 11> names {"crash after", "response lost of", "request lost of",
        "refuse", "outage from", "watches delayed at", "watches repeated from", "watches cut at",
        "watches expired at", "lists of the past from", "crash into the past after"};
    return names.at(static_cast<std::size_t>(kind));
}

std::string_view nameOf(Method method)
{
    constexpr std::array<std::string_view, 7> names {
        "GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"};
    return names.at(static_cast<std::size_t>(method));
}

std::string_view reasonOf(int code)
{
    switch (code) {
    case 403:
        return "Forbidden";
    case 404:
        return "NotFound";
    case 409:
        return "Conflict";
    case 429:
        return "TooManyRequests";
    case 503:
        return "ServiceUnavailable";
    default:
        return "InternalError";
    }
}

WatchEvent tooOld()
{
    return {WatchEvent::Type::Error,
        core::api::share(core::api::failureStatus(410, "Expired", "too old resource version")), 0};
}

bool isWrite(const Request &request)
{
    return request.method == Method::Post || request.method == Method::Put || request.method == Method::Patch
        || request.method == Method::Delete;
}

/// What a client can't tell from an earlier attempt.
std::string identityOf(const Request &request)
{
    return std::string(nameOf(request.method)) + " " + request.path + " "
        + (request.body ? core::api::writeJson(*request.body) : std::string());
}

bool isEviction(const Request &request)
{
    return request.path.ends_with("/eviction");
}

bool isHeartbeat(const Request &request)
{
    return request.path.find("/leases") != std::string::npos;
}

Error connectionReset()
{
    return {ErrorKind::Transient, "the connection was reset", {}};
}

bool isFirstPage(const Request &request)
{
    return !request.parameter("limit").empty() && request.parameter("continue").empty();
}

std::string objectOf(const WatchEvent &event)
{
    if (event.type == WatchEvent::Type::Bookmark || event.type == WatchEvent::Type::Error)
        return {};
    return std::string(core::api::textAt(*event.object, {"metadata", "namespace"})) + "/"
        + std::string(core::api::textAt(*event.object, {"metadata", "name"}));
}

/// Events of objects that have a newer one are left out.
std::vector<WatchEvent> merged(const std::vector<WatchEvent> &events)
{
    std::vector<WatchEvent> newest;
    std::set<std::string> seen;
    for (const WatchEvent &event : std::views::reverse(events)) {
        const std::string object = objectOf(event);
        if (object.empty() || seen.insert(object).second)
            newest.push_back(event);
    }
    std::ranges::reverse(newest);
    return newest;
}

} // namespace

std::string Fault::text() const
{
    std::string text(nameOf(kind));
    if (amount != 0)
        text += " (" + std::to_string(amount) + (plural.empty() ? "" : " " + plural) + ")";
    return text;
}

class FaultyTransport::Stream : public core::api::Watch
{
public:
    Stream(FaultyTransport &owner, Request request, WatchSink sink)
        : m_owner(owner)
        , m_path(request.path)
        , m_sink(std::move(sink))
    {
        m_owner.m_streams.push_back(this);
        const std::string from(request.parameter("resourceVersion"));
        if (std::strtoull(from.c_str(), nullptr, 10) < m_owner.m_floor)
            breakOff({tooOld()}, {});
        else if (m_owner.isOut())
            breakOff({}, connectionReset());
        else if (m_owner.m_way)
            m_way = m_owner.m_way->watch(std::move(request),
                {[this](std::vector<WatchEvent> events) { take(std::move(events)); },
                    [this](const std::optional<Error> &error) { end(error); }});
    }
    ~Stream() override { std::erase(m_owner.m_streams, this); }

    const std::string &path() const { return m_path; }

    void breakOff(std::vector<WatchEvent> lastEvents, std::optional<Error> error)
    {
        m_way.reset();
        m_held.clear();
        m_release.cancel();
        m_owner.m_clock.post(m_scope.bind([this, lastEvents = std::move(lastEvents),
                                              error = std::move(error)] { closeStream(lastEvents, error); }));
    }

private:
    void take(std::vector<WatchEvent> events)
    {
        if (m_owner.crashed())
            return;
        if (!m_owner.isHeld(m_path) && m_held.empty())
            return deliver(std::move(events));
        std::ranges::move(events, std::back_inserter(m_held));
        if (!m_release.isActive())
            m_release = m_owner.m_clock.callAt(m_owner.m_heldUntil, [this] { release(); });
    }

    void end(const std::optional<Error> &error)
    {
        if (!m_owner.crashed())
            closeStream(merged(std::exchange(m_held, {})), error);
    }

    void release()
    {
        if (!m_owner.crashed())
            deliver(merged(std::exchange(m_held, {})));
    }

    /// The receiver may destroy us.
    void deliver(std::vector<WatchEvent> events)
    {
        if (events.empty())
            return;
        m_told.insert(m_told.end(), events.begin(), events.end());
        m_told.erase(m_told.begin(),
            m_told.begin()
                + static_cast<std::ptrdiff_t>(m_told.size() - std::min(m_told.size(), repeatedEvents)));
        if (m_owner.isRepeating())
            m_owner.m_clock.post(m_scope.bind([receive = m_sink.events, again = m_told] {
                receive({again.rbegin(), again.rend()});
            }));
        const auto receive = m_sink.events;
        receive(std::move(events));
    }

    void closeStream(const std::vector<WatchEvent> &lastEvents, const std::optional<Error> &error)
    {
        const auto isAlive = m_scope.alive();
        const auto closed = m_sink.closed;
        deliver(lastEvents);
        if (isAlive())
            closed(error);
    }

    FaultyTransport &m_owner;
    std::string m_path;
    WatchSink m_sink;
    std::unique_ptr<core::api::Watch> m_way;
    std::vector<WatchEvent> m_held;
    std::vector<WatchEvent> m_told; ///< last
    core::base::Timer m_release;
    core::base::Scope m_scope;
};

FaultyTransport::FaultyTransport(core::base::Clock &clock, core::lab::ApiServer &lab)
    : m_clock(clock)
    , m_lab(lab)
{
    revive();
}

FaultyTransport::~FaultyTransport() = default;

void FaultyTransport::revive()
{
    m_way = std::make_unique<core::client::LocalTransport>(m_clock, m_lab.localServer());
    m_notBefore.clear();
}

void FaultyTransport::countFromHere()
{
    m_writes = 0;
    m_history.clear();
}

void FaultyTransport::calm()
{
    m_faults.clear();
    m_floor = 0;
    m_heldUntil = m_clock.now();
    m_pastUntil = m_clock.now();
    m_outUntil = m_clock.now();
    m_repeatingUntil = m_clock.now();
}

void FaultyTransport::send(RequestPtr request, ResponseCallback callback)
{
    if (crashed())
        return;
    checkManners(*request);
    const std::vector<Fault> faults = isWrite(*request) ? faultsOf(*request) : std::vector<Fault>();
    if (isAnsweredHere(*request, faults, callback))
        return;
    if (!isWrite(*request)) {
        const auto aged = std::make_shared<Request>(*request);
        age(*aged);
        return m_way->send(aged, std::move(callback));
    }
    m_way->send(request,
        [this, faults, request, callback = std::move(callback)](core::base::Result<Response> response) {
            if (response)
                noteRefusal(*request, response->code);
            for (const Fault &fault : faults)
                apply(fault, response);
            if (!crashed())
                callback(std::move(response));
        });
}

bool FaultyTransport::isAnsweredHere(
    const Request &request, const std::vector<Fault> &faults, const ResponseCallback &callback)
{
    for (const Fault &fault : faults) {
        if (fault.kind == Fault::Kind::Outage && !isOut())
            beginOutage(std::chrono::seconds(fault.amount));
        if (fault.kind == Fault::Kind::Refuse) {
            refuse(fault.amount, request, callback);
            return true;
        }
        if (fault.kind == Fault::Kind::LoseRequest) {
            answer(tl::unexpected(connectionReset()), callback);
            return true;
        }
    }
    for (const auto &[path, code] : m_refusedReads) {
        if (!isWrite(request) && request.path.starts_with(path)) {
            refuse(code, request, callback);
            return true;
        }
    }
    if (!isOut())
        return false;
    refuse(m_writes % 2 == 0 ? 500 : 503, request, callback);
    return true;
}

void FaultyTransport::beginOutage(core::base::Duration duration)
{
    strikeReads({Fault::Kind::CutWatches});
    m_outSince = m_clock.now();
    m_outUntil = m_outSince + duration;
    m_listsDuringOutage.clear();
}

void FaultyTransport::checkManners(const Request &request)
{
    if (request.method == Method::Patch && request.body && request.body->is_object()
        && request.body->get_object().empty())
        m_complaint = "an empty patch of " + request.path;
    const auto notBefore = m_notBefore.find(isEviction(request) ? request.path : identityOf(request));
    const bool mayKnow =
        !isEviction(request) || !isPastTold(); // of the refusal, whom a list tells of the past
    if (mayKnow && notBefore != m_notBefore.end() && m_clock.now() < notBefore->second)
        m_complaint = "sent again before its time: " + identityOf(request);
    if (!isOut() || !isFirstPage(request))
        return;
    const auto allowed = listsAtOnce + (m_clock.now() - m_outSince) / 2s;
    if (++m_listsDuringOutage[request.path] > allowed)
        m_complaint =
            "more than " + std::to_string(allowed) + " lists while the server was away: " + request.path;
}

void FaultyTransport::noteRefusal(const Request &request, int code)
{
    if (isEviction(request) && code == 429)
        m_notBefore[request.path] = m_clock.now() + evictionRetry;
}

/// The write was carried out before its fault strikes.
void FaultyTransport::apply(const Fault &fault, core::base::Result<Response> &response)
{
    using enum Fault::Kind;
    if (fault.kind == CrashIntoThePast)
        tellThePast(fault.amount);
    if (fault.kind == Crash || fault.kind == CrashIntoThePast)
        m_way.reset();
    else if (fault.kind == LoseResponse)
        response = tl::unexpected(connectionReset());
    else if (fault.kind != Outage)
        strikeReads(fault);
}

std::vector<Fault> FaultyTransport::faultsOf(const Request &write)
{
    std::vector<Fault> faults;
    const auto [first, last] = m_faults.equal_range(++m_writes);
    for (auto found = first; found != last; ++found) {
        faults.push_back(found->second);
        m_history += found->second.text() + " write " + std::to_string(m_writes) + ": "
            + std::string(nameOf(write.method)) + " " + write.path + "\n";
    }
    return faults;
}

void FaultyTransport::refuse(int code, const Request &request, const ResponseCallback &callback)
{
    Response response;
    response.code = code;
    response.body = core::api::share(core::api::failureStatus(code, reasonOf(code), "refused by the test"));
    if (code == 429) {
        response.headers.emplace_back("Retry-After", std::to_string(retryAfter.count()));
        if (isHeartbeat(request))
            m_notBefore[identityOf(request)] = m_clock.now() + retryAfter;
    }
    answer(std::move(response), callback);
}

void FaultyTransport::answer(core::base::Result<Response> response, const ResponseCallback &callback)
{
    m_clock.post(m_scope.bind([this, callback, response = std::move(response)]() mutable {
        if (!crashed())
            callback(std::move(response));
    }));
}

void FaultyTransport::strikeReads(const Fault &fault)
{
    using enum Fault::Kind;
    if (fault.kind == DelayWatches) {
        m_heldUntil = m_clock.now() + std::chrono::seconds(fault.amount);
        m_heldPlural = fault.plural;
        return;
    }
    if (fault.kind == RepeatWatches) {
        m_repeatingUntil = m_clock.now() + std::chrono::seconds(fault.amount);
        return;
    }
    if (fault.kind == StaleLists)
        tellThePast(fault.amount);
    std::vector<WatchEvent> last;
    std::optional<Error> error;
    if (fault.kind == CutWatches)
        error = connectionReset();
    else
        last = {tooOld()};
    if (fault.kind == ExpireWatches)
        m_floor = m_lab.revision();
    for (Stream *stream : m_streams) {
        if (fault.plural.empty() || stream->path().ends_with("/" + fault.plural))
            stream->breakOff(last, error);
    }
}

void FaultyTransport::tellThePast(int revisions)
{
    const std::uint64_t now = m_lab.revision();
    const auto back = static_cast<std::uint64_t>(revisions);
    m_past = now > back ? now - back : 1;
    m_pastUntil = m_clock.now() + pastIsToldFor;
    m_toldPast.clear();
}

bool FaultyTransport::isPastTold() const
{
    constexpr auto aWhile = 30s;
    const bool wasAwayThen = m_outSince < m_pastUntil + aWhile;
    return m_clock.now() < (wasAwayThen ? std::max(m_pastUntil, m_outUntil) : m_pastUntil) + aWhile;
}

void FaultyTransport::age(Request &request)
{
    if (m_clock.now() >= m_pastUntil || !isFirstPage(request) || !m_toldPast.insert(request.path).second)
        return;
    request.query.emplace_back("resourceVersion", std::to_string(m_past));
    request.query.emplace_back("resourceVersionMatch", "Exact");
}

bool FaultyTransport::isHeld(const std::string &path) const
{
    return m_clock.now() < m_heldUntil && (m_heldPlural.empty() || path.ends_with("/" + m_heldPlural));
}

std::unique_ptr<core::api::Watch> FaultyTransport::watch(Request request, WatchSink sink)
{
    return std::make_unique<Stream>(*this, std::move(request), std::move(sink));
}

} // namespace tests
