// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What HTTP/1.1 and HTTP/2 have in common: one request and its answer, or its watch, one after the other. How
// bytes come and go is the carrier's business.

#include "core/lab/front/admission.h"
#include "core/lab/front/hub.h"

namespace core::lab::front {

/// As much of an answer, or of a body, is taken in however much others hold.
inline constexpr std::size_t smallBytes = 64U * 1024;
/// A head with all its fields may be as large.
inline constexpr std::size_t headBytes = 64U * 1024;
/// Last words are waited for so long to be read, and a stalled watcher to go on.
inline constexpr std::chrono::seconds patience {2};

class Exchange : public Requester, public std::enable_shared_from_this<Exchange>
{
public:
    void answer(const api::Response &response) override;
    void addEvents(const std::vector<api::WatchEvent> &events) override;
    void endStream(const std::optional<base::Error> &error) override;
    void checkTime(Steady::time_point now);
    void giveWay(Steady::time_point now);

protected:
    enum class Phase {
        Handshake,
        Idle,
        Head,
        Body,
        Waiting,
        Encoding,
        Answering,
        Streaming,
        Shutdown,
        Closed
    };

    explicit Exchange(Hub &hub) : m_hub(hub) { }

    /// m_answer goes out, in phase Answering.
    virtual void send() = 0;
    /// Lines that may leave go out, and after the last of an ended watch its end.
    virtual void pumpLines() = 0;

    void enter(Phase phase, std::chrono::milliseconds time);
    /// False: it is rejected, and who rejects it answers.
    tl::expected<void, api::Response> admitHead(const Head &head);
    /// Counts the body, of which so much is there or announced, besides what else it costs. False when it is
    /// no small one and there is no room for it.
    bool holdBody(std::size_t bytes, std::size_t arrived, std::size_t otherBytes = 0);
    /// The request is complete: to the lab with it, or an answer at once.
    void ask(const Head &head, std::string body, bool upgrades);
    void startStreaming();
    bool isOver() const { return m_ended && m_backlog.isEmpty(); }
    EncodingCache &cache() const; ///< for the format of the answer

    Hub &m_hub;
    Phase m_phase = Phase::Handshake;
    Steady::time_point m_deadline;
    Ticket m_ticket = 0; ///< of the request at the lab, or of the open watch
    Admitted m_admitted;
    Delivery m_delivery;
    Outgoing m_answer;
    Backlog m_backlog;
    bool m_writing = false; ///< a piece of the stream
    bool m_ended = false; ///< by the lab: the rest goes out, then the end
    Steady::time_point m_progress; ///< when the other side last took or sent a piece
    std::size_t m_bodyAtProgress = 0;
    std::size_t m_held = 0; ///< bytes that the hub counts for us

private:
    void launch(const Head &head, std::string body, bool upgrades);
    void encodeAside(const api::Response &response);
    void sendAnswer();
    bool isStuck(Steady::time_point now) const;
    void keepTime(Steady::time_point now);

    std::string m_asked; ///< verb and path
    bool m_mayWait = false; ///< its answer, until there is room
    bool m_errorTold = false;
    std::optional<Steady::time_point> m_streamEnd; ///< of the watch, in real time
    std::optional<Steady::time_point> m_nextBookmark; ///< likewise
};

} // namespace core::lab::front
