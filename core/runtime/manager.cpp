// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/manager.h"

#include <algorithm>
#include <ranges>

namespace core::runtime {

struct Manager::Entry {
    Unit unit;
    bool wanted = false;
    bool running = false;
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
    m_informers.onState(m_scope.bind([this] {
        for (const auto &entry : m_entries)
            startIfReady(*entry);
        changed();
    }));
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

void Manager::startIfReady(Entry &entry)
{
    if (!m_started || !entry.wanted || entry.running || entry.election || !m_informers.allSynced())
        return;
    if (!m_leadership)
        return begin(entry);
    ElectionOptions options;
    options.lease = {m_leadership->ns, m_leadership->namePrefix + entry.unit.name};
    options.identity = m_leadership->identity;
    entry.election = std::make_unique<LeaderElection>(m_client, m_clock, m_chance, options);
    entry.election->start([this, &entry] { begin(entry); }, [this, &entry] { end(entry); });
}

void Manager::begin(Entry &entry)
{
    entry.running = true;
    entry.unit.start();
    changed();
}

void Manager::end(Entry &entry)
{
    if (!std::exchange(entry.running, false))
        return;
    entry.unit.stop();
    changed();
}

void Manager::release(Entry &entry, std::function<void()> done)
{
    if (!entry.election)
        return done();
    std::shared_ptr<LeaderElection> election(std::move(entry.election));
    election->stop([election, done = std::move(done)] { done(); });
}

base::Result<> Manager::setWanted(std::string_view name, bool wanted)
{
    const auto found = std::ranges::find(
        m_entries, name, [](const auto &entry) { return std::string_view(entry->unit.name); });
    if (found == m_entries.end()) {
        std::string known;
        for (const auto &entry : m_entries)
            known += (known.empty() ? "" : ", ") + entry->unit.name;
        return base::fail(base::ErrorKind::NotFound,
            "there is no controller \"" + std::string(name) + "\"; known are " + known);
    }
    Entry &entry = **found;
    entry.wanted = wanted;
    if (wanted) {
        startIfReady(entry);
    } else {
        end(entry);
        release(entry, [] {});
    }
    changed();
    return {};
}

std::vector<UnitState> Manager::states() const
{
    std::vector<UnitState> states;
    for (const auto &entry : m_entries) {
        UnitState state {entry->unit.name, entry->unit.description, entry->wanted, entry->running, {}};
        if (entry->wanted && !entry->running) {
            const bool blocked = entry->election && !entry->election->holder().empty();
            state.note = blocked ? "waiting for the lease held by " + entry->election->holder()
                                 : "waiting for the first lists";
        }
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

void Manager::changed()
{
    if (m_listener)
        m_listener();
}

} // namespace core::runtime
