// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/front/exchange.h"

#include "core/base/number.h"
#include "core/lab/front/body.h"
#include "core/lab/front/unforeseen.h"

namespace core::lab::front {

namespace {

constexpr std::size_t fewItems = 20; // of a list that is written to see whether it is small
constexpr std::size_t backlogFactor = 16;
constexpr std::size_t bodyCost = 4; // a body and what is read out of it
constexpr std::size_t progressBytes = 4096; // less is no progress of a body
constexpr std::size_t slowestReader = 1024U * 1024; // bytes a second
constexpr std::chrono::seconds usualWatch {1'800}; // to twice as long

/// The watch ends at that time, which is real, whatever the pace of the lab, which is told never to end it.
/// Nothing when it is no time, which the lab says, or a negative one, after which the lab ends it at once.
std::optional<Steady::time_point> takeTimeout(api::Request &request)
{
    const std::string_view text = request.parameter("timeoutSeconds");
    const auto asked = request.has("timeoutSeconds") ? base::parseNumber<std::int64_t>(text) : 0;
    if (!asked || *asked < 0)
        return std::nullopt;
    std::erase_if(request.query, [](const auto &one) { return one.first == "timeoutSeconds"; });
    request.query.emplace_back("timeoutSeconds", std::to_string(api::longestWatch.count()));
    const auto now = Steady::now();
    const std::chrono::seconds spread(now.time_since_epoch().count() % usualWatch.count());
    if (*asked == 0)
        return now + usualWatch + spread;
    return now + std::min(std::chrono::seconds(*asked), api::longestWatch);
}

/// What was asked for is told where the answer can't be written.
Outgoing writtenOut(
    const api::Response &response, const Delivery &delivery, EncodingCache &cache, std::string_view asked)
{
    try {
        return outgoing(response, delivery, cache);
    } catch (const std::exception &exception) {
        return outgoing(unforeseen(exception, asked), delivery, cache);
    }
}

} // namespace

void Exchange::enter(Phase phase, std::chrono::milliseconds time)
{
    if (m_phase == Phase::Closed)
        return;
    m_phase = phase;
    m_deadline = Steady::now() + time;
}

tl::expected<void, api::Response> Exchange::admitHead(const Head &head)
{
    m_delivery.withBody = head.method != api::Method::Head;
    m_delivery.format = Format::Json;
    auto admitted = admit(head, m_hub.gate);
    if (!admitted)
        return tl::unexpected(std::move(admitted.error()));
    m_admitted = std::move(*admitted);
    m_delivery.format = m_admitted.answerFormat;
    m_delivery.pretty = m_admitted.pretty;
    m_delivery.gzip = m_admitted.gzip;
    m_delivery.ifNoneMatch = head.ifNoneMatch;
    m_mayWait = head.method == api::Method::Get;
    return {};
}

bool Exchange::holdBody(std::size_t bytes, std::size_t arrived, std::size_t otherBytes)
{
    if (arrived >= m_bodyAtProgress + progressBytes) {
        m_bodyAtProgress = arrived;
        m_progress = Steady::now();
    }
    m_hub.hold(m_held, (bytes + otherBytes * bodyCost) * bodyCost);
    return bytes <= smallBytes || m_hub.makeRoom();
}

void Exchange::ask(const Head &head, std::string body, bool upgrades)
{
    m_asked = verbAndPath(*head.method, m_admitted.path);
    try {
        launch(head, std::move(body), upgrades);
    } catch (const std::exception &exception) {
        answer(unforeseen(exception, m_asked));
    }
}

void Exchange::launch(const Head &head, std::string body, bool upgrades)
{
    using enum api::Method;
    api::Request request;
    request.method = *head.method;
    request.path = std::move(m_admitted.path);
    request.query = std::move(m_admitted.query);
    request.contentType = head.contentType;
    request.accept = head.accept;
    request.userAgent = head.userAgent;
    const bool needsBody =
        (request.method == Post && !upgrades) || request.method == Put || request.method == Patch;
    if (needsBody || (!body.empty() && request.method != Get)) {
        auto read = readBody(body, m_admitted.bodyFormat);
        const bool isUnknownKind =
            !read && m_admitted.bodyFormat == Format::Protobuf && read.error().code == 415;
        if (!read && !isUnknownKind) // whether that kind is served at all says the lab
            request.bodyRefusal = std::make_shared<const api::Response>(std::move(read.error()));
        if (read) {
            request.body = std::move(*read);
            request.duplicates = duplicatesIn(body, m_admitted.bodyFormat, request);
        }
        body = {};
    }
    if (m_admitted.bodyFormat == Format::Protobuf && request.body)
        request.contentType = api::contentTypes::json; // as which the lab gets it
    enter(Phase::Waiting, m_hub.limits.bodyTime);
    if (m_admitted.watch) {
        m_streamEnd = takeTimeout(request);
        if (request.flag("allowWatchBookmarks").value_or(false))
            m_nextBookmark = Steady::now() + m_hub.limits.bookmarkTime;
    }
    m_ticket =
        m_hub.launch(shared_from_this(), std::move(request), m_admitted.watch, std::move(m_admitted.login));
    if (m_ticket == 0)
        answer(tooManyRequests());
}

void Exchange::answer(const api::Response &response)
{
    const bool isLarge = response.list && response.list->items.size() > fewItems;
    if (takesLong(response, m_delivery) || (isLarge && !m_hub.makeRoom(true)))
        return encodeAside(response);
    m_answer = writtenOut(response, m_delivery, cache(), m_asked);
    const bool isSmall = !m_answer.body || m_answer.body->size() <= smallBytes;
    const bool isItsTurn = !response.list || !m_hub.hasToEncode(); // making room lets the next list begin
    const bool isList = response.list != nullptr;
    if (!m_mayWait || isSmall || (isItsTurn && m_hub.makeRoom(isList)))
        return sendAnswer();
    m_answer = {};
    encodeAside(response);
}

void Exchange::encodeAside(const api::Response &response)
{
    enter(Phase::Encoding, m_hub.limits.bodyTime);
    const auto encoded = std::make_shared<Outgoing>();
    Delivery delivery = m_delivery;
    delivery.givenUp = m_hub.givenUp;
    m_hub.encodeAside(
        [encoded, response, delivery, form = cache().form(), asked = m_asked] {
            EncodingCache unshared(0, delivery.format, form);
            *encoded = writtenOut(response, delivery, unshared, asked);
        },
        [self = shared_from_this(), encoded] {
            if (self->m_phase != Phase::Encoding)
                return;
            self->m_answer = std::move(*encoded);
            self->sendAnswer();
        });
}

void Exchange::sendAnswer()
{
    using std::chrono::seconds;
    const std::size_t size = m_answer.body ? m_answer.body->size() : 0;
    enter(Phase::Answering, m_hub.limits.bodyTime + seconds(size / slowestReader));
    m_progress = Steady::now();
    m_hub.hold(m_held, size > smallBytes ? size : 0);
    send();
}

EncodingCache &Exchange::cache() const
{
    return m_delivery.format == Format::Protobuf ? m_hub.protobufCache : m_hub.cache;
}

void Exchange::startStreaming()
{
    enter(Phase::Streaming, {});
    m_backlog.setFormat(m_delivery.format);
    m_answer = streamStart(m_delivery.format);
    m_progress = Steady::now();
}

void Exchange::addEvents(const std::vector<api::WatchEvent> &events)
{
    try {
        for (const api::WatchEvent &event : events) {
            m_backlog.add(event.type, cache().encode(event.object), event.revision);
            m_errorTold = m_errorTold || event.type == api::WatchEvent::Type::Error;
        }
    } catch (const std::exception &exception) {
        m_hub.abandon(m_ticket);
        return endStream(api::errorOf(500, unforeseen(exception, m_asked).body.get()));
    }
    if (isStuck(Steady::now()))
        return drop();
    pumpLines();
}

void Exchange::endStream(const std::optional<base::Error> &error)
{
    m_ticket = 0;
    if (error && !m_errorTold)
        m_backlog.add(api::WatchEvent::Type::Error, cache().encode(api::share(statusOf(*error))), 0);
    m_ended = true;
    pumpLines();
}

bool Exchange::isStuck(Steady::time_point now) const
{
    const std::size_t most = m_hub.limits.watchBacklogBytes;
    return m_backlog.bytes() > most * backlogFactor
        || (m_backlog.bytes() > most && m_writing && now - m_progress > patience);
}

/// What is due comes from the lab, which knows what is told (docs/api-semantics.md H7).
void Exchange::keepTime(Steady::time_point now)
{
    if (m_ticket == 0)
        return;
    if (m_streamEnd && now >= *m_streamEnd) {
        m_hub.finish(m_ticket);
        m_streamEnd.reset();
        m_nextBookmark.reset();
        return;
    }
    if (m_streamEnd)
        m_hub.sweepBy(*m_streamEnd);
    if (m_nextBookmark && now >= *m_nextBookmark) {
        m_hub.sendBookmark(m_ticket);
        m_nextBookmark = now + m_hub.limits.bookmarkTime;
    }
}

void Exchange::checkTime(Steady::time_point now)
{
    if (m_phase == Phase::Streaming) {
        if (isStuck(now))
            return drop();
        return keepTime(now);
    }
    if (now < m_deadline)
        return;
    if (m_phase != Phase::Waiting)
        return drop();
    m_hub.abandon(std::exchange(m_ticket, 0));
    answer(refusal(
        504, "Timeout", "the lab did not answer in time; the request may nevertheless be carried out"));
}

void Exchange::giveWay(Steady::time_point now)
{
    if ((m_phase == Phase::Body || m_phase == Phase::Answering) && now - m_progress > m_hub.limits.stallTime)
        drop();
}

} // namespace core::lab::front
