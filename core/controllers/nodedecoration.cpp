// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/nodedecoration.h"

#include "core/api/nodeconditions.h"

#include <algorithm>
#include <array>

namespace core::controllers {

namespace {

constexpr std::array protectedLabels {std::string_view("kubernetes.io/hostname"),
    std::string_view("kubernetes.io/os"), std::string_view("kubernetes.io/arch")};

api::Labels textsIn(const api::Json &json, std::string_view member)
{
    api::Labels texts;
    const api::Json *found = api::find(json, {member});
    if (!found || !found->is_object())
        return texts;
    for (const auto &entry : found->get_object()) {
        if (entry.value().is_string())
            texts.emplace(entry.key(), api::text(entry.value().get_string()));
    }
    return texts;
}

NodeDecoration noted(const api::Node &node, std::string_view note)
{
    const auto json = api::parseJson(node.metadata.annotation(note));
    if (!json)
        return {};
    NodeDecoration last {textsIn(*json, "annotations"), textsIn(*json, "labels"), {}};
    const api::Json *taints = api::find(*json, {"taints"});
    if (!taints || !taints->is_array())
        return last;
    for (const api::Json &taint : taints->get_array()) {
        if (auto decoded = api::decode<api::Taint>(taint))
            last.taints.push_back(std::move(*decoded));
    }
    return last;
}

std::string noteOf(const NodeDecoration &wanted)
{
    const auto objectOf = [](const api::Labels &labels) {
        api::JsonObject object;
        for (const auto &[key, value] : labels)
            object.emplace(key, value);
        return object;
    };
    api::JsonArray taints;
    for (const api::Taint &taint : wanted.taints)
        taints.push_back(api::encode(taint));
    api::JsonObject note;
    if (!wanted.annotations.empty())
        note.emplace("annotations", objectOf(wanted.annotations));
    if (!wanted.labels.empty())
        note.emplace("labels", objectOf(wanted.labels));
    if (!taints.empty())
        note.emplace("taints", std::move(taints));
    return api::writeCanonicalJson(note);
}

/// Takes away what was put there and is no longer wanted, unless somebody changed it since; then puts what is
/// wanted.
void apply(api::Labels &texts, const api::Labels &last, const api::Labels &wanted)
{
    for (const auto &[key, value] : last) {
        const auto there = texts.find(key);
        if (!wanted.contains(key) && there != texts.end() && there->second == value)
            texts.erase(there);
    }
    for (const auto &[key, value] : wanted)
        texts.insert_or_assign(key, value);
}

bool sameTaint(const api::Taint &a, const api::Taint &b)
{
    return a.key == b.key && a.effect == b.effect && a.value == b.value;
}

/// Additive: a taint that is there with key and effect stays as it is (§8.1 row 4).
void apply(std::vector<api::Taint> &taints, const std::vector<api::Taint> &last,
    const std::vector<api::Taint> &wanted)
{
    const auto isIn = [](const std::vector<api::Taint> &list, const api::Taint &taint) {
        return std::ranges::any_of(list, [&](const api::Taint &other) { return sameTaint(other, taint); });
    };
    std::erase_if(taints, [&](const api::Taint &taint) { return isIn(last, taint) && !isIn(wanted, taint); });
    for (const api::Taint &taint : wanted) {
        const bool there = std::ranges::any_of(taints,
            [&](const api::Taint &other) { return other.key == taint.key && other.effect == taint.effect; });
        if (!there)
            taints.push_back(taint);
    }
}

} // namespace

void decorate(api::Node &node, NodeDecoration wanted, std::string_view note)
{
    for (const std::string_view key : protectedLabels)
        wanted.labels.erase(std::string(key));
    std::erase_if(wanted.taints, [](const api::Taint &taint) { return api::isManagedTaint(taint.key); });
    const NodeDecoration last = noted(node, note);
    apply(node.metadata.annotations, last.annotations, wanted.annotations);
    apply(node.metadata.labels, last.labels, wanted.labels);
    apply(node.spec.taints, last.taints, wanted.taints);
    if (wanted.isEmpty())
        node.metadata.annotations.erase(std::string(note));
    else
        node.metadata.annotations.insert_or_assign(std::string(note), noteOf(wanted));
}

} // namespace core::controllers
