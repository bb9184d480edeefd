// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/apply/ownership.h"

#include "core/lab/objects.h"
#include "core/lab/packed.h"

#include <algorithm>

namespace core::lab {

using api::Json;
using api::JsonObject;
using api::JsonPtr;

namespace {

constexpr std::string_view managedFields = "managedFields";

std::string fieldsText(const FieldSet &fields)
{
    std::string text;
    appendFieldSet(text, fields);
    return text;
}

FieldSet everythingIn(const Json &object, const OwnedKind &kind)
{
    FieldChanges all = StructuredMerge(kind.schema, kind.custom).compare(JsonObject(), object);
    ignore(all, {});
    return std::move(all.added);
}

ManagedFields soleManagedFields(const Json &object, const Ownership &ownership)
{
    const OwnedKind &kind = ownership.sole->kind;
    FieldSet fields = everythingIn(object, kind);
    ManagedFields managed;
    const auto addEntry = [&](std::string_view subresource, std::int64_t seconds, FieldSet owned) {
        if (seconds > 0 && !owned.isEmpty())
            managed.push_back({ownership.sole->manager, false, kind.apiVersion, std::string(subresource),
                seconds, std::move(owned)});
    };
    FieldSet status;
    if (const auto part = fields.children.find(fieldElement("status"));
        kind.hasStatus && part != fields.children.end()) {
        status.children.emplace(part->first, std::move(part->second));
        fields.children.erase(part);
    }
    addEntry({}, ownership.written, std::move(fields));
    addEntry("status", ownership.statusWritten, std::move(status));
    return managed;
}

std::string managedFieldsText(const std::vector<OwnerEntry> &entries)
{
    std::string text = "[";
    for (const OwnerEntry &entry : entries) {
        appendEntry(text, entry.identity, entry.fields);
        text += ',';
    }
    if (text.back() == ',')
        text.pop_back();
    return text + "]";
}

std::string managedFieldsText(const Json &object, const Ownership &ownership)
{
    const Ownership found = ownership.sole ? compact(managedFieldsOf(object, ownership)) : ownership;
    return found.several ? managedFieldsText(*found.several) : std::string();
}

/// The object's JSON text with one more member in its metadata.
std::string textWith(const Json &object, const std::string &value)
{
    std::string text = "{";
    for (const auto &member : object.get_object()) {
        appendQuoted(text, member.key());
        text += ':';
        std::string inner = api::writeJson(member.value());
        if (std::string_view(member.key()) == "metadata" && member.value().is_object()) {
            text.append("{\"").append(managedFields).append("\":").append(value);
            inner[0] = member.value().get_object().empty() ? ' ' : ',';
        }
        text.append(inner).append(",");
    }
    text.back() = '}';
    return text;
}

/// Ends a form, and leads from it to the object whose form it is (std::get_deleter).
struct FormOf {
    JsonPtr whole;

    void operator()(const Json *form) const { delete form; }
};

const JsonPtr &wholeOf(const JsonPtr &object)
{
    const auto *form = std::get_deleter<FormOf>(object);
    return form ? form->whole : object;
}

/// The text is empty when there are none.
std::string managedFieldsText(const JsonPtr &object)
{
    const JsonPtr &whole = wholeOf(object);
    const Ownership &ownership = ownershipOf(whole);
    return ownership.isTracked() ? managedFieldsText(*whole, ownership) : std::string();
}

JsonObject storedSole(const Ownership &ownership)
{
    return {{"manager", ownership.sole->manager}, {"apiVersion", ownership.sole->kind.apiVersion},
        {"written", ownership.written}, {"statusWritten", ownership.statusWritten}};
}

} // namespace

bool Ownership::operator==(const Ownership &other) const
{
    const bool sameSeveral = several && other.several ? *several == *other.several : several == other.several;
    return sole == other.sole && written == other.written && statusWritten == other.statusWritten
        && sameSeveral;
}

ManagedFields managedFieldsOf(const Json &object, const Ownership &ownership)
{
    if (ownership.sole)
        return soleManagedFields(object, ownership);
    ManagedFields managed;
    for (const OwnerEntry &entry : ownership.several ? *ownership.several : std::vector<OwnerEntry>()) {
        managed.push_back(entry.identity);
        if (const auto json = api::parseJson(entry.fields))
            managed.back().fields = readFieldSet(*json).value_or(FieldSet());
    }
    return managed;
}

Ownership compact(ManagedFields managed)
{
    sort(managed);
    std::vector<OwnerEntry> entries;
    entries.reserve(managed.size());
    for (ManagedEntry &entry : managed) {
        const FieldSet fields = std::exchange(entry.fields, {});
        entries.push_back({std::move(entry), fieldsText(fields)});
    }
    Ownership ownership;
    if (!entries.empty())
        ownership.several = std::make_shared<const std::vector<OwnerEntry>>(std::move(entries));
    return ownership;
}

std::size_t extentOf(const Ownership &ownership)
{
    std::size_t bytes = 0;
    for (const OwnerEntry &entry : ownership.several ? *ownership.several : std::vector<OwnerEntry>())
        bytes += entry.fields.size() + entry.identity.manager.size();
    return bytes;
}

JsonPtr anotherForm(Json form, JsonPtr object)
{
    return JsonPtr(new Json(std::move(form)), FormOf {std::move(object)});
}

JsonPtr withManagedFields(const JsonPtr &object)
{
    const std::string text = managedFieldsText(object);
    if (text.empty())
        return object;
    Json copy = *object;
    if (auto managed = api::parseJson(text))
        metadataOf(copy)[managedFields] = std::move(*managed);
    return api::share(std::move(copy));
}

std::string textWithManagedFields(const JsonPtr &object)
{
    const std::string managed = managedFieldsText(object);
    return managed.empty() ? api::writeJson(*object) : textWith(*object, managed);
}

std::shared_ptr<const SoleOwner> SoleOwners::find(const OwnedKind &kind, const std::string &manager)
{
    if (m_owners.size() > m_crowded)
        forgetUnused();
    std::weak_ptr<SoleOwner> &place = m_owners[{kind.collection, kind.apiVersion, manager}];
    std::shared_ptr<SoleOwner> owner = place.lock();
    if (!owner || owner->kind.schema != kind.schema)
        place = owner = std::make_shared<SoleOwner>(SoleOwner {manager, kind});
    return owner;
}

void SoleOwners::forgetUnused()
{
    std::erase_if(m_owners, [](const auto &owner) { return owner.second.expired(); });
    m_crowded = 2 * m_owners.size() + 64;
}

void SoleOwners::describe(const std::function<std::optional<OwnedKind>(const OwnedKind &)> &asServed)
{
    for (const auto &[key, place] : m_owners) {
        const std::shared_ptr<SoleOwner> owner = place.lock();
        if (auto kind = owner ? asServed(owner->kind) : std::nullopt)
            owner->kind = std::move(*kind);
    }
}

std::string storedText(const JsonPtr &object)
{
    const Ownership &ownership = ownershipOf(object);
    if (!ownership.isTracked())
        return api::writeJson(*object);
    return textWith(*object,
        ownership.sole ? api::writeJson(storedSole(ownership)) : managedFieldsText(*ownership.several));
}

Ownership takeStoredOwnership(Json &object, const std::string &collection, SoleOwners &owners)
{
    Json *metadata = object.get_object().if_contains("metadata");
    const Json *stored =
        metadata && metadata->is_object() ? metadata->get_object().if_contains(managedFields) : nullptr;
    if (!stored)
        return {};
    Ownership ownership;
    if (stored->is_object()) {
        const auto seconds = [&](std::string_view name) {
            return static_cast<std::uint32_t>(api::integerAt(*stored, {name}).value_or(0));
        };
        const OwnedKind kind {collection, std::string(api::textAt(*stored, {"apiVersion"})), nullptr};
        ownership = {owners.find(kind, std::string(api::textAt(*stored, {"manager"}))), nullptr,
            seconds("written"), seconds("statusWritten")};
    } else if (auto managed = readManagedFields(*stored)) {
        ownership = compact(std::move(*managed));
    }
    metadata->get_object().stable_erase(metadata->get_object().find(managedFields));
    return ownership;
}

} // namespace core::lab
