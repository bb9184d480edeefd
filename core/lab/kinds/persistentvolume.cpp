// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/volume.h"
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/fixed.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/kinds/volumes.h"
#include "core/lab/objects.h"
#include "core/lab/quantities.h"

namespace core::lab::kinds {

using api::Json;
using api::JsonObject;

namespace {

SchemaPtr volumeSchema()
{
    const SchemaPtr status =
        object({{"phase", withDefault(text, "Pending")}, {"reason", text}, {"message", text}});
    return object({{"spec",
                       withSources(object(
                           {{"capacity", quantities}, {"accessModes", texts}, {"claimRef", objectReference},
                               {"persistentVolumeReclaimPolicy",
                                   withDefault(oneOf({"Retain", "Delete", "Recycle"}), "Retain")},
                               {"storageClassName", text}, {"mountOptions", texts},
                               {"volumeMode", withDefault(oneOf({"Filesystem", "Block"}), "Filesystem")},
                               {"nodeAffinity", object({})}}))},
        {"status", withDefault(status, JsonObject())}});
}

std::string claimCell(const Json &volume)
{
    const std::string name(api::textAt(volume, {"spec", "claimRef", "name"}));
    return name.empty() ? name
                        : std::string(api::textAt(volume, {"spec", "claimRef", "namespace"})) + "/" + name;
}

/// What says where the volume is: the spec without the members that do not.
Json volumeSource(const Json &volume)
{
    return specWithout(volume,
        {"capacity", "accessModes", "claimRef", "persistentVolumeReclaimPolicy", "storageClassName",
            "mountOptions", "volumeMode", "nodeAffinity", "volumeAttributesClassName"});
}

/// A volume has storage, and nothing else.
void checkCapacity(const Json &volume, FieldErrors &errors)
{
    const Json *capacity = api::find(volume, {"spec", "capacity"});
    if (!capacity || !capacity->is_object())
        return errors.push_back(required("spec.capacity"));
    const JsonObject &amounts = capacity->get_object();
    if (amounts.size() != 1 || !amounts.contains("storage"))
        errors.push_back(notSupported("spec.capacity", *capacity, {"storage"}));
    for (const auto &amount : amounts) {
        if (quantityMilli(amount.value()).value_or(1) <= 0)
            errors.push_back(invalid("spec.capacity[" + std::string(amount.key()) + "]", amount.value(),
                "must be greater than zero"));
    }
}

void checkVolume(const Json &volume, FieldErrors &errors)
{
    checkAccessModes(volume, {}, errors);
    checkCapacity(volume, errors);
    const Json held = volumeSource(volume);
    const JsonObject &sources = held.get_object();
    if (sources.empty())
        return errors.push_back(required("spec", "must specify a volume type"));
    const std::string_view first = sources.contains("hostPath") ? "hostPath" : sources.begin()->key();
    for (const auto &source : sources) {
        if (source.key() != first)
            errors.push_back(
                forbidden("spec." + std::string(source.key()), "may not specify more than 1 volume type"));
    }
}

void checkVolumeUpdate(const Json &volume, const Json &old, FieldErrors &errors)
{
    if (!api::equal(volumeSource(volume), volumeSource(old)))
        errors.push_back(forbidden(
            "spec.persistentvolumesource", "spec.persistentvolumesource is immutable after creation"));
    if (differ(volume, old, {"spec", "volumeMode"}))
        errors.push_back(
            invalid("volumeMode", api::textAt(volume, {"spec", "volumeMode"}), "field is immutable"));
    if (api::find(old, {"spec", "nodeAffinity"}))
        checkFixed(volume, old, {"spec", "nodeAffinity"}, errors);
}

} // namespace

KindDefinition persistentVolume()
{
    return {.kind = "PersistentVolume",
        .plural = "persistentvolumes",
        .shortNames = {"pv"},
        .namespaced = false,
        .hasStatus = true,
        .schema = volumeSchema(),
        .columns = {nameColumn(), textColumn("Capacity", {"spec", "capacity", "storage"}, 0, ""),
            accessModesColumn({"spec", "accessModes"}),
            textColumn("Reclaim Policy", {"spec", "persistentVolumeReclaimPolicy"}, 0, ""),
            computedColumn("Status", volumePhaseCell), computedColumn("Claim", claimCell),
            textColumn("StorageClass", {"spec", "storageClassName"}, 0, ""),
            textColumn("Reason", {"status", "reason"}, 0, ""), ageColumn(),
            textColumn("VolumeMode", {"spec", "volumeMode"}, 1, "<unset>")},
        .rules = {
            .prepareCreate = [](Json &volume, base::Time) { holdWith(volume, api::keys::volumeProtection); },
            .check = checkVolume,
            .checkUpdate = checkVolumeUpdate}};
}

} // namespace core::lab::kinds
