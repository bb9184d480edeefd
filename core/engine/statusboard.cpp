// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/statusboard.h"

#include "core/engine/controllers.h"
#include "core/engine/sayings.h"

#include <algorithm>

namespace core::engine {

namespace {

constexpr std::chrono::milliseconds electionEvery {500};
constexpr std::chrono::milliseconds troubleEvery {2000};
constexpr double paceTolerance = 0.05;

/// What is measured varies: what is nearly the pace asked for counts as that.
double reachedPace(const base::Pacer &pacer)
{
    const double reached = pacer.reachedPace();
    return reached > (1 - paceTolerance) * pacer.pace() ? pacer.pace() : reached;
}

bool isFollowed(const runtime::InformerBase *informer)
{
    using State = runtime::InformerBase::State;
    return informer->state() != State::Stopped && informer->state() != State::Absent;
}

} // namespace

StatusBoard::StatusBoard(Parts parts) : m_parts(std::move(parts))
{
    m_troubleTurn.setInterval(troubleEvery);
    QObject::connect(&m_troubleTurn, &QTimer::timeout, &m_troubleTurn, [this] { lookAtTrouble(); });
    m_electionTurn.setInterval(electionEvery);
    QObject::connect(&m_electionTurn, &QTimer::timeout, &m_electionTurn, [this] { lookAtElections(); });
    if (m_parts.options.pacer)
        m_pace = m_parts.options.pacer->onMeasured([this] { lookAtPace(); });
}

void StatusBoard::start()
{
    if (m_parts.options.mode == Mode::External)
        m_electionTurn.start();
    else if (m_parts.options.serverTrouble)
        m_troubleTurn.start();
}

std::optional<Status> StatusBoard::takeNews(bool anyway)
{
    Status present = status();
    const bool isNews = anyway || present != m_last;
    m_last = std::move(present);
    m_wasLive = m_wasLive || m_last.connection == Connection::Live;
    return isNews ? std::optional(m_last) : std::nullopt;
}

void StatusBoard::lookAtElections()
{
    Status present = status();
    present.now = m_last.now;
    if (present != m_last)
        m_parts.changed();
}

void StatusBoard::lookAtTrouble()
{
    if (api::Saying now = trouble(); now != m_lastTrouble) {
        m_lastTrouble = std::move(now);
        m_parts.changed();
    }
}

void StatusBoard::lookAtPace()
{
    if (std::abs(reachedPace(*m_parts.options.pacer) - m_last.reachedPace) > paceTolerance * m_last.pace)
        m_parts.changed();
}

Status StatusBoard::status() const
{
    Status present;
    tellPlace(present);
    present.locked = m_parts.lock.isLocked();
    present.unlockedUntil = m_parts.lock.unlockedUntil();
    tellLosses(present);
    present.pastSince = m_parts.archive.keptSince();
    present.gaps = m_parts.history.gaps();
    present.missingCrds = m_parts.survey.missing();
    present.now = m_parts.options.clock.now();
    if (const base::Pacer *pacer = m_parts.options.pacer) {
        present.pace = pacer->pace();
        present.reachedPace = reachedPace(*pacer);
    }
    for (const runtime::UnitState &unit : m_parts.manager.states())
        present.controllers.push_back({unit.name, unit.description, unit.wanted, unit.running, unit.note,
            descriptorOf(unit.name).group});
    tellWatches(present);
    tellConnection(present);
    return present;
}

void StatusBoard::tellPlace(Status &present) const
{
    const EngineOptions &options = m_parts.options;
    present.mode = options.mode;
    if (options.mode == Mode::Lab) {
        present.timing = options.timing->name;
        present.mostMachines = m_parts.mostMachines;
    }
    present.contextName = options.contextName;
    present.server = options.server;
    present.kubeconfigPath = options.kubeconfigPath;
    present.defaultNamespace = options.defaultNamespace;
    present.readOnly = options.readOnly;
    present.relockAfter = options.relockAfter;
    present.labFile = options.labFile;
}

void StatusBoard::tellLosses(Status &present) const
{
    for (const api::Saying &problem : {m_parts.history.problem(), m_parts.archive.problem()}) {
        if (!problem.empty())
            present.losses.push_back(problem);
    }
    const auto &losses = m_parts.options.losses;
    present.losses.insert(present.losses.end(), losses.begin(), losses.end());
}

void StatusBoard::tellWatches(Status &present) const
{
    for (const runtime::InformerBase *informer : m_parts.informers.list()) {
        if (!isFollowed(informer))
            continue;
        ++present.watchesWanted;
        if (informer->state() == runtime::InformerBase::State::Watching)
            ++present.watchesLive;
    }
}

void StatusBoard::tellConnection(Status &present) const
{
    bool anySynced = false;
    bool allRefused = true;
    for (const runtime::InformerBase *informer : m_parts.informers.list()) {
        if (!isFollowed(informer))
            continue;
        anySynced = anySynced || informer->hasSynced();
        allRefused = allRefused && informer->isRefused();
    }
    const auto &problem = m_parts.survey.problem();
    present.connectionNote = problem.empty() ? m_parts.connection.problem() : problem;
    present.unread = m_parts.connection.unread();
    const auto loss = m_parts.connection.loss();
    present.otherCluster = m_parts.gates.otherCluster();
    if (present.otherCluster) {
        present.connection = Connection::Failed;
        present.connectionNote = connectionSaying("OtherCluster");
    } else if (!anySynced && (!m_wasLive || (allRefused && !loss))) {
        present.connection = present.connectionNote.empty() ? Connection::Starting : Connection::Failed;
    } else if (loss) {
        present.connection = Connection::Reconnecting;
        present.liveUntil = loss->liveUntil;
        present.retryAt = loss->retryAt;
    } else {
        present.connection = Connection::Live;
    }
    if (api::Saying why = trouble(); !why.empty())
        present.connectionNote = std::move(why);
}

api::Saying StatusBoard::trouble() const
{
    return m_parts.options.serverTrouble ? m_parts.options.serverTrouble() : api::Saying();
}

} // namespace core::engine
