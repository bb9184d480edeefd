// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/history.h"

#include "core/api/troubles.h"
#include "core/base/log.h"
#include "core/base/privatefile.h"

#include <QCryptographicHash>
#include <QDir>

#include <algorithm>
#include <chrono>
#include <filesystem>

namespace core::engine {

HOLLOWLAB_LOG(historyLog, "hollowlab.core.engine.history")

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::days unusedTimelinesKept {90};
constexpr std::chrono::seconds seenEvery {10}; // a gap begins so long before a kill at most

/// A program that was killed has left its last facts in the log.
fs::file_time_type lastUseOf(const std::string &database)
{
    std::error_code missing; // which is the earliest time
    return std::max(fs::last_write_time(database, missing), fs::last_write_time(database + "-wal", missing));
}

void removeDatabase(const std::string &path)
{
    std::error_code ignored;
    for (const char *suffix : {"-shm", "-wal", ""})
        fs::remove(path + suffix, ignored);
}

} // namespace

History::History(Options options) : m_options(std::move(options))
{
    m_signOfLife.setInterval(seenEvery);
    QObject::connect(&m_signOfLife, &QTimer::timeout, &m_signOfLife, [this] { giveSignOfLife(); });
    if (m_options.path)
        begin(*m_options.path);
}

void History::begin(const std::string &path)
{
    m_hasBegun = true;
    auto recorder = timeline::Recorder::open(path);
    if (!recorder && recorder.error().kind == base::ErrorKind::Invalid && m_options.use == Use::Continued) {
        m_problem =
            api::troubleSaying("TimelineUnreadable", api::sayingOf(recorder.error()), base::setAside(path));
        recorder = timeline::Recorder::open(path);
    }
    if (recorder)
        m_recorder = std::move(*recorder);
    else
        m_problem = api::troubleSaying("TimelineNotKept", api::sayingOf(recorder.error()));
    if (!m_problem.empty())
        qCWarning(historyLog) << base::str(m_problem.text);
    timeline::History kept = m_recorder ? m_recorder->takeKept() : timeline::History();
    m_gaps = std::move(kept.gaps);
    const auto seenUntil = kept.seenUntil;
    m_timeline = timeline::Timeline(std::move(kept));
    if (m_options.use == Use::Shown)
        m_recorder.reset();
    for (const timeline::Fact &fact : m_timeline.facts())
        m_options.feed.addFact(fact);
    for (const timeline::Episode &episode : m_timeline.episodes())
        m_options.feed.addEpisode(episode);
    goOnFrom(std::max(m_timeline.latest(), seenUntil));
    m_options.feed.mark();
}

void History::goOnFrom(const std::optional<api::Time> &seenUntil)
{
    if (seenUntil) {
        m_options.clock.moveTo(*seenUntil);
        if (const api::Time now = m_options.clock.now(); now > *seenUntil) {
            m_gaps.push_back({*seenUntil, now});
            record({.gaps = {m_gaps.back()}});
        }
    }
    if (m_recorder)
        m_signOfLife.start();
}

void History::giveSignOfLife()
{
    if (!m_liveUntil && m_options.isSameCluster())
        record({.seenUntil = m_options.clock.now()});
}

void History::followConnection(const std::optional<api::Time> &liveUntil)
{
    const auto lost = std::exchange(m_liveUntil, liveUntil);
    if (lost && !liveUntil)
        record({.gaps = {{*lost, m_options.clock.now()}}});
}

void History::record(timeline::History news)
{
    if (m_recorder && !news.isEmpty())
        m_recorder->record(std::move(news));
}

void History::follow(runtime::InformerSet &informers)
{
    follow(informers.of<api::Node>());
    follow(informers.of<api::Machine>());
    follow(informers.of<api::MachineSet>());
    follow(informers.of<api::mcm::Machine>());
    follow(informers.of<api::mcm::MachineSet>());
}

void History::follow(runtime::Controller &controller)
{
    if (!controller.resource())
        return; // a sweep is about no object that anybody could look for
    m_subscriptions.push_back(
        controller.onNews([this, name = std::string(controller.name())](
                              const api::ObjectKey &key, const auto &, const std::vector<api::Reason> &now) {
            m_timeline.decided(name, key, now, m_options.clock.now());
            passOn();
        }));
}

template<typename T>
void History::follow(runtime::Informer<T> &informer)
{
    for (const auto &object : informer.store().list())
        m_timeline.changed<T>(nullptr, object, m_options.clock.now());
    m_subscriptions.push_back(informer.onChange([this](const auto &before, const auto &after) {
        m_timeline.changed(before, after, m_options.clock.now());
        passOn();
    }));
    auto takeList = [this, &informer, listed = false]() mutable {
        if (listed || !informer.hasSynced())
            return;
        listed = true;
        m_timeline.listed(informer.store().list(), m_options.clock.now());
        passOn();
    };
    takeList();
    m_subscriptions.push_back(informer.onState(std::move(takeList)));
}

void History::passOn()
{
    if (std::exchange(m_passing, true))
        return;
    m_options.clock.post(m_scope.bind([this] {
        m_passing = false;
        if (!m_options.isSameCluster())
            return;
        timeline::History news = m_timeline.takeNews();
        for (const timeline::Fact &fact : news.facts)
            m_options.feed.addFact(fact);
        for (const timeline::Episode &episode : news.episodes)
            m_options.feed.addEpisode(episode);
        record(std::move(news));
    }));
}

void History::close()
{
    giveSignOfLife();
    m_signOfLife.stop();
    if (m_recorder)
        m_recorder->close();
    m_recorder.reset();
}

std::string timelineOf(const std::string &path, const std::string &uid)
{
    if (path.empty() || path == ":memory:" || uid.empty())
        return path;
    const QByteArray hash =
        QCryptographicHash::hash(QByteArray::fromStdString(uid), QCryptographicHash::Sha256);
    const fs::path shared(path);
    const std::string name =
        shared.stem().string() + '-' + hash.toHex().left(16).toStdString() + shared.extension().string();
    return (shared.parent_path() / name).string();
}

void forgetOldTimelines(const std::string &current)
{
    if (current.empty() || current == ":memory:")
        return;
    std::error_code ignored;
    const auto now = fs::file_time_type::clock::now();
    fs::last_write_time(current, now, ignored);
    const QDir folder = QFileInfo(base::str(current)).dir();
    for (const QFileInfo &file : folder.entryInfoList({QStringLiteral("timeline*.db")}, QDir::Files)) {
        const std::string path = file.filePath().toStdString();
        if (lastUseOf(path) < now - unusedTimelinesKept)
            removeDatabase(path);
    }
}

} // namespace core::engine
