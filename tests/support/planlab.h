// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where plans are applied and seen again: the lab's API server on a clock that the test moves, and informers
// that fill the stores from it before the next line of the test.

#include "core/base/chance.h"
#include "core/base/clock.h"
#include "core/client/client.h"
#include "core/client/localtransport.h"
#include "core/lab/apiserver.h"
#include "core/runtime/informerset.h"
#include "core/runtime/plan.h"

namespace support {

namespace api = core::api;
namespace base = core::base;
namespace client = core::client;
namespace runtime = core::runtime;

class PlanLab
{
    /// Answers before anything else happens: no watch event comes in between.
    class Counter : public client::Transport
    {
    public:
        explicit Counter(core::lab::ApiServer &lab) : m_lab(lab) { }
        void send(api::RequestPtr request, client::ResponseCallback callback) override;
        std::unique_ptr<api::Watch> watch(api::Request request, api::WatchSink sink) override;
        void deliver();

    private:
        core::lab::ApiServer &m_lab;
        std::function<void()> m_answer;
    };

public:
    /// 2026-11-20T10:00:00Z
    static constexpr base::Time usualStart =
        base::Time(std::chrono::sys_days(std::chrono::year(2026) / 11 / 20)) + std::chrono::hours(10);

    explicit PlanLab(base::Time start = usualStart);
    PlanLab(const PlanLab &) = delete;
    PlanLab &operator=(const PlanLab &) = delete;

    base::Clock clock;
    base::Chance chance {7};

private:
    const std::unique_ptr<core::lab::ApiServer> m_lab;
    Counter m_counter {*m_lab};
    client::Client m_writer {m_counter};
    client::LocalTransport m_transport {clock, m_lab->localServer()};

protected:
    client::Client m_client {m_transport};

public:
    /// Their watches never end: a test does not wait for the next one.
    runtime::InformerSet informers {m_client, clock, chance, {{}, std::chrono::hours(10000)}};

    /// Writes reach the API but no store while it is set: what a lagging watch looks like. refresh() catches
    /// up.
    bool storesLag = false;
    /// The next creation of that kind succeeds, but its maker is told of a failure and the stores lag.
    std::string losesResponse;

    std::function<void()> onWrite; ///< called after every write, also those that no store shows yet
    std::vector<api::EmitEvent> events; ///< in the order of telling
    int writes = 0; ///< of the plans that were applied; events not counted

    /// What the informer holds. Those that were asked for are filled from start() on.
    template<typename T>
    const runtime::Store<T> &of()
    {
        return informers.of<T>().store();
    }
    void start();

    /// Sends the effects in order; fails the test when one of them is refused or changes nothing.
    void apply(const runtime::Plan &plan);
    /// "Starting NodeReady": of the events, in the order of telling.
    std::string eventReasons() const;

    // As other clients do; a refusal fails the test.

    /// Creates every object of a YAML text.
    void create(const char *yaml);
    template<typename T>
    void create(const T &object)
    {
        demand(api::createEffect(object));
    }
    /// Creates the object, its status too, or makes what is there equal to it; returns it as it is stored.
    template<typename T>
    std::shared_ptr<const T> put(const T &object);
    template<typename T, typename Change>
    void edit(const api::ObjectKey &key, Change change);
    /// Merge patch in YAML. Subresource empty or "status".
    template<typename T>
    void patch(const api::ObjectKey &key, const char *yaml, const char *subresource = "")
    {
        patchYaml({&api::resourceOf<T>(), key}, yaml, subresource);
    }
    /// Finalizers hold it, and so does a kubelet's grace, unless that is 0.
    template<typename T>
    void remove(const api::ObjectKey &key, std::optional<std::int64_t> grace = {},
        api::Propagation propagation = api::Propagation::Default)
    {
        demand(api::DeleteObject {{&api::resourceOf<T>(), key}, {}, grace, propagation});
    }

    base::Result<> perform(const api::Effect &effect);
    void refresh();

protected:
    /// The test fails when the effect of a plan succeeds without a change.
    base::Result<> performPlanned(const api::Effect &effect);
    std::uint64_t revision() const { return m_lab->revision(); }

private:
    void demand(const api::Effect &effect);
    static void fail(const std::string &problem);
    void patchYaml(const api::ResourceRef &target, const char *yaml, const char *subresource);
    base::Result<> ask(const api::Effect &effect);
    template<typename T>
    void write(const T &before, const T &after);
};

template<typename T>
std::shared_ptr<const T> PlanLab::put(const T &object)
{
    const api::ObjectKey key = object.key();
    if (const auto there = of<T>().find(key)) {
        T after = object;
        after.metadata = there->metadata;
        after.metadata.labels = object.metadata.labels;
        after.metadata.annotations = object.metadata.annotations;
        after.metadata.finalizers = object.metadata.finalizers;
        after.metadata.ownerReferences = object.metadata.ownerReferences;
        write(*there, after);
        return of<T>().find(key);
    }
    create(object);
    const auto created = of<T>().find(key);
    if constexpr (requires { object.status; }) {
        api::Json json = api::encode(*created);
        api::applyMergePatch(json, api::JsonObject {{"status", api::encode(object.status)}});
        write(*created, *api::decode<T>(json));
    }
    return of<T>().find(key);
}

template<typename T, typename Change>
void PlanLab::edit(const api::ObjectKey &key, Change change)
{
    const auto before = of<T>().find(key);
    T after = *before;
    change(after);
    write(*before, after);
}

template<typename T>
void PlanLab::write(const T &before, const T &after)
{
    std::vector<api::Effect> effects;
    append(effects, api::patchEffect(before, after, {}, api::Precondition::Uid));
    if constexpr (requires { after.status; })
        append(effects, api::patchEffect(before, after, "status", api::Precondition::Uid));
    for (const api::Effect &effect : effects)
        demand(effect);
}

} // namespace support
