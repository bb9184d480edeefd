// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/webhooks/convertedwatch.h"

#include "core/lab/apply/ownership.h"
#include "core/lab/lablog.h"

#include <deque>

namespace core::lab {

using api::Json;
using api::JsonPtr;
using api::WatchEvent;

namespace {

constexpr std::size_t mostBatches = 1'000; ///< that wait for the webhook

class ConvertedWatch : public api::Watch
{
public:
    ConvertedWatch(
        Webhooks &webhooks, ConversionHookPtr hook, std::string apiVersion, View view, api::WatchSink sink)
        : m_webhooks(webhooks)
        , m_hook(std::move(hook))
        , m_apiVersion(std::move(apiVersion))
        , m_view(std::move(view))
        , m_sink(std::move(sink))
    {
    }

    void open(const std::function<std::unique_ptr<api::Watch>(api::WatchSink)> &open)
    {
        m_watch = open({[this](std::vector<WatchEvent> events) { take(std::move(events)); },
            [this](std::optional<base::Error> error) {
                m_end.emplace(std::move(error));
                next();
            }});
    }

    void sendBookmark() override { m_watch->sendBookmark(); }
    void finish() override { m_watch->finish(); }

private:
    void take(std::vector<WatchEvent> events);
    void next();
    void deliver(std::vector<WatchEvent> events, Converted converted);
    void show(std::vector<WatchEvent> &events, const std::vector<JsonPtr> &converted) const;
    void fail(const std::string &why);
    void end(const std::optional<base::Error> &error);
    bool isAnother(const WatchEvent &event) const;

    Webhooks &m_webhooks;
    const ConversionHookPtr m_hook;
    const std::string m_apiVersion;
    const View m_view;
    const api::WatchSink m_sink;
    std::unique_ptr<api::Watch> m_watch;
    std::deque<std::vector<WatchEvent>> m_batches;
    std::optional<std::optional<base::Error>> m_end; ///< behind them
    bool m_isAsking = false;
    bool m_isOver = false;
    base::Scope m_scope;
};

bool ConvertedWatch::isAnother(const WatchEvent &event) const
{
    return event.type != WatchEvent::Type::Error && event.type != WatchEvent::Type::Bookmark
        && api::textAt(*event.object, {"apiVersion"}) != m_apiVersion;
}

void ConvertedWatch::take(std::vector<WatchEvent> events)
{
    if (m_isOver)
        return;
    m_batches.push_back(std::move(events));
    if (m_batches.size() > mostBatches)
        return fail("the conversion webhook falls behind");
    next();
}

void ConvertedWatch::next()
{
    if (m_isAsking || m_isOver)
        return;
    if (m_batches.empty())
        return m_end ? end(*m_end) : void();
    m_isAsking = true;
    std::vector<WatchEvent> events = std::move(m_batches.front());
    m_batches.pop_front();
    std::vector<JsonPtr> objects;
    for (const WatchEvent &event : events) {
        if (isAnother(event))
            objects.push_back(event.object);
    }
    if (objects.empty())
        return deliver(std::move(events), {});
    convert(m_webhooks, *m_hook, std::move(objects), m_apiVersion,
        m_scope.bind([this, events = std::move(events)](
                         Converted converted) mutable { deliver(std::move(events), std::move(converted)); }));
}

void ConvertedWatch::deliver(std::vector<WatchEvent> events, Converted converted)
{
    if (m_isOver)
        return;
    if (!converted)
        return fail(converted.error());
    try {
        show(events, *converted);
    } catch (const std::exception &exception) {
        const std::string why = std::string("Internal error occurred: ") + exception.what();
        qCCritical(labLog) << base::str("watch " + m_apiVersion + ": " + why);
        return fail(why);
    }
    const auto isThere = m_scope.alive(); // the sink may end this watch
    const auto tell = m_sink.events;
    tell(std::move(events));
    if (!isThere())
        return;
    m_isAsking = false;
    next();
}

/// Makes of them what the reader asked for.
void ConvertedWatch::show(std::vector<WatchEvent> &events, const std::vector<JsonPtr> &converted) const
{
    auto object = converted.begin();
    for (WatchEvent &event : events) {
        if (isAnother(event))
            event.object = *object++;
        if (m_view && event.type != WatchEvent::Type::Error)
            event.object = m_view(event.object);
        event.heartbeat = {};
    }
}

void ConvertedWatch::fail(const std::string &why)
{
    const auto isThere = m_scope.alive();
    const auto tell = m_sink.events;
    tell({{WatchEvent::Type::Error, failure(500, "InternalError", why).body, 0, {}}});
    if (isThere())
        end(std::nullopt);
}

void ConvertedWatch::end(const std::optional<base::Error> &error)
{
    m_isOver = true;
    m_batches.clear();
    const auto closed = m_sink.closed;
    closed(error);
}

} // namespace

std::unique_ptr<api::Watch> openConverted(Webhooks &webhooks, ConversionHookPtr hook, std::string apiVersion,
    View view, api::WatchSink sink, const std::function<std::unique_ptr<api::Watch>(api::WatchSink)> &open)
{
    auto watch = std::make_unique<ConvertedWatch>(
        webhooks, std::move(hook), std::move(apiVersion), std::move(view), std::move(sink));
    watch->open(open);
    return watch;
}

} // namespace core::lab
