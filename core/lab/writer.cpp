// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/writer.h"

#include "core/api/bounds.h"
#include "core/api/time.h"
#include "core/api/timerange.h"
#include "core/lab/fieldvalidation.h"
#include "core/lab/heartbeat.h"
#include "core/lab/leniency.h"
#include "core/lab/limitranges.h"
#include "core/lab/objects.h"
#include "core/lab/packed.h"
#include "core/lab/priorities.h"
#include "core/lab/quotas.h"
#include "core/lab/rulecheck.h"
#include "core/lab/webhooks/admission.h"
#include "core/lab/webhooks/conversion.h"

#include <algorithm>

namespace core::lab {

using api::Json;
using api::JsonArray;
using api::JsonObject;
using Part = UpdateOptions::Part;
using Origin = UpdateOptions::Origin;

namespace {

void takeServerFields(JsonObject &metadata, const JsonObject &current)
{
    for (const std::string_view field : serverFields)
        takeOver(metadata, field, current);
    takeOver(metadata, "name", current);
    takeOver(metadata, "namespace", current);
}

constexpr std::string_view versionOfNew = "resourceVersion should not be set on objects to be created";
constexpr std::string_view otherNamespace =
    "the namespace of the provided object does not match the namespace sent on the request";
constexpr std::string_view staleVersion =
    "the object has been modified; please apply your changes to the latest version and try again";

std::string uidMismatch(std::string_view wanted, std::string_view found)
{
    return "Precondition failed: UID in precondition: " + std::string(wanted)
        + ", UID in object meta: " + std::string(found);
}

void dropServerFields(JsonObject &metadata)
{
    for (const std::string_view field : serverFields)
        metadata.erase(field);
}

/// What a webhook can't do with a new object (docs/api-semantics.md U4).
Answer<> checkMutatedNew(const Target &target, const Json &draft)
{
    if (!api::textAt(draft, {"metadata", "resourceVersion"}).empty())
        return refuse(badRequest(versionOfNew));
    const std::string_view ns = api::textAt(draft, {"metadata", "namespace"});
    if (target.type->namespaced && !ns.empty() && ns != target.key.ns)
        return refuse(badRequest(otherNamespace));
    return {};
}

void placeIn(const Target &target, JsonObject &metadata)
{
    if (target.type->namespaced)
        metadata["namespace"] = target.key.ns;
    else
        metadata.erase("namespace");
}

/// The result is true when anything but metadata and status differs; what was stored in another version
/// before is no other.
bool specDiffers(const JsonObject &a, const JsonObject &b)
{
    const auto covers = [](const JsonObject &from, const JsonObject &in) {
        return std::ranges::all_of(from, [&](const auto &member) {
            if (member.key() == "metadata" || member.key() == "status" || member.key() == "apiVersion")
                return true;
            const Json *other = in.if_contains(member.key());
            return other && api::equal(*other, member.value());
        });
    };
    return !covers(a, b) || !covers(b, a);
}

/// What is empty is not written.
void dropEmpty(JsonObject &metadata)
{
    for (const std::string_view field : {"labels", "annotations"}) {
        const Json *value = metadata.if_contains(field);
        if (value && value->is_object() && value->get_object().empty())
            metadata.erase(field);
    }
    for (const std::string_view field : {"finalizers", "ownerReferences"}) {
        const Json *value = metadata.if_contains(field);
        if (value && value->is_array() && value->get_array().empty())
            metadata.erase(field);
    }
}

void bumpGeneration(JsonObject &metadata)
{
    if (Json *generation = metadata.if_contains("generation"); generation && generation->is_int64())
        ++generation->get_int64();
}

/// The result is true while a deleted object must stay.
bool isHeld(const KindRules &rules, const Json &object)
{
    return !listAt(object, {"metadata", "finalizers"}).empty()
        || api::integerAt(object, {"metadata", "deletionGracePeriodSeconds"}).value_or(0) > 0
        || (rules.isHeld && rules.isHeld(object));
}

/// Leaves only what the status endpoint may change: status, and for built-in kinds labels and annotations.
void keepStatusOnly(Json &draft, const JsonObject &current, bool custom)
{
    JsonObject &object = draft.get_object();
    eraseMembers(object, [&](const auto &member) {
        return member.key() != "status" && member.key() != "metadata" && !current.contains(member.key());
    });
    for (const auto &member : current) {
        if (member.key() != "status" && member.key() != "metadata")
            assign(object[member.key()], member.value());
    }
    if (api::equal(object.at("metadata"), current.at("metadata")))
        return;
    Json metadata(current.at("metadata"), draft.storage());
    if (!custom) {
        takeOver(metadata.get_object(), "labels", metadataOf(draft));
        takeOver(metadata.get_object(), "annotations", metadataOf(draft));
    }
    object["metadata"] = std::move(metadata);
}

bool isCollectors(const Json &finalizer)
{
    return finalizer == Json("orphan") || finalizer == Json("foregroundDeletion");
}

/// What the request wants, else the object's finalizers say, else is usual for its kind; empty: Background.
std::string_view propagationOf(const Json &object, const KindRules &rules, std::string_view asked)
{
    const bool isUsual = asked.empty() && rules.orphansUnlessTold
        && std::ranges::none_of(listAt(object, {"metadata", "finalizers"}), isCollectors);
    return isUsual ? "Orphan" : asked;
}

/// The garbage collector's finalizers as they are wanted (docs/api-semantics.md G10, G11).
void setPropagation(Json &draft, std::string_view propagation)
{
    if (propagation.empty())
        return;
    JsonObject &metadata = metadataOf(draft);
    JsonArray &finalizers = arrayIn(metadata, "finalizers");
    finalizers.erase(std::ranges::remove_if(finalizers, isCollectors).begin(), finalizers.end());
    if (propagation != "Background")
        finalizers.emplace_back(propagation == "Orphan" ? "orphan" : "foregroundDeletion");
    if (finalizers.empty())
        metadata.erase("finalizers");
}

} // namespace

api::Response cannotBeHandled(const Target &target, std::string_view why)
{
    return cannotBeHandled(target.type->kind, target.version->name, why);
}

Answer<> Writer::checkPlace(const Target &target, std::string_view name) const
{
    if (target.type->terminating)
        return refuse(failure(405, "MethodNotAllowed",
            "create not allowed while custom resource definition is terminating", target.about()));
    if (!target.type->namespaced)
        return {};
    const ResourceType &namespaces = *m_cluster.registry.find("", "namespaces");
    const Entry *entry = namespaces.collection->find({{}, target.key.ns});
    if (!entry)
        return refuse(notFound(namespaces.about(target.key.ns)));
    if (isDeleting(*entry->object))
        return refuse(forbidden(target.type->about(std::string(name)),
            "unable to create new content in namespace " + target.key.ns + " because it is being terminated",
            {{"NamespaceTerminating", "metadata.namespace",
                "namespace " + target.key.ns + " is being terminated"}}));
    return {};
}

namespace {

/// The number of a request that may be carried out again: the same has to be generated for it each time.
std::optional<std::uint64_t> numberOf(const CreateOptions &options)
{
    if (options.admission)
        return options.admission->number();
    return options.conversions ? std::optional(options.conversions->number()) : std::nullopt;
}

} // namespace

Answer<> Writer::giveName(Target &target, JsonObject &metadata, const CreateOptions &options) const
{
    const auto textOf = [&](std::string_view member) {
        const Json *value = metadata.if_contains(member);
        return value && value->is_string() ? api::text(value->get_string()) : std::string();
    };
    constexpr std::size_t longestPrefix = 58; // with the suffix a DNS label
    constexpr std::uint64_t tries = 8;
    target.key.name = textOf("name");
    const std::string prefix = textOf("generateName").substr(0, longestPrefix);
    if (target.key.name.empty() && prefix.empty())
        return refuse(invalidObject(
            target.aboutKind(), {required("metadata.name", "name or generateName is required")}));
    const std::string object = target.type->collection->name() + "/" + target.key.ns + "/" + prefix;
    const auto request = numberOf(options);
    const char *purpose = request ? "generateName, admitted" : "generateName";
    const std::uint64_t number = request.value_or(m_cluster.store.revision());
    for (std::uint64_t i = 0; target.key.name.empty(); ++i) {
        std::string name = prefix + m_cluster.chance.suffix(object, purpose, number * tries + i);
        if (i == tries)
            return refuse(failure(409, "AlreadyExists",
                target.type->plural + " \"" + name
                    + "\" already exists, the server was not able to generate a unique name",
                target.about(), {}, 1));
        if (!target.type->collection->find({target.key.ns, name}))
            target.key.name = std::move(name);
    }
    metadata["name"] = target.key.name;
    placeIn(target, metadata);
    return {};
}

namespace {

/// What the rules in CEL say, unless errors keep them from running. Gives the warnings.
std::vector<std::string> addRuleErrors(
    const RuleNode &rules, const Json &draft, const Json *old, FieldErrors &errors)
{
    if (keepsRulesFromRunning(errors)) {
        errors.push_back(rulesNotChecked());
        return {};
    }
    RuleFindings found = checkRules(rules, draft, old);
    std::ranges::move(found.errors, std::back_inserter(errors));
    return std::move(found.warnings);
}

/// What metadata and kind have against the object.
FieldErrors checkObject(const Target &target, const Json &draft)
{
    FieldErrors errors = checkMetadata(draft, target.type->rules.names);
    if (target.type->rules.check)
        target.type->rules.check(draft, errors);
    return errors;
}

/// Nobody is told twice of a field.
FieldErrors besides(FieldErrors errors, const FieldErrors &others)
{
    std::erase_if(errors, [&](const FieldError &error) {
        return std::ranges::find(others, error.field, &FieldError::field) != others.end();
    });
    errors.insert(errors.end(), others.begin(), others.end());
    return errors;
}

/// What an older lab did not fill in is no change (docs/api-semantics.md E6).
void checkChange(
    const Target &target, const Json &draft, const Json &old, const PieceRule *piece, FieldErrors &errors)
{
    const auto check = piece ? piece->checkUpdate : target.type->rules.checkUpdate;
    if (!check)
        return;
    FieldErrors found = errors;
    check(draft, old, found);
    if (found.size() > errors.size()) {
        found = errors;
        check(draft, asStoredToday(*target.type, *target.version, old), found);
    }
    errors = std::move(found);
}

} // namespace

Answer<std::vector<std::string>> Writer::checkForm(
    const Target &target, Json &draft, Origin origin, const Json *old) const
{
    draft.get_object()["apiVersion"] = target.draftVersion();
    dropEmpty(metadataOf(draft));
    const bool custom = target.type->custom;
    if (!custom && !target.version->schema) // a schema tells where null is nothing
        dropNulls(draft);
    makeWhole(draft);
    FieldErrors errors;
    if (const Schema *schema = target.version->schema.get()) {
        if (!normalize(draft, *schema))
            return refuse(tooLarge(target.about()));
        check(draft, *schema, "", errors);
        if (custom && old && !errors.empty())
            errors = errorsOfChange(*schema, draft, *old);
    }
    if (old)
        forgiveWhatWas(errors, *target.type, *target.version, draft, *old);
    const auto wrong = std::ranges::find(errors, wrongType, &FieldError::reason);
    const bool hasWrongType = wrong != errors.end();
    if (hasWrongType && (!custom || wrong->field.starts_with("metadata")) && origin == Origin::Client)
        return refuse(cannotBeHandled(target, wrong->message));
    std::vector<std::string> warnings;
    if (target.version->rules)
        warnings = addRuleErrors(*target.version->rules, draft, old, errors);
    if (errors.empty())
        return warnings;
    if (!hasWrongType)
        errors = besides(checkObject(target, draft), errors);
    if (old)
        forgiveWhatWas(errors, *target.type, *target.version, draft, *old);
    return refuse(invalidObject(target.aboutKind(), errors));
}

/// Nothing is stored that the disk, a list or a watch could not be read back from. What is too large already
/// may still shrink.
Answer<> Writer::checkBounds(const Target &target, const Json &draft, const Json *old)
{
    const api::Extent extent = api::extentOf(draft);
    if (!extent.misfit.empty())
        return refuse(invalidObject(
            target.aboutKind(), {{"FieldValueInvalid", extent.path, "Invalid value: " + extent.misfit}}));
    const bool isTooLarge =
        extent.bytes > api::largestObject && (!old || extent.bytes > api::extentOf(*old).bytes);
    return isTooLarge ? Answer<>(refuse(tooLarge(target.about()))) : Answer<>();
}

Answer<> Writer::checkGrant(
    const Target &target, const Json &draft, const Json *old, const Author &author) const
{
    const auto check = target.type->rules.checkGrant;
    if (!check || !author.user || !m_cluster.access.evaluatesRoles())
        return {};
    return check(m_cluster.access, *author.user, draft, old);
}

Answer<> Writer::fitIn(const Target &target, Json &draft, const Json *old) const
{
    const auto rule = target.type->rules.fitIn;
    return rule ? rule(m_cluster, target, draft, old) : Answer<>();
}

Answer<> Writer::mutateNew(const Target &target, Json &draft, const CreateOptions &options) const
{
    if (!options.admission)
        return {};
    dropServerFields(metadataOf(draft));
    placeIn(target, metadataOf(draft));
    if (const Schema *schema = target.version->schema.get(); schema && !normalize(draft, *schema))
        return refuse(tooLarge(target.about()));
    AdmittedWrite write = options.admission->writeOf(
        target, Operation::Create, nullptr, options.author.subresource, options.dryRun);
    write.name = api::textAt(draft, {"metadata", "name"});
    if (!target.type->namespaced && target.type->plural == "namespaces")
        write.ns = write.name;
    auto mutated =
        options.admission->mutate(write, draft, [&] { return ownersOfNew(target, draft, options); });
    return mutated ? checkMutatedNew(target, draft) : mutated;
}

Ownership Writer::ownersOfNew(const Target &target, const Json &draft, const CreateOptions &options) const
{
    return options.ownership
        ? *options.ownership
        : ownershipOfNew(m_cluster, *target.type, *target.version, draft, options.author);
}

Answer<> Writer::validateNew(
    const Target &target, Json &draft, const CreateOptions &options, const Ownership &ownership) const
{
    if (!options.admission)
        return {};
    return options.admission->validate(options.admission->writeOf(target, Operation::Create, nullptr,
                                           options.author.subresource, options.dryRun),
        draft, [&] { return ownership; });
}

Answer<Written> Writer::create(Target target, Json &draft, const CreateOptions &options)
{
    const KindRules &rules = target.type->rules;
    if (!api::textAt(draft, {"metadata", "resourceVersion"}).empty())
        return refuse(badRequest(versionOfNew));
    if (auto allowed = checkPlace(target, api::textAt(draft, {"metadata", "name"})); !allowed)
        return refuse(std::move(allowed.error()));
    if (auto mutated = mutateNew(target, draft, options); !mutated)
        return refuse(std::move(mutated.error()));
    if (auto named = giveName(target, metadataOf(draft), options); !named)
        return refuse(std::move(named.error()));
    dropServerFields(metadataOf(draft));
    if (target.version->hasStatus && !rules.keepsStatusOnCreate)
        draft.get_object().erase("status");
    if (rules.prepare)
        rules.prepare(draft);
    auto formed = checkForm(target, draft, Origin::Client, nullptr);
    if (!formed)
        return refuse(std::move(formed.error()));
    Ownership ownership = ownersOfNew(target, draft, options);
    fillFromLimitRanges(m_cluster, target, draft);
    if (rules.nameAuthor)
        rules.nameAuthor(draft, options.author.user ? *options.author.user : *access::owner());
    if (rules.prepareCreate)
        rules.prepareCreate(draft, m_cluster.clock.now());
    if (auto given = fillInPriority(m_cluster, target, draft); !given)
        return refuse(std::move(given.error()));
    if (rules.prepareStatus)
        rules.prepareStatus(draft, *target.type->collection, m_cluster.clock.now());
    if (const FieldErrors errors = checkObject(target, draft); !errors.empty())
        return refuse(invalidObject(target.aboutKind(), errors));
    if (auto granted = checkGrant(target, draft, nullptr, options.author); !granted)
        return refuse(std::move(granted.error()));
    if (const auto *old = target.type->collection->find(target.key))
        return refuse(
            alreadyExists(target.about(), isDeleting(*old->object) ? "object is being deleted: " : ""));
    JsonObject &metadata = metadataOf(draft); // only now: adding members to an object moves the others
    const auto request = numberOf(options);
    metadata["uid"] = m_cluster.chance.uuid(target.type->collection->name() + "/" + target.key.text(),
        request ? "uid, admitted" : "uid", request.value_or(m_cluster.store.revision()));
    metadata["creationTimestamp"] = api::formatTime(m_cluster.clock.now());
    if (rules.hasGeneration)
        metadata["generation"] = 1;
    if (rules.identify)
        rules.identify(draft);
    if (auto given = fitIn(target, draft, nullptr); !given)
        return refuse(std::move(given.error()));
    if (auto bounded = checkBounds(target, draft, nullptr); !bounded)
        return refuse(std::move(bounded.error()));
    if (auto admitted = validateNew(target, draft, options, ownership); !admitted)
        return refuse(std::move(admitted.error()));
    if (auto limited = checkLimitRanges(m_cluster, target, draft); !limited)
        return refuse(std::move(limited.error()));
    if (auto affordable = checkQuotas(m_cluster, target, draft); !affordable)
        return refuse(std::move(affordable.error()));
    auto written = store(target, draft, std::move(ownership), options.dryRun, options.conversions);
    if (written)
        written->created = true;
    return written;
}

Answer<> Writer::checkIdentity(
    const Target &target, const Json &draft, const Json &old, const UpdateOptions &options) const
{
    if (options.origin == Origin::Patch) {
        if (const FieldErrors wrong = checkServerFields(draft); !wrong.empty())
            return refuse(invalidObject(target.aboutKind(), wrong));
    }
    const std::string_view version = api::textAt(draft, {"metadata", "resourceVersion"});
    const bool needsVersion = target.type->custom || target.type->rules.needsVersion;
    if (version.empty() && needsVersion && options.origin == Origin::Client)
        return refuse(invalidObject(target.type->custom ? target.aboutKind() : target.about(),
            {{"FieldValueInvalid", "metadata.resourceVersion",
                "Invalid value: 0x0: must be specified for an update"}}));
    if (!version.empty() && version != api::textAt(old, {"metadata", "resourceVersion"}))
        return refuse(conflict(target.about(), staleVersion));
    const std::string_view uid = api::textAt(draft, {"metadata", "uid"});
    const std::string_view oldUid = api::textAt(old, {"metadata", "uid"});
    if (!uid.empty() && uid != oldUid && options.origin == Origin::Patch)
        return refuse(
            invalidObject(target.aboutKind(), {invalid("metadata.uid", uid, "field is immutable")}));
    if (!uid.empty() && uid != oldUid)
        return refuse(conflict(target.about(), uidMismatch(uid, oldUid)));
    if (options.origin == Origin::Client)
        return {};
    if (const auto name = api::textAt(draft, {"metadata", "name"}); name != target.key.name)
        return refuse(badRequest("the name of the object (" + std::string(name)
            + ") does not match the name on the URL (" + target.key.name + ")"));
    if (const auto ns = api::textAt(draft, {"metadata", "namespace"}); ns != target.key.ns)
        return refuse(badRequest(otherNamespace));
    if (const auto kind = api::textAt(draft, {"kind"}); kind != target.type->kind)
        return refuse(
            invalidObject(target.aboutKind(), {invalid("kind", kind, "must be " + target.type->kind)}));
    if (api::textAt(draft, {"apiVersion"}) != target.draftVersion())
        return refuse(invalidObject(target.aboutKind(),
            {invalid("apiVersion", api::textAt(draft, {"apiVersion"}), "must not change")}));
    return {};
}

void Writer::restrictToPart(const Target &target, Json &draft, const Json &old, const UpdateOptions &options)
{
    const JsonObject &current = old.get_object();
    const Part part = options.part;
    if (options.piece)
        options.piece->restrict(draft, old);
    if (part == Part::Status)
        keepStatusOnly(draft, current, target.type->custom);
    else if (target.version->hasStatus && part == Part::Main)
        takeOver(draft.get_object(), "status", current);
    takeServerFields(metadataOf(draft), current.at("metadata").get_object());
    if (target.type->rules.carryOver && part != Part::Trusted)
        target.type->rules.carryOver(draft, old);
}

Answer<> Writer::mutateUpdate(const Target &target, Json &draft, const Json &old, const Entry &entry,
    const UpdateOptions &options) const
{
    if (!options.admission)
        return {};
    auto mutated = options.admission->mutate(options.admission->writeOf(target, Operation::Update, &entry,
                                                 options.author.subresource, options.dryRun),
        draft, [&] { return ownersAfter(target, entry, old, draft, options); });
    if (mutated)
        restrictToPart(target, draft, old, options);
    return mutated;
}

Answer<> Writer::validateUpdate(const Target &target, Json &draft, const Entry &entry,
    const UpdateOptions &options, const Ownership &ownership) const
{
    if (!options.admission)
        return {};
    return options.admission->validate(options.admission->writeOf(target, Operation::Update, &entry,
                                           options.author.subresource, options.dryRun),
        draft, [&] { return ownership; });
}

Answer<Written> Writer::update(const Target &target, Json &draft, const UpdateOptions &options)
{
    const KindRules &rules = target.type->rules;
    const Entry *entry = target.type->collection->find(target.key);
    if (!entry)
        return refuse(notFound(target.about()));
    auto shown = options.conversions ? options.conversions->inVersion(entry->object, target.draftVersion())
                                     : Answer<api::JsonPtr>(entry->object);
    if (!shown)
        return refuse(std::move(shown.error()));
    const Json &old = **shown;
    const JsonObject &current = old.get_object();
    if (auto same = checkIdentity(target, draft, old, options); !same)
        return refuse(std::move(same.error()));
    restrictToPart(target, draft, old, options);
    if (auto mutated = mutateUpdate(target, draft, old, *entry, options); !mutated)
        return refuse(std::move(mutated.error()));
    if (rules.prepare)
        rules.prepare(draft);
    if (rules.prepareStatus)
        rules.prepareStatus(draft, *target.type->collection, m_cluster.clock.now());
    auto formed = checkForm(target, draft, options.origin, &old);
    if (!formed)
        return refuse(std::move(formed.error()));
    const bool isSame = api::equal(draft, old)
        && api::textAt(*entry->object, {"apiVersion"}) == target.type->storedApiVersion;
    const Ownership &present = ownershipOf(entry->object);
    if (isSame && options.ownership.value_or(present) == present) {
        auto admitted = validateUpdate(target, draft, *entry, options, present);
        return admitted ? Answer<Written>(Written {*shown}) : refuse(std::move(admitted.error()));
    }
    auto owners = isSame ? Answer<Ownership>(options.ownership.value_or(present))
                         : ownersAfter(target, *entry, old, draft, options);
    if (!owners)
        return refuse(std::move(owners.error()));
    Ownership ownership = std::move(*owners);
    FieldErrors errors = checkMetadataUpdate(draft, old);
    std::ranges::move(checkObject(target, draft), std::back_inserter(errors));
    if (options.part != Part::Trusted)
        checkChange(target, draft, old, options.piece, errors);
    forgiveWhatWas(errors, *target.type, *target.version, draft, old);
    if (!errors.empty())
        return refuse(invalidObject(target.aboutKind(), errors));
    if (auto granted = checkGrant(target, draft, &old, options.author); !granted)
        return refuse(std::move(granted.error()));
    if (auto given = fitIn(target, draft, &old); !given)
        return refuse(std::move(given.error()));
    if (specDiffers(draft.get_object(), current))
        bumpGeneration(metadataOf(draft));
    if (auto bounded = checkBounds(target, draft, &old); !bounded)
        return refuse(std::move(bounded.error()));
    if (extentOf(ownership) > api::largestObject)
        return refuse(tooLarge(target.about()));
    if (auto admitted = validateUpdate(target, draft, *entry, options, ownership); !admitted)
        return refuse(std::move(admitted.error()));
    if (auto affordable = checkQuotas(m_cluster, target, draft, &old); !affordable)
        return refuse(std::move(affordable.error()));
    if (isDeleting(draft) && !isHeld(rules, draft))
        return release(target, draft, options.dryRun, options.conversions);
    auto written = store(target, draft, std::move(ownership), options.dryRun, options.conversions);
    if (written)
        written->warnings = std::move(*formed);
    return written;
}

Answer<Ownership> Writer::ownersAfter(const Target &target, const Entry &entry, const Json &old,
    const Json &draft, const UpdateOptions &options) const
{
    const Ownership &before = options.ownership ? *options.ownership : ownershipOf(entry.object);
    if (options.noted)
        return before;
    auto others = options.conversions ? options.conversions->changesForOwners(entry.object, before, draft)
                                      : Answer<ChangesByVersion>();
    if (!others)
        return refuse(std::move(others.error()));
    return ownershipAfter(m_cluster, *target.type, *target.version,
        {before, *entry.object, old, draft, options.author, std::move(*others)});
}

namespace {

/// Where the request may write if it is a heartbeat, which only a look at what it would write tells.
Json *heartbeatPartFor(const Sent &sent, Entry &entry, const HeartbeatRule &rule)
{
    if (Json *own = ownHeartbeatPart(entry))
        return own;
    const Json *held = api::member(entry.object->get_object(), rule.part);
    if (!held || heartbeatIn(sent, *entry.object, *held, rule).empty())
        return nullptr;
    return &writableHeartbeatPart(entry, rule.part);
}

} // namespace

std::optional<Written> Writer::heartbeat(
    const Target &target, const Sent &sent, Part part, std::string_view manager)
{
    const HeartbeatRule &rule = target.type->rules.heartbeat;
    Collection &collection = *target.type->collection;
    const Part heartbeatPart = target.version->hasStatus ? Part::Status : Part::Main;
    KeyedEntry *place = collection.place(target.key);
    if (rule.time.empty() || part != heartbeatPart || !place || place->second.terminating)
        return std::nullopt;
    Entry &entry = place->second;
    const std::size_t hash = std::hash<std::string_view>()(manager);
    if (entry.heartbeatManager != hash) {
        if (!ownsHeartbeats(*target.type, ownershipOf(entry.object), *entry.object, manager))
            return std::nullopt;
        entry.heartbeatManager = hash;
    }
    Json *held = heartbeatPartFor(sent, entry, rule);
    const NewTimes<Json> times = held ? heartbeatIn(sent, *entry.object, *held, rule) : NewTimes<Json>();
    if (times.empty())
        return std::nullopt;
    overwrite(times);
    m_cluster.store.putHeartbeat(collection, *place);
    return Written {entry.object, entry.revision};
}

Written Writer::put(const Target &target, Json &draft, Ownership ownership, bool dryRun)
{
    if (dryRun)
        return {pack(draft, std::move(ownership)).object};
    const Change &change =
        m_cluster.store.put(*target.type->collection, target.key, draft, std::move(ownership));
    return {change.object, change.revision};
}

namespace {

/// What was written in its stored form, in that of the draft: nobody can be asked for it any more.
Written asDrafted(const Target &target, const Json &draft, Written written)
{
    if (target.draftVersion() == target.type->storedApiVersion)
        return written;
    Json shown(draft, boost::json::storage_ptr());
    if (const auto version = api::textAt(*written.object, {"metadata", "resourceVersion"}); !version.empty())
        metadataOf(shown)["resourceVersion"] = version;
    written.object = anotherForm(std::move(shown), std::move(written.object));
    return written;
}

} // namespace

Answer<Written> Writer::store(
    const Target &target, Json &draft, Ownership ownership, bool dryRun, Conversions *conversions)
{
    if (!conversions)
        return put(target, draft, std::move(ownership), dryRun);
    auto stored = conversions->draftIn(draft, target.type->storedApiVersion);
    if (!stored)
        return refuse(std::move(stored.error()));
    if (auto bounded = checkBounds(target, *stored, nullptr); !bounded)
        return refuse(std::move(bounded.error()));
    return asDrafted(target, draft, put(target, *stored, std::move(ownership), dryRun));
}

Answer<Written> Writer::release(const Target &target, Json &draft, bool dryRun, Conversions *conversions)
{
    if (!conversions)
        return letGo(target, draft, dryRun);
    auto last = conversions->draftIn(draft, target.type->storedApiVersion);
    return last ? Answer<Written>(asDrafted(target, draft, letGo(target, *last, dryRun)))
                : refuse(std::move(last.error()));
}

Ownership Writer::presentOwnership(const Target &target)
{
    const Entry *entry = target.type->collection->find(target.key);
    return entry ? ownershipOf(entry->object) : Ownership();
}

Written Writer::letGo(const Target &target, Json &draft, bool dryRun)
{
    if (dryRun)
        return {pack(draft, presentOwnership(target)).object, 0, true};
    const Change &change = m_cluster.store.remove(*target.type->collection, target.key, &draft);
    return {change.object, change.revision, true};
}

Written Writer::startDeletion(const Target &target, Json &draft, std::int64_t grace, bool dryRun)
{
    JsonObject &metadata = metadataOf(draft);
    metadata["deletionTimestamp"] = api::formatTime(m_cluster.clock.now() + api::heldSeconds(grace));
    metadata["deletionGracePeriodSeconds"] = grace;
    bumpGeneration(metadata);
    return put(target, draft, presentOwnership(target), dryRun);
}

Written Writer::shortenDeletion(const Target &target, Json &draft, const DeleteOptions &options)
{
    const KindRules &rules = target.type->rules;
    JsonObject &metadata = metadataOf(draft);
    const std::int64_t left = api::integerAt(draft, {"metadata", "deletionGracePeriodSeconds"}).value_or(0);
    if (rules.grace && options.gracePeriodSeconds) {
        const std::int64_t grace = rules.grace(draft, options.gracePeriodSeconds);
        const auto due = api::parseTime(api::textAt(draft, {"metadata", "deletionTimestamp"}));
        if (grace < left && due) {
            metadata["deletionTimestamp"] = api::formatTime(*due - api::heldSeconds(left - grace));
            metadata["deletionGracePeriodSeconds"] = grace;
        }
    }
    if (!isHeld(rules, draft))
        return letGo(target, draft, options.dryRun);
    const Entry &entry = *target.type->collection->find(target.key);
    if (api::equal(draft, *entry.object))
        return {entry.object};
    return put(target, draft, presentOwnership(target), options.dryRun);
}

Answer<> Writer::checkDeletion(const Target &target, const DeleteOptions &options) const
{
    const KindRules &rules = target.type->rules;
    const Entry *entry = target.type->collection->find(target.key);
    if (!entry)
        return refuse(notFound(target.about()));
    const std::string_view uid = api::textAt(*entry->object, {"metadata", "uid"});
    if (!options.uid.empty() && options.uid != uid)
        return refuse(conflict(target.aboutKind(), uidMismatch(options.uid, uid)));
    const std::string_view version = api::textAt(*entry->object, {"metadata", "resourceVersion"});
    if (!options.resourceVersion.empty() && options.resourceVersion != version)
        return refuse(conflict(target.aboutKind(),
            "Precondition failed: ResourceVersion in precondition: " + options.resourceVersion
                + ", ResourceVersion in object meta: " + std::string(version)));
    if (const std::string why = rules.refuseDeletion ? rules.refuseDeletion(*entry->object) : "";
        !why.empty())
        return refuse(forbidden(target.about(), why));
    if (!options.admission)
        return {};
    return options.admission->admitDeletion(
        options.admission->writeOf(target, Operation::Delete, entry, {}, options.dryRun));
}

Answer<Written> Writer::remove(const Target &target, const DeleteOptions &options)
{
    if (auto allowed = checkDeletion(target, options); !allowed)
        return refuse(std::move(allowed.error()));
    const KindRules &rules = target.type->rules;
    const Entry *entry = target.type->collection->find(target.key);
    Scratch scratch;
    Json draft(*entry->object, scratch.storage());
    setPropagation(draft, propagationOf(draft, rules, options.propagation));
    if (isDeleting(draft))
        return shortenDeletion(target, draft, options);
    if (rules.prepareDeletion)
        rules.prepareDeletion(draft, m_cluster.clock.now());
    const std::int64_t grace = rules.grace ? rules.grace(draft, options.gracePeriodSeconds) : 0;
    if (grace == 0 && !isHeld(rules, draft))
        return letGo(target, draft, options.dryRun);
    return startDeletion(target, draft, grace, options.dryRun);
}

} // namespace core::lab
