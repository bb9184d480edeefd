// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Keeps a Store equal to what the API server has: lists in pages, then watches, resumes after a break, lists
// again when the server no longer knows where we stood (410). A relist is gathered aside and swapped in, so
// that a reader never sees half of one; what was already seen is not told again. An object that can't be read
// keeps its last readable version. The write half of a store exists here and nowhere else.

#include "core/api/heartbeatfields.h"
#include "core/api/saying.h"
#include "core/base/chance.h"
#include "core/base/clock.h"
#include "core/base/scope.h"
#include "core/base/subscription.h"
#include "core/client/client.h"
#include "core/runtime/store.h"

#include <map>
#include <variant>

namespace core::runtime {

/// A kind in an older version, for servers that do not serve it in its own.
struct OlderForm {
    const api::Resource *resource = nullptr;
    /// The object as the kind's own version has it.
    api::JsonPtr (*renewed)(const api::JsonPtr &object) = nullptr;
};

struct InformerOptions {
    std::string ns; ///< empty: all namespaces
    /// Watches are ended by the server after 1 to 2 times this, so that a dead connection is noticed; 0:
    /// server's choice.
    std::chrono::seconds watchTimeout {0};
    bool metadataOnly = false; ///< objects come without the rest
    /// Nobody waits for the kind where it is not served, or may not be read: it is Absent there.
    bool isOptional = false;
    std::optional<OlderForm> older; ///< of an optional kind: asked for where its own version is not served
};

/// The newest version of an object that can't be read as what its kind should be.
struct Unreadable {
    api::JsonPtr object;
    std::string problem; ///< names the field: "spec.replicas: expected an integer, found a string"
};

/// What does not depend on the C++ type of the objects.
class InformerBase
{
public:
    enum class State {
        Stopped,
        Listing, ///< pages are arriving
        Watching, ///< live
        Waiting, ///< after a failure, until the back-off is over and the server has given a sign of life
        Absent, ///< optional, and refused: counts as listed, and empty; asked for every 5 minutes
    };

    InformerBase(client::Client &client, base::Clock &clock, const base::Chance &chance,
        const api::Resource &resource, InformerOptions options);
    virtual ~InformerBase() = default;
    InformerBase(const InformerBase &) = delete;
    InformerBase &operator=(const InformerBase &) = delete;

    void start();
    void stop();
    /// Lists again, for an owner that no longer trusts what is held; it stays until the new list is there.
    void relist();
    const api::Resource &resource() const { return m_resource; }
    State state() const;
    /// The first list since start() or relist() has been swapped in; stays true over later breaks.
    bool hasSynced() const;
    /// Why it is not Watching, for people; empty while all is well.
    const api::Saying &problem() const;
    /// When the data was last known to be live.
    base::Time liveUntil() const;
    /// When it tries again; nothing while it is Watching, or an attempt is under way.
    std::optional<base::Time> retryAt() const;
    /// The server answers, but not this question: the kind is forbidden, or not served.
    bool isRefused() const;
    /// Tries again at once, and opens an open watch anew: the server is back after a silence, and what seems
    /// open may be dead. What failed before no longer makes it wait: a server that starts may refuse for a
    /// while yet.
    void reconnect();
    /// Takes a write's response in, unless the watch has shown something newer already, or the object lies in
    /// a namespace that is not watched (read your own writes).
    void offer(const api::JsonPtr &object);
    /// The object's newest version when it can't be read, else nullptr. The store keeps the version before
    /// it.
    const Unreadable *unreadable(const api::ObjectKey &key) const;
    std::vector<api::ObjectKey> unreadableKeys() const;
    /// The listener is called with every version that can't be read.
    base::Subscription onUnreadable(std::function<void(const api::ObjectKey &)> listener)
    {
        return m_toldOfUnreadable.add(std::move(listener));
    }
    /// The listener is called when hasSynced() turns true, and whenever state() changes.
    base::Subscription onState(std::function<void()> listener)
    {
        return m_toldOfState.add(std::move(listener));
    }

protected:
    /// Decodes and stores; Invalid when the object can't be read.
    virtual base::Result<> put(const api::ObjectKey &key, const api::JsonPtr &object) = 0;
    /// Takes in a version that is a mere heartbeat and newer than what is held; false in any other case. What
    /// is told of it is empty when something else changed after what was shown before it.
    virtual bool putHeartbeat(
        const api::Json &object, std::uint64_t revision, const api::Heartbeat &heartbeat) = 0;
    virtual void remove(const api::ObjectKey &key) = 0;
    virtual std::vector<api::ObjectKey> keys() const = 0;
    /// The resourceVersion held, 0 when the object is not there.
    virtual std::uint64_t heldRevision(const api::ObjectKey &key) const = 0;

private:
    /// What the store holds since start() or relist().
    enum class Held {
        Nothing,
        Forgone, ///< nothing, and nobody waits: the kind is Absent, and asked for again
        Outdated, ///< a list, but the server no longer knows what changed since
        Resumable, ///< everything up to m_position
    };

    /// The time in which the data is not live.
    struct Outage {
        base::Time since;
        api::Saying problem; ///< empty: nothing has failed
        bool isRefused = false;
    };

    /// One watch, from its opening to its end.
    struct Stream {
        std::unique_ptr<api::Watch> watch;
        base::Time opened;
        bool hasShown = false; ///< an event, or a bookmark
        std::optional<base::Error> error; ///< what an Error event said
    };

    struct Stopped {
        static constexpr State shown = State::Stopped;
        base::Time liveUntil;
        bool hasSynced = false;
    };
    struct Listing {
        static constexpr State shown = State::Listing;
        Outage outage;
        Held held;
        std::vector<api::JsonPtr> items;
        std::size_t pageCount = 0;
        base::Scope answers;
    };
    /// A watch that was opened after a failure, until it has proved to work.
    struct Probing {
        static constexpr State shown = State::Waiting;
        Outage outage;
        Stream stream;
        base::Timer trust;
    };
    struct Watching {
        static constexpr State shown = State::Watching;
        Stream stream;
    };
    /// Between a watch that the server ended in order and the next.
    struct Pausing {
        static constexpr State shown = State::Watching;
        base::Timer next;
    };
    struct Waiting {
        static constexpr State shown = State::Waiting;
        Outage outage;
        Held held;
        base::Time retryAt;
        base::Timer retry;
    };
    struct Absent {
        static constexpr State shown = State::Absent;
        static constexpr Held held = Held::Forgone;
        base::Timer next;
    };
    using Phase = std::variant<Stopped, Listing, Probing, Watching, Pausing, Waiting, Absent>;

    void list(Outage outage, Held held);
    void requestPage(const std::string &continueToken);
    void takePage(const std::string &continueToken, base::Result<client::ListPage> page);
    void swapIn(std::vector<api::JsonPtr> items, std::uint64_t version);
    void watch();
    void watchOnTrial(Outage outage);
    void becomeLive(Stream stream);
    void pause();
    Stream openStream();
    void takeEvents(const std::vector<api::WatchEvent> &events);
    void takeEvent(const api::WatchEvent &event);
    void takeEnd(const std::optional<base::Error> &error);
    void recover(const base::Error &error);
    void doWithout(const base::Error &error);
    void askAgain();
    base::Duration nextBackOff(const base::Error &error);
    void retry();
    void accept(const api::JsonPtr &object, std::uint64_t revision, const api::Heartbeat &heartbeat = {});
    void forget(const api::ObjectKey &key);
    void store(const api::ObjectKey &key, const api::JsonPtr &object);
    void enter(Phase phase);
    /// The open watch, or nullptr.
    Stream *stream();
    /// The result is null while the data is live, or nobody wants it.
    const Outage *outage() const;
    /// The present one, or one that begins now.
    Outage anyOutage() const;
    Held held() const;
    /// The version that is asked for.
    const api::Resource &asked() const { return m_usesOlder ? *m_options.older->resource : m_resource; }

    client::Client &m_client;
    base::Clock &m_clock;
    const base::Chance &m_chance;
    const api::Resource &m_resource;
    InformerOptions m_options;
    std::uint64_t m_position = 0; ///< every change up to this revision is in the store
    std::uint64_t m_draws = 0;
    int m_failures = 0; ///< since a watch has lived
    bool m_usesOlder = false; ///< m_options.older, not the kind's own version
    bool m_hasTriedOther = false; ///< version, since a watch has lived
    std::optional<base::ErrorKind> m_toldAbsence; ///< since a watch has lived
    std::map<api::ObjectKey, Unreadable> m_unreadable;
    base::Listeners<const api::ObjectKey &> m_toldOfUnreadable;
    base::Listeners<> m_toldOfState;
    Phase m_phase;
};

/// 0 when it is no number.
std::uint64_t revisionIn(std::string_view resourceVersion);
std::uint64_t revisionOf(const api::Json &object);
api::ObjectKey keyOf(const api::Json &object);
api::ObjectKeyView keyViewOf(const api::Json &object);

template<typename T>
class Informer : public InformerBase
{
public:
    using Pointer = typename Store<T>::Pointer;
    using Fields = api::HeartbeatFields<T>;
    using ChangeListeners = base::Listeners<const Pointer &, const Pointer &>;
    using HeartbeatListeners = base::Listeners<const typename Fields::Told &>;

    Informer(client::Client &client, base::Clock &clock, const base::Chance &chance, InformerOptions options)
        : InformerBase(client, clock, chance, api::resourceOf<T>(), std::move(options))
    {
    }

    const Store<T> &store() const { return m_store; }
    void addIndex(const std::string &name, typename Store<T>::IndexFunction function)
    {
        m_store.addIndex(name, std::move(function));
    }
    /// The listener is called with the object before and after the change. before null: appeared; after null:
    /// gone.
    base::Subscription onChange(typename ChangeListeners::Listener listener)
    {
        return m_toldOfChange.add(std::move(listener));
    }
    /// The listener is called with each heartbeat of a kind that has them, where it is no change: only times
    /// differ.
    base::Subscription onHeartbeat(typename HeartbeatListeners::Listener listener)
    {
        return m_toldOfHeartbeat.add(std::move(listener));
    }

protected:
    base::Result<> put(const api::ObjectKey &key, const api::JsonPtr &object) override
    {
        const auto decoded = read(object);
        if (!decoded)
            return tl::unexpected(decoded.error());
        const Pointer before = m_store.put(key, *decoded);
        m_toldOfChange(before, *decoded);
        return {};
    }
    void remove(const api::ObjectKey &key) override
    {
        if (const Pointer before = m_store.put(key, nullptr))
            m_toldOfChange(before, nullptr);
    }
    std::vector<api::ObjectKey> keys() const override { return m_store.keys(); }
    std::uint64_t heldRevision(const api::ObjectKey &key) const override
    {
        const T *held = m_store.peek(key);
        return held ? revisionOf(*held) : 0;
    }
    /// Most versions of some kinds are heartbeats: they change what nobody holds where it lies.
    bool putHeartbeat(
        const api::Json &object, std::uint64_t revision, const api::Heartbeat &heartbeat) override
    {
        const bool isKnown = heartbeat.lastNonHeartbeatRevision > 0;
        if constexpr (usesHeartbeats(api::HeartbeatUse::PassedOn)) {
            const auto told = isKnown ? Fields::read(*heartbeat.key, *heartbeat.part) : std::nullopt;
            if (told)
                m_toldOfHeartbeat(*told);
            return told.has_value();
        } else if constexpr (usesHeartbeats(api::HeartbeatUse::TakenIn)) {
            T *unique = m_store.uniqueMutable(isKnown ? *heartbeat.key : keyViewOf(object));
            const std::uint64_t heldRevision = unique ? revisionOf(*unique) : 0;
            if (!unique || revision <= heldRevision)
                return false;
            const bool onlyTimesDiffer = isKnown && heldRevision >= heartbeat.lastNonHeartbeatRevision;
            if (onlyTimesDiffer ? !Fields::takeTimes(*unique, object) : !Fields::takeIn(*unique, object))
                return false;
            m_toldOfHeartbeat(*unique);
            return true;
        }
        return false;
    }

private:
    static constexpr bool usesHeartbeats(api::HeartbeatUse use)
    {
        if constexpr (api::HasHeartbeats<T>)
            return Fields::use == use;
        else
            return false;
    }

    /// What takes heartbeats in holds no part of the version that it was read from: a server in our own
    /// process changes that version where it lies.
    static base::Result<Pointer> read(const api::JsonPtr &object)
    {
        if constexpr (usesHeartbeats(api::HeartbeatUse::TakenIn))
            return api::decode<T>(*object).map(
                [](T &&decoded) -> Pointer { return std::make_shared<T>(std::move(decoded)); });
        else
            return api::decodeShared<T>(object);
    }

    static std::uint64_t revisionOf(const T &object) { return revisionIn(object.metadata.resourceVersion); }

    Store<T> m_store;
    ChangeListeners m_toldOfChange;
    HeartbeatListeners m_toldOfHeartbeat;
};

} // namespace core::runtime
