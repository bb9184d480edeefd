// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/manager.h"

#include "core/runtime/reasons.h"

#include <algorithm>
#include <ranges>

namespace core::runtime {

struct Manager::Entry {
    Unit unit;
    bool wanted = false;
    bool running = false;
    api::Saying blockedReason; ///< empty: nothing speaks against it
    std::unique_ptr<LeaderElection> election;
};

Manager::Manager(client::Client &client, InformerSet &informers, base::Clock &clock,
    const base::Chance &chance, std::optional<Leadership> leadership)
    : m_client(client)
    , m_informers(informers)
    , m_clock(clock)
    , m_chance(chance)
    , m_leadership(std::move(leadership))
{
    m_informerStates = m_informers.onState([this] {
        for (const auto &entry : m_entries)
            startIfReady(*entry);
        m_toldOfChange();
    });
}

Manager::~Manager()
{
    halt();
}

void Manager::halt()
{
    for (const auto &entry : std::views::reverse(m_entries))
        end(*entry);
}

void Manager::add(Unit unit, bool wanted)
{
    auto entry = std::make_unique<Entry>();
    entry->unit = std::move(unit);
    entry->wanted = wanted;
    m_entries.push_back(std::move(entry));
}

void Manager::start()
{
    m_started = true;
    m_informers.start();
}

bool Manager::isFilled() const
{
    return m_started && std::ranges::all_of(m_informers.list(), [](const InformerBase *informer) {
        return informer->hasSynced() || informer->state() == InformerBase::State::Stopped;
    });
}

void Manager::startIfReady(Entry &entry)
{
    const bool mayRun = entry.wanted && entry.blockedReason.empty() && isFilled();
    if (!mayRun || entry.running || entry.election)
        return;
    if (!m_leadership)
        return begin(entry);
    ElectionOptions options;
    options.lease = {m_leadership->ns, m_leadership->namePrefix + entry.unit.name};
    options.identity = m_leadership->identity;
    entry.election = std::make_unique<LeaderElection>(m_client, m_clock, m_chance, options);
    entry.election->start(
        [this, &entry] { isFilled() ? begin(entry) : giveUp(entry); }, [this, &entry] { lose(entry); });
}

void Manager::begin(Entry &entry)
{
    entry.running = true;
    entry.unit.start();
    m_toldOfChange();
}

void Manager::end(Entry &entry)
{
    if (!std::exchange(entry.running, false))
        return;
    entry.unit.stop();
    m_toldOfChange();
}

/// Whoever has not seen the cluster anew does not stand for election, or might lead without acting.
void Manager::lose(Entry &entry)
{
    giveUp(entry);
    m_informers.relist();
    startIfReady(entry);
}

void Manager::giveUp(Entry &entry)
{
    end(entry);
    release(entry, [] {});
}

void Manager::release(Entry &entry, std::function<void()> done)
{
    if (!entry.election)
        return done();
    std::shared_ptr<LeaderElection> election(std::move(entry.election));
    election->stop([election, done = std::move(done)] { done(); });
    m_clock.post([election] {}); // it may be calling us
}

Manager::Entry *Manager::find(std::string_view name) const
{
    const auto found = std::ranges::find(
        m_entries, name, [](const auto &entry) { return std::string_view(entry->unit.name); });
    return found == m_entries.end() ? nullptr : found->get();
}

void Manager::setBlockedReason(std::string_view name, const api::Saying &reason)
{
    Entry *entry = find(name);
    if (!entry || entry->blockedReason == reason)
        return;
    entry->blockedReason = reason;
    if (reason.empty())
        startIfReady(*entry);
    else
        giveUp(*entry);
    m_toldOfChange();
}

base::Result<> Manager::setWanted(std::string_view name, bool wanted)
{
    Entry *entry = find(name);
    if (!entry) {
        std::string known;
        for (const auto &one : m_entries)
            known += (known.empty() ? "" : ", ") + one->unit.name;
        return base::fail(base::ErrorKind::NotFound,
            "there is no controller \"" + std::string(name) + "\"; known are " + known);
    }
    entry->wanted = wanted;
    if (wanted)
        startIfReady(*entry);
    else
        giveUp(*entry);
    m_toldOfChange();
    return {};
}

api::Saying Manager::whyNot(const Entry &entry)
{
    if (!entry.blockedReason.empty())
        return entry.blockedReason;
    if (entry.election && !entry.election->holder().empty())
        return unitSaying("WaitsForLease", entry.election->holder());
    return unitSaying("WaitsForLists");
}

bool Manager::isRunning(std::string_view name) const
{
    const auto all = states();
    const auto found = std::ranges::find(all, name, &UnitState::name);
    return found != all.end() && found->running;
}

bool Manager::isRunningSoon(std::string_view name) const
{
    const auto all = states();
    const auto found = std::ranges::find(all, name, &UnitState::name);
    return found != all.end()
        && (found->running || (found->wanted && found->note == unitSaying("WaitsForLists")));
}

bool Manager::wantsAny() const
{
    return std::ranges::any_of(m_entries, [](const auto &entry) { return entry->wanted; });
}

std::vector<UnitState> Manager::states() const
{
    std::vector<UnitState> states;
    for (const auto &entry : m_entries) {
        UnitState state {entry->unit.name, entry->unit.description, entry->wanted, entry->running, {}, {}};
        if (entry->wanted && !entry->running)
            state.note = whyNot(*entry);
        if (m_leadership)
            state.leads = entry->election && entry->election->isLeader();
        states.push_back(std::move(state));
    }
    return states;
}

void Manager::stop(std::function<void()> done, base::Duration patience)
{
    m_started = false;
    auto finish = std::make_shared<std::function<void()>>([this, done = std::move(done)] {
        m_informers.stop();
        done();
    });
    const std::function<void()> finishOnce = m_scope.bind([finish] {
        if (const auto run = std::exchange(*finish, nullptr))
            run();
    });
    auto open = std::make_shared<std::size_t>(m_entries.size() + 1);
    const auto countDown = [open, finishOnce] {
        if (--*open == 0)
            finishOnce();
    };
    m_patience = m_clock.callAfter(patience, finishOnce);
    for (const auto &entry : std::views::reverse(m_entries)) {
        end(*entry);
        release(*entry, countDown);
    }
    countDown();
}

} // namespace core::runtime
