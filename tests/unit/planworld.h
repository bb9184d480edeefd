// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Typed stores that plans can be applied to, with the few rules of an API server that planners rely on: the
// status of all but nodes is dropped on create, main endpoint and status subresource keep to their own, uids
// and versions are preconditions. For "apply the plan, plan again, nothing is left to do".

#include "core/api/machine.h"
#include "core/api/pod.h"
#include "core/runtime/plan.h"
#include "core/runtime/store.h"
#include "tests/support/plantext.h"

#include <QTest>

#include <tuple>

using support::restsBecause;

template<typename... Kinds>
class PlanWorldOf
{
public:
    template<typename T>
    core::runtime::Store<T> &of()
    {
        return std::get<core::runtime::Store<T>>(m_stores);
    }

    template<typename T>
    std::shared_ptr<const T> put(T object)
    {
        if (object.metadata.uid.empty())
            object.metadata.uid = "uid-" + std::to_string(++m_uids);
        object.metadata.resourceVersion = std::to_string(++m_revision);
        const auto shared = std::make_shared<const T>(std::move(object));
        of<T>().put(shared->key(), shared);
        return shared;
    }

    /// Changes an object in place, as another client would.
    template<typename T, typename Change>
    void edit(const core::api::ObjectKey &key, Change change)
    {
        T object = *of<T>().find(key);
        change(object);
        put(std::move(object));
    }

    template<typename T>
    void remove(const core::api::ObjectKey &key)
    {
        of<T>().put(key, nullptr);
    }

    void apply(const core::runtime::Plan &plan)
    {
        for (const core::api::Effect &effect : plan.effects)
            std::visit([&](const auto &write) { carryOut(write); }, effect);
    }

    std::vector<core::api::EmitEvent> events;
    int writes = 0; ///< requests so far; events not counted

    /// "Starting NodeReady": in the order of the plans.
    std::string eventReasons() const
    {
        std::string reasons;
        for (const auto &event : events)
            reasons += (reasons.empty() ? "" : " ") + event.reason;
        return reasons;
    }

private:
    void carryOut(const core::api::EmitEvent &event) { events.push_back(event); }
    void carryOut(const core::api::CreateObject &create)
    {
        ++writes;
        if (!(createAs<Kinds>(create) || ...))
            QFAIL("a creation of a kind that this world does not have");
    }
    void carryOut(const core::api::PatchObject &patch)
    {
        ++writes;
        if (!(patchAs<Kinds>(patch) || ...))
            QFAIL("a patch of a kind that this world does not have");
    }
    void carryOut(const core::api::DeleteObject &gone)
    {
        ++writes;
        if (!(deleteAs<Kinds>(gone) || ...))
            QFAIL("a deletion of a kind that this world does not have");
    }
    void carryOut(const core::api::EvictPod &) { QFAIL("nobody evicts here"); }
    void carryOut(const core::api::BindPod &bind)
    {
        ++writes;
        if constexpr ((std::is_same_v<Kinds, core::api::Pod> || ...))
            edit<core::api::Pod>(bind.pod, [&](core::api::Pod &pod) {
                QCOMPARE(pod.metadata.uid, bind.uid);
                QVERIFY(pod.spec.nodeName.empty());
                pod.spec.nodeName = bind.nodeName;
            });
        else
            QFAIL("there are no pods here");
    }

    template<typename T>
    bool createAs(const core::api::CreateObject &create)
    {
        if (create.resource != &core::api::resourceOf<T>())
            return false;
        T object = *core::api::decode<T>(create.object);
        if constexpr (requires { object.status; } && !std::is_same_v<T, core::api::Node>)
            object.status = {};
        if (of<T>().find(object.key()))
            QTest::qFail("created what is already there", __FILE__, __LINE__);
        put(std::move(object));
        return true;
    }

    template<typename T>
    bool patchAs(const core::api::PatchObject &patch)
    {
        if (patch.target.resource != &core::api::resourceOf<T>())
            return false;
        const auto before = of<T>().find(patch.target.key);
        if (!before) {
            QTest::qFail("patched what is not there", __FILE__, __LINE__);
            return true;
        }
        const auto matches = [&](std::string_view field, const std::string &held) {
            const std::string_view wanted = core::api::textAt(patch.patch, {"metadata", field});
            if (!wanted.empty() && wanted != held)
                QTest::qFail("a precondition does not hold", __FILE__, __LINE__);
        };
        matches("uid", before->metadata.uid);
        matches("resourceVersion", before->metadata.resourceVersion);
        core::api::Json json = core::api::encode(*before);
        core::api::applyMergePatch(json, patch.patch);
        T after = *core::api::decode<T>(json);
        if constexpr (requires { after.status; }) {
            T merged = patch.subresource == "status" ? *before : after;
            merged.status = patch.subresource == "status" ? after.status : before->status;
            after = std::move(merged);
        }
        if (after.metadata.isDeleting() && after.metadata.finalizers.empty())
            remove<T>(after.key());
        else
            put(std::move(after));
        return true;
    }

    template<typename T>
    bool deleteAs(const core::api::DeleteObject &gone)
    {
        if (gone.target.resource != &core::api::resourceOf<T>())
            return false;
        const auto held = of<T>().find(gone.target.key);
        if (!held || held->metadata.uid != gone.uid)
            return true;
        T object = *held;
        if (gone.propagation == core::api::Propagation::Foreground)
            object.metadata.finalizers.emplace_back("foregroundDeletion");
        if (object.metadata.finalizers.empty()) {
            remove<T>(gone.target.key);
        } else if (!object.metadata.isDeleting()) {
            object.metadata.deletionTimestamp = core::base::Time();
            put(std::move(object));
        }
        return true;
    }

    std::tuple<core::runtime::Store<Kinds>...> m_stores;
    int m_uids = 0;
    int m_revision = 0;
};

using PlanWorld =
    PlanWorldOf<core::api::Pod, core::api::Node, core::api::Lease, core::api::Machine, core::api::MachineSet>;
