// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The way to the lab with everything that can go wrong on it, on command: the program dies after a write, an
// answer is lost, a write is refused, watches lag, break or expire, a list tells of the past. It outlives the
// engine that uses it, as a network outlives a program.

#include "core/base/clock.h"
#include "core/base/scope.h"
#include "core/client/localtransport.h"
#include "core/lab/apiserver.h"

#include <map>
#include <set>

namespace tests {

struct Fault {
    enum class Kind {
        Crash, ///< the write was carried out; of the program nothing more is heard
        LoseResponse, ///< the write was carried out, its sender sees a broken connection
        Refuse, ///< amount: the HTTP status instead of the write
        DelayWatches, ///< for amount seconds; then of each object only the newest event comes
        CutWatches, ///< broken connections
        ExpireWatches, ///< 410, and again for everybody who has not listed since
        StaleLists, ///< 410, and the next lists are amount revisions old
        CrashIntoThePast, ///< as Crash, and the next program's first lists are amount revisions old
    };
    Kind kind = Kind::Crash;
    int amount = 0;
    std::string plural = {}; ///< whose watches; empty: all

    std::string text() const;
};

class FaultyTransport : public core::client::Transport
{
public:
    FaultyTransport(core::base::Clock &clock, core::lab::ApiServer &lab);
    ~FaultyTransport() override;

    void send(core::api::Request request, core::client::ResponseCallback callback) override;
    std::unique_ptr<core::api::Watch> watch(core::api::Request request, core::api::WatchSink sink) override;

    /// Writes since the last call of countFromHere().
    std::uint64_t writes() const { return m_writes; }
    void countFromHere();
    /// The fault meets the write of that number (from 1); there may be several for one.
    void strikeAt(std::uint64_t write, Fault fault) { m_faults.emplace(write, std::move(fault)); }
    /// No more faults; those of the past are over.
    void calm();

    /// Lists tell of the past, or did so half a minute ago.
    bool isPastTold() const { return m_clock.now() < m_pastUntil + std::chrono::seconds(30); }
    bool crashed() const { return !m_way; }
    /// For the next program.
    void revive();
    /// What was struck, a line each, for the message of a failure.
    const std::string &history() const { return m_history; }

private:
    class Stream;

    std::vector<Fault> faultsOf(const core::api::Request &write);
    void apply(const Fault &fault, core::base::Result<core::api::Response> &response);
    void refuse(int code, const core::client::ResponseCallback &callback);
    void strikeReads(const Fault &fault);
    void tellThePast(int revisions);
    void age(core::api::Request &request);
    bool isHeld(const std::string &path) const;

    core::base::Clock &m_clock;
    core::lab::ApiServer &m_lab;
    std::unique_ptr<core::client::LocalTransport> m_way; ///< null after a crash
    std::vector<Stream *> m_streams; ///< in the order of opening
    std::uint64_t m_writes = 0;
    std::multimap<std::uint64_t, Fault> m_faults; ///< by the number of the write
    core::base::Time m_heldUntil;
    std::string m_heldPlural;
    std::uint64_t m_floor = 0; ///< watches from below get 410
    std::uint64_t m_past = 0; ///< the revision that lists tell of
    core::base::Time m_pastUntil;
    std::set<std::string> m_toldPast; ///< paths: each is told once
    std::string m_history;
    core::base::Scope m_scope;
};

} // namespace tests
