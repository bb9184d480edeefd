// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What webhooks and policies say about what one request wants to write (docs/api-semantics.md U1, U9). It
// lives as long as the request: one that has to wait is carried out again from its start when webhooks have
// answered, against what the store has then, and finds here what they said, as long as the object is the one
// they were asked about.

#include "core/base/scope.h"
#include "core/lab/policies/policycheck.h"
#include "core/lab/target.h"
#include "core/lab/webhooks/admissionround.h"
#include "core/lab/webhooks/wait.h"

namespace core::lab {

class Conversions;
class Turns;

class Admission
{
public:
    /// Who may be asked about such objects.
    struct Asked {
        Webhooks &webhooks;
        const Policies &policies;
        bool areWebhooks = true; ///< else policies alone
    };

    Admission(const Asked &asked, Turns &turns, Wait &wait, const api::Request &request, access::UserPtr user,
        HookDeadline deadline);
    Admission(const Admission &) = delete;
    Admission &operator=(const Admission &) = delete;
    ~Admission();

    /// Tells the owners of what is written, when a webhook is asked (docs/api-semantics.md U3).
    using OwnersOf = std::function<Answer<Ownership>()>;

    /// What may be changed: the draft is in its stored form and becomes what mutating webhooks make of it.
    /// Refused by them, or not yet known, which the wait tells.
    Answer<> mutate(const AdmittedWrite &write, api::Json &draft, const OwnersOf &owners);
    /// What is to be stored; the draft becomes the one that they have seen.
    Answer<> validate(const AdmittedWrite &write, api::Json &draft, const OwnersOf &owners);
    /// A body of a kind of its own, sent to a subresource: both, one after the other.
    Answer<> admit(const AdmittedWrite &write, api::Json &body);
    Answer<> admitDeletion(const AdmittedWrite &write);

    /// Policies see objects in other versions of theirs through it; null: the kind needs none.
    void convertThrough(Conversions *conversions) { m_conversions = conversions; }
    /// Objects of a request for several do not wait for their turn: two such would wait for each other.
    void asksForMany() { m_takesTurns = false; }
    /// A write of this request. The entry is null where there is nothing yet.
    AdmittedWrite writeOf(const Target &target, Operation operation, const Entry *entry,
        const std::string &subresource, bool dryRun) const;

    /// The number is unlike that of any other: what is generated for the request must be the same each time.
    std::uint64_t number() const { return m_number; }

    bool isWaiting() const { return m_wait.isOpen(); }
    /// It is this request's turn.
    void turnCame() { m_wait.nudge(); }
    std::vector<std::string> warnings() const;

private:
    using Phase = AdmissionRound::Phase;
    using RoundPtr = std::shared_ptr<AdmissionRound>;

    /// Asks the policies.
    Answer<> judge(const AdmittedWrite &write, const api::Json *draft, const OwnersOf &owners = {});
    Answer<ShownObjects> shownIn(
        const HookForm &form, const std::optional<api::Json> &object, const api::JsonPtr &old) const;
    Answer<api::Json> convertedDraft(const api::Json &object, const HookForm &form) const;
    /// The draft as clients see it; nothing for a deletion.
    Answer<std::optional<api::Json>> seenOutside(const api::Json *draft, const OwnersOf &owners) const;
    Answer<> pass(Phase phase, const AdmittedWrite &write, api::Json *draft, const OwnersOf &owners = {});
    Answer<bool> needsAsking(Phase phase, const AdmittedWrite &write, const api::Json *object) const;
    Answer<> begin(Phase phase, const AdmittedWrite &write, const api::Json *draft, const OwnersOf &owners,
        RoundPtr &round);
    api::JsonObject optionsFor(Operation operation) const;

    Webhooks &m_webhooks;
    const Policies &m_policies;
    const bool m_asksWebhooks;
    Turns &m_turns;
    Wait &m_wait;
    Conversions *m_conversions = nullptr;
    const api::Request m_request; ///< shares its body
    const access::UserPtr m_user;
    const HookDeadline m_deadline;
    const std::uint64_t m_number;
    std::map<std::string, RoundPtr> m_rounds; ///< by phase and write
    std::map<std::string, std::vector<std::string>> m_policyWarnings; ///< by write
    bool m_takesTurns = true;
    int m_beginnings = 0; ///< again, since the object had changed
};

/// Who may go on of several writes to one object that webhooks are asked about: one after the other.
class Turns
{
public:
    explicit Turns(base::Clock &clock) : m_clock(clock) { }

    /// The result is true when it is the turn of this one; else it is told later.
    bool claim(const std::string &object, Admission &admission);
    void release(Admission &admission);
    std::uint64_t newNumber(Revision revision);

private:
    base::Clock &m_clock;
    std::map<std::string, std::vector<Admission *>> m_queues;
    std::uint64_t m_numbers = 0;
    base::Scope m_scope;
};

} // namespace core::lab
