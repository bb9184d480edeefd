// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One phase of asking webhooks about one write: the mutating ones after another, each about what those before
// made of it; the validating ones at the same time (docs/api-semantics.md U1, U4, U5).

#include "core/lab/webhooks/matching.h"
#include "core/lab/webhooks/review.h"
#include "core/lab/webhooks/webhooks.h"

#include <set>

namespace core::lab {

class AdmissionRound : public std::enable_shared_from_this<AdmissionRound>
{
public:
    enum class Phase { Mutate, Validate };

    /// The object is as it is written; null for a deletion.
    AdmissionRound(Webhooks &webhooks, Phase phase, AdmittedWrite write, std::optional<api::Json> object,
        access::UserPtr user, HookDeadline deadline);

    /// Ends at once, or in a later turn and then calls this.
    void start(std::function<void()> onEnd);
    bool isOver() const { return m_isOver; }
    /// Whether what came out still counts: the same version of the object, asked of the same webhooks.
    bool isFor(const AdmittedWrite &write) const
    {
        return m_write.revision == write.revision && m_generation == m_webhooks.generation();
    }
    /// The verdict is there once it is over: what there shall be, or why not.
    const Answer<> &verdict() const { return m_verdict; }
    const std::optional<api::Json> &object() const { return m_object; }
    const std::vector<std::string> &warnings() const { return m_warnings; }

private:
    using Then = std::function<void(HookVerdict)>;
    using ThenShown = std::function<void(tl::expected<ShownObjects, std::string>)>;

    void mutateNext();
    void mutated(std::size_t index, const HookForm &form, HookVerdict verdict);
    Answer<api::Json> patched(const Webhook &hook, const HookForm &form, const api::Json &patch) const;
    std::string wrongTypeOf(const api::Json &object) const;
    void take(std::size_t index, api::Json object);
    void remember(std::size_t index, bool hasChanged);
    void validateAll();
    void validated();
    void ask(const Webhook &hook, const HookForm &form, Then then);
    void show(const HookForm &form, ThenShown then);
    void askAbout(const Webhook &hook, const HookForm &form, ShownObjects shown, Then then);
    Answer<> judge(const Webhook &hook, HookVerdict &verdict);
    Answer<const HookForm *> formOf(const Webhook &hook) const;
    void end(Answer<> verdict);

    Webhooks &m_webhooks;
    const Phase m_phase;
    const AdmittedWrite m_write;
    const std::uint64_t m_generation;
    const access::UserPtr m_user;
    const HookDeadline m_deadline;
    const WebhookList m_hooks;
    std::optional<api::Json> m_object;
    api::Json m_shown; ///< mutating: the object as the webhook sees it that is asked now
    std::vector<std::string> m_warnings;
    Answer<> m_verdict;
    bool m_isOver = false;
    std::function<void()> m_onEnd;

    std::size_t m_at = 0; ///< mutating: the next one
    bool m_isAgain = false; ///< those that asked for it are asked once more
    bool m_hasChanged = false;
    std::set<std::size_t> m_asked; ///< that want to know of later changes
    std::set<std::size_t> m_toAskAgain;

    std::size_t m_open = 0; ///< validating: not answered yet
    std::map<std::size_t, HookVerdict> m_verdicts;
};

} // namespace core::lab
