// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Plans as text, so that a test's table can say what it expects and a failure shows what came instead. One
// line per effect: "create Pod ns/name", "patch Machine ns/name status {…}", "delete Pod ns/name uid", "evict
// ns/pod grace 1", "event Warning Reason on ns/name: message".

#include "core/base/overloaded.h"
#include "core/runtime/plan.h"

#include <QByteArrayList>

namespace support {

inline std::string textOf(const core::api::Effect &effect)
{
    namespace api = core::api;
    const auto name = [](const api::ResourceRef &ref) { return ref.resource->kind + " " + ref.key.text(); };
    const auto grace = [](const auto &seconds) {
        return seconds ? " grace " + std::to_string(*seconds) : std::string();
    };
    return std::visit(
        core::base::Overloaded {
            [&](const api::CreateObject &e) {
                const std::string ns(api::textAt(e.object, {"metadata", "namespace"}));
                const std::string own(api::textAt(e.object, {"metadata", "name"}));
                return "create " + e.resource->kind + " " + api::ObjectKey {ns, own}.text();
            },
            [&](const api::PatchObject &e) {
                const std::string sub = e.subresource.empty() ? "" : " " + e.subresource;
                return "patch " + name(e.target) + sub + " " + api::writeCanonicalJson(e.patch);
            },
            [&](const api::DeleteObject &e) {
                return "delete " + name(e.target) + (e.uid.empty() ? "" : " " + e.uid)
                    + grace(e.gracePeriodSeconds);
            },
            [&](const api::EvictPod &e) { return "evict " + e.pod.text() + grace(e.gracePeriodSeconds); },
            [&](const api::BindPod &e) { return "bind " + e.pod.text() + " to " + e.nodeName; },
            [&](const api::EmitEvent &e) {
                return "event " + e.type + " " + e.reason + " on "
                    + api::ObjectKey {e.about.ns, e.about.name}.text() + ": " + e.message;
            },
        },
        effect);
}

template<typename Effects>
QByteArray textOf(const Effects &effects)
{
    QByteArray text;
    for (const auto &effect : effects)
        text += (text.isEmpty() ? "" : "\n") + QByteArray::fromStdString(textOf(core::api::Effect(effect)));
    return text;
}

/// The reason of a plan that asks for nothing, not even another look; of any other plan a text that is no
/// code.
inline std::string restsBecause(const core::runtime::Plan &plan)
{
    const bool rests = plan.effects.empty() && !plan.checkAgainAfter && plan.reasons.size() == 1;
    return rests ? plan.reasons.front().code : "does not rest";
}

/// The codes of the reasons, separated by commas.
inline QByteArray codesOf(const std::vector<core::api::Reason> &reasons)
{
    QByteArray text;
    for (const core::api::Reason &reason : reasons)
        text += (text.isEmpty() ? "" : ",") + QByteArray::fromStdString(reason.code);
    return text;
}

/// "+c-1 -c-0": the names of what is made and deleted, then the reasons.
inline QByteArray deedsOf(const core::runtime::Plan &plan)
{
    QByteArrayList deeds;
    for (const core::api::Effect &effect : plan.effects) {
        if (const auto *create = std::get_if<core::api::CreateObject>(&effect))
            deeds += "+"
                + QByteArray::fromStdString(
                    std::string(core::api::textAt(create->object, {"metadata", "name"})));
        else if (const auto *gone = std::get_if<core::api::DeleteObject>(&effect))
            deeds += "-" + QByteArray::fromStdString(gone->target.key.name);
    }
    deeds += codesOf(plan.reasons);
    return deeds.join(' ');
}

} // namespace support
