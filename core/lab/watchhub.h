// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The open watches. A change finds its watches by resource, then by name, node or namespace, so that a
// thousand selective watches cost nothing; each keeps a list of revisions to deliver and delivers in turns of
// its own, so that a slow one delays nobody. One that falls behind the log gets 410 (docs/api-semantics.md H1
// to H14).

#include "core/base/clock.h"
#include "core/lab/selection.h"
#include "core/lab/store.h"

#include <map>
#include <unordered_map>

namespace core::lab {

/// What a watch shows of an object, a table row for example; the object itself when the function is empty.
using View = std::function<api::JsonPtr(const api::JsonPtr &)>;

struct WatchOptions {
    Selection selection;
    View view;
    std::optional<Revision> after; ///< nothing: what is there first, then the changes
    bool marksInitialEnd = false; ///< a bookmark behind what is there first says that it was all
    base::Duration timeout {};
    bool bookmarks = false;
    api::Json bookmark; ///< kind and apiVersion
};

class WatchHub
{
public:
    explicit WatchHub(base::Clock &clock, const Store &store) : m_clock(clock), m_store(store) { }
    WatchHub(const WatchHub &) = delete;
    WatchHub &operator=(const WatchHub &) = delete;
    ~WatchHub();

    std::unique_ptr<api::Watch> open(Collection &collection, WatchOptions options, api::WatchSink sink);
    void notify(const Collection &collection, const api::ObjectKey &key, const Change &change);
    /// Ends the watches of a resource that is served no more, after what they have still to deliver.
    void end(const Collection &collection);
    std::size_t size() const { return m_watchers.size(); }

private:
    class Watcher;
    class Handle;
    using Watchers = std::vector<Watcher *>;
    struct Index {
        Watchers all;
        std::unordered_map<std::string, Watchers> byNamespace;
        std::unordered_map<api::ObjectKey, Watchers> byKey;
        std::unordered_map<std::string, Watchers> byNode;
    };

    Watchers &placeOf(const Watcher &watcher);
    void remove(const Watcher &watcher);

    base::Clock &m_clock;
    const Store &m_store;
    std::unordered_map<const Collection *, Index> m_indexes;
    std::map<std::uint64_t, std::shared_ptr<Watcher>> m_watchers; ///< in the order of opening
    std::uint64_t m_opened = 0;
};

} // namespace core::lab
