// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/webhooks/conversion.h"

#include "core/api/bounds.h"
#include "core/lab/objects.h"
#include "core/lab/validation.h"
#include "core/lab/webhooks/review.h"

#include <algorithm>
#include <set>

namespace core::lab {

using api::Json;
using api::JsonArray;
using api::JsonObject;
using api::JsonPtr;

namespace {

constexpr std::string_view conversionReview = "ConversionReview";
constexpr std::string_view conversionGroup = "apiextensions.k8s.io/";
constexpr std::chrono::milliseconds conversionTime {30'000};
constexpr std::size_t mostInACall = 500;
constexpr std::size_t mostBytesInACall = 400'000;

std::string_view versionOfReview(const ConversionHook &hook)
{
    for (const std::string &version : hook.reviewVersions) {
        if (version == "v1" || version == "v1beta1")
            return version;
    }
    return {};
}

/// "example.com/v1, Kind=Thing"
std::string versionAndKindOf(const Json &object)
{
    return std::string(api::textAt(object, {"apiVersion"}))
        + ", Kind=" + std::string(api::textAt(object, {"kind"}));
}

/// The original names it so: what Go makes of a JSON value.
std::string_view goTypeOf(const Json &json)
{
    switch (json.kind()) {
    case boost::json::kind::null:
        return "<nil>";
    case boost::json::kind::bool_:
        return "bool";
    case boost::json::kind::double_:
        return "float64";
    case boost::json::kind::string:
        return "string";
    case boost::json::kind::array:
        return "[]interface {}";
    case boost::json::kind::object:
        return "map[string]interface {}";
    default:
        return "int64";
    }
}

/// What the webhook may not change.
std::string changedIdentity(const Json &from, const Json &to)
{
    struct Part {
        std::string_view name;
        std::initializer_list<std::string_view> path;
    };
    for (const Part &part : {Part {"name", {"metadata", "name"}},
             Part {"namespace", {"metadata", "namespace"}}, Part {"UID", {"metadata", "uid"}}}) {
        const std::string before(api::textAt(from, part.path));
        const std::string after(api::textAt(to, part.path));
        if (before != after)
            return "must have the same " + std::string(part.name) + ": " + clipped(before)
                + " != " + clipped(after);
    }
    return {};
}

/// Labels or annotations as the webhook has made them, or what is wrong with them.
std::string takeTexts(JsonObject &metadata, std::string_view field, const JsonObject &made)
{
    const std::string path = "metadata." + std::string(field);
    const Json *value = made.if_contains(field);
    if (!value || value->is_null()) {
        metadata.erase(field);
        return {};
    }
    if (!value->is_object())
        return "invalid " + path + " of type " + std::string(goTypeOf(*value)) + " in converted object";
    for (const auto &member : value->get_object()) {
        if (!member.value().is_string())
            return path + "[" + clipped(api::text(member.key())) + "] must be a string, but is "
                + std::string(goTypeOf(member.value())) + " in converted object";
    }
    metadata[field] = *value;
    return {};
}

/// Whether the error is about what the webhook has made of labels or annotations.
bool isOfItsMaking(const FieldError &error, const Json &from, const Json &to)
{
    return std::ranges::any_of(
        std::initializer_list<std::string_view> {"labels", "annotations"}, [&](std::string_view field) {
            const Json *before = api::find(from, {"metadata", field});
            const Json *after = api::find(to, {"metadata", field});
            return error.field.starts_with("metadata." + std::string(field))
                && !(before && after && api::equal(*before, *after));
        });
}

/// Gives it the metadata it had, with labels and annotations as the webhook has made them.
std::string restoreMetadata(const Json &from, Json &to)
{
    const Json *made = api::find(to, {"metadata"});
    if (!made)
        return "missing metadata in converted object";
    if (!made->is_object())
        return "invalid metadata of type " + std::string(goTypeOf(*made)) + " in converted object";
    const Json *before = api::find(from, {"metadata"});
    JsonObject metadata;
    if (before && before->is_object())
        metadata = before->get_object();
    for (const std::string_view field : {"labels", "annotations"}) {
        if (std::string wrong = takeTexts(metadata, field, made->get_object()); !wrong.empty())
            return wrong;
    }
    to.get_object()["metadata"] = std::move(metadata);
    const FieldErrors errors = checkMetadata(to, NameRule::PathSegment);
    const auto wrong =
        std::ranges::find_if(errors, [&](const FieldError &error) { return isOfItsMaking(error, from, to); });
    return wrong == errors.end() ? std::string() : wrong->field + ": " + wrong->message;
}

/// What becomes of objects, but for the objects themselves.
struct Task {
    std::string apiVersion;
    SchemaPtr schema; ///< of that version; null: not known
    std::string reviewVersion;
    std::string uid;
};

/// One object of the answer, or what is wrong with it.
tl::expected<JsonPtr, std::string> takeObject(const JsonPtr &object, const Json &answered, const Task &task)
{
    const Json &from = *object;
    const std::string start = "conversion webhook for " + versionAndKindOf(from) + " returned invalid ";
    const std::string atIndex = start + "object at index 0: ";
    if (!answered.is_object())
        return tl::unexpected(atIndex + "it is no object");
    const auto misfit = [&](std::string_view what, std::string_view expected, std::string_view got) {
        return tl::unexpected(atIndex + "invalid " + std::string(what) + " (expected " + std::string(expected)
            + ", received " + clipped(std::string(got)) + ")");
    };
    if (const auto got = api::textAt(answered, {"apiVersion"}); got != task.apiVersion)
        return misfit("groupVersion", task.apiVersion, got);
    if (const auto got = api::textAt(answered, {"kind"}); got != api::textAt(from, {"kind"}))
        return misfit("kind", api::textAt(from, {"kind"}), got);
    if (const std::string changed = changedIdentity(from, answered); !changed.empty())
        return tl::unexpected(start + "object: " + changed);
    Json made(answered, boost::json::storage_ptr());
    if (const std::string wrong = restoreMetadata(from, made); !wrong.empty())
        return tl::unexpected(start + "metadata: " + wrong);
    if (task.schema && !normalize(made, *task.schema))
        return tl::unexpected(start + "object: the defaults of its schema make it too large");
    return anotherForm(std::move(made), object);
}

/// What is wrong with the answer as such; empty when nothing is.
std::string misfitOfConversion(
    const Json &review, const Json *response, std::string_view version, std::string_view uid)
{
    const std::string expected = std::string(conversionGroup) + "v1";
    if (version == "v1"
        && (api::textAt(review, {"apiVersion"}) != expected
            || api::textAt(review, {"kind"}) != conversionReview))
        return "expected webhook response of " + expected + ", Kind=" + std::string(conversionReview)
            + ", got " + clipped(versionAndKindOf(review));
    if (!response || !response->is_object())
        return "no response provided";
    if (version == "v1" && api::textAt(*response, {"uid"}) != uid)
        return "expected response.uid=\"" + std::string(uid) + "\", got \""
            + clipped(std::string(api::textAt(*response, {"uid"}))) + "\"";
    const std::string status(api::textAt(*response, {"result", "status"}));
    if (status == "Success")
        return {};
    const std::string message(api::textAt(*response, {"result", "message"}));
    return message.empty() ? "response.result.status was '" + clipped(status) + "', not 'Success'"
                           : clipped(message);
}

Converted readConversionReview(
    const api::HookResult &result, const std::vector<JsonPtr> &objects, const Task &task)
{
    const std::string start = "conversion webhook for " + versionAndKindOf(*objects.front());
    const auto review = replyObject(result);
    if (!review)
        return tl::unexpected(start + " failed: " + review.error());
    const Json *response = api::find(*review, {"response"});
    if (const std::string misfit = misfitOfConversion(*review, response, task.reviewVersion, task.uid);
        !misfit.empty())
        return tl::unexpected(start + " failed: " + misfit);
    const JsonArray &answered = listAt(*response, {"convertedObjects"});
    if (answered.size() != objects.size())
        return tl::unexpected(start + " returned " + std::to_string(answered.size()) + " objects, expected "
            + std::to_string(objects.size()));
    std::vector<JsonPtr> converted;
    for (std::size_t i = 0; i < objects.size(); ++i) {
        auto object = takeObject(objects[i], answered[i], task);
        if (!object)
            return tl::unexpected(std::move(object.error()));
        converted.push_back(std::move(*object));
    }
    return converted;
}

void convertSome(Webhooks &webhooks, const ConversionHook &hook, std::vector<JsonPtr> objects,
    const std::string &apiVersion, std::chrono::milliseconds timeout, std::function<void(Converted)> then)
{
    const auto schema = hook.schemas.find(apiVersion);
    const Task task {apiVersion, schema == hook.schemas.end() ? nullptr : schema->second,
        std::string(versionOfReview(hook)), webhooks.newUid()};
    if (task.reviewVersion.empty())
        return then(tl::unexpected(std::string("no supported conversion review versions")));
    JsonArray all;
    for (const JsonPtr &object : objects)
        all.push_back(*object);
    const Json review = JsonObject {{"kind", conversionReview},
        {"apiVersion", std::string(conversionGroup) + task.reviewVersion},
        {"request",
            JsonObject {{"uid", task.uid}, {"desiredAPIVersion", apiVersion}, {"objects", std::move(all)}}}};
    webhooks.call(hook.target, timeout, review,
        [objects = std::move(objects), task, then = std::move(then)](
            const api::HookResult &result) { then(readConversionReview(result, objects, task)); });
}

/// A list of any length: one call after another, so that no turn of the core thread has much to encode.
struct LongConversion {
    Webhooks &webhooks;
    const ConversionHook hook;
    const std::string apiVersion;
    const std::function<void(Converted)> then;
    const std::optional<HookDeadline> deadline;
    std::vector<JsonPtr> objects;
    std::vector<JsonPtr> converted;
};

std::chrono::milliseconds timeLeft(const std::optional<HookDeadline> &deadline)
{
    if (!deadline)
        return conversionTime;
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(*deadline - std::chrono::steady_clock::now());
    return std::clamp(left, std::chrono::milliseconds(1), conversionTime);
}

/// The objects are as many as one call takes, one at least.
std::vector<JsonPtr> nextObjects(const LongConversion &task)
{
    std::vector<JsonPtr> some;
    std::size_t bytes = 0;
    for (std::size_t i = task.converted.size(); i < task.objects.size() && some.size() < mostInACall; ++i) {
        bytes += api::extentOf(*task.objects[i]).bytes;
        if (bytes > mostBytesInACall && !some.empty())
            break;
        some.push_back(task.objects[i]);
    }
    return some;
}

void convertNext(const std::shared_ptr<LongConversion> &task)
{
    std::vector<JsonPtr> some = nextObjects(*task);
    if (some.empty())
        return task->then(std::move(task->converted));
    convertSome(task->webhooks, task->hook, std::move(some), task->apiVersion, timeLeft(task->deadline),
        [task](Converted converted) {
            if (!converted)
                return task->then(tl::unexpected(std::move(converted.error())));
            std::ranges::move(*converted, std::back_inserter(task->converted));
            convertNext(task);
        });
}

/// Those of the fields' owners.
std::set<std::string> versionsIn(const Ownership &ownership)
{
    if (ownership.sole)
        return {ownership.sole->kind.apiVersion};
    std::set<std::string> versions;
    for (const OwnerEntry &entry : ownership.several ? *ownership.several : std::vector<OwnerEntry>())
        versions.insert(entry.identity.apiVersion);
    return versions;
}

/// What tells one draft from another: not what the server writes, which may be another the next time.
std::string keyOfDraft(const Json &draft)
{
    JsonObject kept;
    for (const auto &member : draft.get_object()) {
        if (member.key() != "metadata")
            kept.emplace(member.key(), member.value());
    }
    JsonObject metadata;
    for (const std::string_view field : {"name", "namespace", "uid", "labels", "annotations"}) {
        if (const Json *value = api::find(draft, {"metadata", field}))
            metadata.emplace(field, *value);
    }
    kept["metadata"] = std::move(metadata);
    return api::writeJson(kept);
}

} // namespace

std::optional<ConversionHook> readConversion(const Json &definition)
{
    if (api::textAt(definition, {"spec", "conversion", "strategy"}) != "Webhook")
        return std::nullopt;
    ConversionHook hook;
    if (const Json *client = api::find(definition, {"spec", "conversion", "webhook", "clientConfig"}))
        hook.target = readHookTarget(*client);
    for (const Json &version :
        listAt(definition, {"spec", "conversion", "webhook", "conversionReviewVersions"})) {
        if (version.is_string())
            hook.reviewVersions.push_back(api::text(version.get_string()));
    }
    return hook;
}

void checkConversion(const Json &definition, FieldErrors &errors)
{
    const std::string path = "spec.conversion";
    const Json *webhook = api::find(definition, {"spec", "conversion", "webhook"});
    const JsonArray &versions =
        listAt(definition, {"spec", "conversion", "webhook", "conversionReviewVersions"});
    const Json *client = webhook ? api::find(*webhook, {"clientConfig"}) : nullptr;
    if (api::textAt(definition, {"spec", "conversion", "strategy"}) != "Webhook") {
        if (client)
            errors.push_back(forbidden(
                path + ".webhookClientConfig", "should not be set when strategy is not set to Webhook"));
        if (!versions.empty())
            errors.push_back(forbidden(
                path + ".conversionReviewVersions", "should not be set when strategy is not set to Webhook"));
        return;
    }
    if (flagAt(definition, {"spec", "preserveUnknownFields"}))
        errors.push_back(invalid(path + ".strategy", std::string_view("Webhook"),
            "must be None if spec.preserveUnknownFields is true"));
    if (client)
        checkHookTarget(*client, path + ".webhookClientConfig", errors);
    else
        errors.push_back(required(path + ".webhookClientConfig", "required when strategy is set to Webhook"));
    checkReviewVersions(versions, path + ".conversionReviewVersions", {}, errors);
}

void convert(Webhooks &webhooks, const ConversionHook &hook, std::vector<JsonPtr> objects,
    const std::string &apiVersion, std::function<void(Converted)> then, std::optional<HookDeadline> deadline)
{
    convertNext(std::make_shared<LongConversion>(
        LongConversion {webhooks, hook, apiVersion, std::move(then), deadline, std::move(objects), {}}));
}

void Conversions::ask(const std::vector<JsonPtr> &objects, const std::string &apiVersion)
{
    if (!m_wait.mayAsk())
        return m_wait.waitForTurn();
    m_wait.opened();
    convert(m_webhooks, *m_hook, objects, apiVersion,
        m_scope.bind([this, objects, apiVersion](const Converted &converted) {
            Version &version = m_versions[apiVersion];
            for (std::size_t i = 0; converted && i < objects.size(); ++i)
                version.objects[objects[i].get()].to = (*converted)[i];
            if (!converted)
                m_trouble = converted.error();
            m_wait.closed();
        }),
        m_deadline);
}

Answer<std::vector<JsonPtr>> Conversions::inVersion(
    const std::vector<JsonPtr> &objects, const std::string &apiVersion)
{
    const auto isThere = [&](const JsonPtr &object) {
        return api::textAt(*object, {"apiVersion"}) == apiVersion;
    };
    Version &version = m_versions[apiVersion];
    std::vector<JsonPtr> unknown;
    for (const JsonPtr &object : objects) {
        if (!isThere(object) && version.objects.try_emplace(object.get(), Known {object, nullptr}).second)
            unknown.push_back(object);
    }
    if (!unknown.empty())
        ask(unknown, apiVersion);
    std::vector<JsonPtr> converted;
    for (const JsonPtr &object : objects) {
        converted.push_back(isThere(object) ? object : version.objects[object.get()].to);
        if (!converted.back())
            return m_trouble.empty() ? notYet() : refuse(failure(500, "", m_trouble));
    }
    return converted;
}

Answer<JsonPtr> Conversions::inVersion(const JsonPtr &object, const std::string &apiVersion)
{
    auto converted = inVersion(std::vector {object}, apiVersion);
    if (!converted)
        return refuse(std::move(converted.error()));
    return std::move(converted->front());
}

Answer<Json> Conversions::draftIn(const Json &draft, const std::string &apiVersion)
{
    if (api::textAt(draft, {"apiVersion"}) == apiVersion)
        return Json(draft, boost::json::storage_ptr());
    JsonPtr &known = m_versions[apiVersion].drafts[keyOfDraft(draft)];
    if (!known)
        known = std::make_shared<const Json>(draft, boost::json::storage_ptr());
    auto converted = inVersion(std::vector {known}, apiVersion);
    if (!converted)
        return refuse(std::move(converted.error()));
    Json made(*converted->front(), boost::json::storage_ptr());
    (void)restoreMetadata(draft, made); // nothing was wrong with it the first time
    return made;
}

Answer<ChangesByVersion> Conversions::changesForOwners(
    const JsonPtr &stored, const Ownership &ownership, const Json &draft)
{
    ChangesByVersion changes;
    for (const std::string &apiVersion : versionsIn(ownership)) {
        const SchemaPtr *schema = schemaOf(apiVersion);
        if (!schema || api::textAt(draft, {"apiVersion"}) == apiVersion)
            continue;
        const auto before = inVersion(stored, apiVersion);
        const auto after = draftIn(draft, apiVersion);
        if (!before || !after)
            return refuse(before ? after.error() : before.error());
        changes.emplace(apiVersion, StructuredMerge(*schema, true).compare(**before, *after));
    }
    return changes;
}

} // namespace core::lab
