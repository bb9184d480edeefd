// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controlplane/revisionhistory.h"

#include "core/rollout/rolloutrevisions.h"

#include <algorithm>
#include <ranges>
#include <tuple>

namespace core::controlplane {

using api::ControllerRevision;

namespace {

constexpr std::int64_t usualHistoryLimit = 10;
constexpr std::size_t longestNameOfWorkload = 223; ///< in the name of a revision

/// The patch that makes a workload's template this one, whatever it was.
api::Json patchTo(const api::PodTemplate &podTemplate)
{
    api::Json whole = api::encode(podTemplate);
    whole.get_object()["$patch"] = "replace";
    return api::JsonObject {{"spec", api::JsonObject {{"template", std::move(whole)}}}};
}

} // namespace

RevisionView revisionsOf(const runtime::Store<ControllerRevision> &revisions, std::string_view kind,
    const api::ObjectMeta &workload)
{
    RevisionView seen;
    seen.own = madeBy(workload, kind, revisions);
    seen.nameTaken = [&revisions, ns = workload.ns](const std::string &name) {
        return revisions.find({ns, name}) != nullptr;
    };
    seen.orphans = revisions.listBy(uncontrolled, workload.ns);
    return seen;
}

RevisionHistory::RevisionHistory(
    const api::ObjectMeta &workload, const api::PodTemplate &podTemplate, const RevisionView &seen)
    : m_template(podTemplate)
    , m_revisions(seen.own)
{
    std::ranges::sort(m_revisions, {}, [](const RevisionPointer &revision) {
        return std::pair(revision->revision, revision->metadata.name);
    });
    const api::Json data = patchTo(podTemplate);
    const auto isPresent = [&](const RevisionPointer &revision) { return revision->data == data; };
    const std::int64_t next = m_revisions.empty() ? 1 : m_revisions.back()->revision + 1;
    const auto found = std::ranges::find_if(m_revisions.rbegin(), m_revisions.rend(), isPresent);
    if (found != m_revisions.rend()) {
        m_there = *found;
        m_present = *m_there;
        if (m_there != m_revisions.back())
            m_present.revision = next;
        return;
    }
    m_present.metadata.name = workload.name.substr(0, longestNameOfWorkload);
    m_present.metadata.ns = workload.ns;
    m_present.metadata.labels = podTemplate.metadata.labels;
    m_present.metadata.annotations = workload.annotations;
    m_present.data = data;
    m_present.revision = next;
}

void RevisionHistory::label(const std::optional<std::int64_t> &collisions, std::string_view hashLabel)
{
    const auto counted = collisions.value_or(0) > 0 ? collisions : std::nullopt;
    std::string letters = rollout::lettersOf(rollout::hashOf(api::encode(m_template), counted), 10);
    m_present.metadata.name += '-' + letters;
    rollout::put(m_present.metadata.labels, hashLabel, std::move(letters));
}

std::string_view RevisionHistory::hashOf(const ControllerRevision &revision)
{
    const std::string_view name = revision.metadata.name;
    return name.substr(name.rfind('-') + 1);
}

std::optional<api::Effect> RevisionHistory::bringUpToDate() const
{
    if (!m_there)
        return api::createEffect(m_present);
    if (auto patch = api::patchEffect(*m_there, m_present))
        return std::move(*patch);
    return std::nullopt;
}

std::optional<api::PodTemplate> RevisionHistory::templateOf(std::string_view name) const
{
    if (name == this->name())
        return m_template;
    const auto found = std::ranges::find_if(
        m_revisions, [name](const RevisionPointer &revision) { return revision->metadata.name == name; });
    const api::Json *kept =
        found == m_revisions.end() ? nullptr : api::find((*found)->data.get(), {"spec", "template"});
    auto podTemplate = kept ? api::decode<api::PodTemplate>(*kept) : api::PodTemplate();
    return kept && podTemplate ? std::optional(std::move(*podTemplate)) : std::nullopt;
}

void RevisionHistory::forget(std::vector<api::Effect> &effects, std::optional<std::int64_t> limit,
    const std::vector<std::string> &inUse) const
{
    const auto isUsed = [&](const ControllerRevision &revision) {
        return std::ranges::find(inUse, revision.metadata.name) != inUse.end()
            || std::ranges::find(inUse, hashOf(revision)) != inUse.end();
    };
    std::vector<RevisionPointer> past;
    std::ranges::copy_if(m_revisions, std::back_inserter(past), [&](const RevisionPointer &revision) {
        return revision != m_there && !isUsed(*revision) && !revision->metadata.isDeleting();
    });
    const std::int64_t most = std::max<std::int64_t>(limit.value_or(usualHistoryLimit), 0);
    for (std::int64_t i = 0; i < std::ssize(past) - most; ++i)
        effects.emplace_back(api::deleteEffect(*past[static_cast<std::size_t>(i)]));
}

} // namespace core::controlplane
