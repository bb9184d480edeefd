// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/names.h"
#include "core/api/volume.h"
#include "core/lab/cluster.h"
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/fixed.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/kinds/volumes.h"
#include "core/lab/objects.h"
#include "core/lab/quantities.h"
#include "core/lab/target.h"
#include "core/lab/validation.h"

namespace core::lab::kinds {

using api::Json;
using api::JsonObject;

namespace {

SchemaPtr claimSchema()
{
    const SchemaPtr status = object({{"phase", withDefault(text, "Pending")}, {"accessModes", texts},
        {"capacity", quantities}, {"conditions", conditions}});
    return object({{"spec",
                       object({{"accessModes", texts}, {"selector", labelSelector},
                           {"resources", object({{"requests", quantities}, {"limits", quantities}})},
                           {"volumeName", text}, {"storageClassName", text},
                           {"volumeMode", withDefault(oneOf({"Filesystem", "Block"}), "Filesystem")}})},
        {"status", withDefault(status, JsonObject())}});
}

void checkClaim(const Json &claim, FieldErrors &errors)
{
    if (const Json *selector = api::find(claim, {"spec", "selector"}))
        checkLabelSelector(*selector, "spec.selector", errors);
    checkAccessModes(claim, "at least 1 access mode is required", errors);
    if (const auto name = api::textAt(claim, {"spec", "storageClassName"});
        !name.empty() && !api::isDnsSubdomain(name))
        complain("dns1123Subdomain", "spec.storageClassName", name, errors);
    const Json *size = api::find(claim, {"spec", "resources", "requests", "storage"});
    if (!size)
        errors.push_back(required("spec.resources[storage]"));
    else if (quantityMilli(*size).value_or(1) <= 0)
        errors.push_back(invalid("spec.resources[storage]", *size, "must be greater than zero"));
}

/// What is asked for may grow once there is a volume; a volume and a class may be found until then.
Json fixedPartOfClaim(const Json &claim, const Json &old)
{
    Json spec = specWithout(claim, {"volumeAttributesClassName"});
    const bool isBound = !api::textAt(old, {"spec", "volumeName"}).empty();
    if (!isBound)
        spec.get_object().erase("volumeName");
    if (!isBound && !api::find(old, {"spec", "storageClassName"}))
        spec.get_object().erase("storageClassName");
    if (api::textAt(old, {"status", "phase"}) == "Bound" && api::find(spec, {"resources", "requests"}))
        spec.at("resources").get_object().erase("requests");
    return spec;
}

std::int64_t storageAt(const Json &claim, std::initializer_list<std::string_view> path)
{
    const Json *size = api::find(claim, path);
    return size ? quantityMilli(*size).value_or(0) : 0;
}

std::int64_t requestedStorage(const Json &claim)
{
    return storageAt(claim, {"spec", "resources", "requests", "storage"});
}

/// A request that was not met yet may be taken back, but for what there is.
void checkNotShrunk(const Json &claim, const Json &old, FieldErrors &errors)
{
    const std::int64_t size = requestedStorage(claim);
    if (size < requestedStorage(old) && size <= storageAt(old, {"status", "capacity", "storage"}))
        errors.push_back(
            forbidden("spec.resources.requests.storage", "field can not be less than status.capacity"));
}

bool mayExpand(const Cluster &cluster, std::string_view storageClass)
{
    const Collection &classes = *cluster.registry.find("storage.k8s.io", "storageclasses")->collection;
    const Entry *entry = storageClass.empty() ? nullptr : classes.find({{}, std::string(storageClass)});
    return entry && flagAt(*entry->object, {"allowVolumeExpansion"});
}

/// As the admission plugin PersistentVolumeClaimResize has it.
Answer<> checkExpansion(Cluster &cluster, const Target &target, Json &claim, const Json *old)
{
    if (!old || requestedStorage(claim) <= requestedStorage(*old)
        || mayExpand(cluster, api::textAt(*old, {"spec", "storageClassName"})))
        return {};
    return refuse(forbidden(target.about(),
        "only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must "
        "support resize"));
}

void checkClaimUpdate(const Json &claim, const Json &old, FieldErrors &errors)
{
    checkNotShrunk(claim, old, errors);
    if (!api::equal(fixedPartOfClaim(claim, old), fixedPartOfClaim(old, old)))
        errors.push_back(forbidden("spec",
            "spec is immutable after creation except resources.requests and volumeAttributesClassName for "
            "bound claims"));
}

} // namespace

KindDefinition persistentVolumeClaim()
{
    return {.kind = "PersistentVolumeClaim",
        .plural = "persistentvolumeclaims",
        .shortNames = {"pvc"},
        .hasStatus = true,
        .schema = claimSchema(),
        .columns = {nameColumn(), computedColumn("Status", volumePhaseCell),
            textColumn("Volume", {"spec", "volumeName"}, 0, ""),
            textColumn("Capacity", {"status", "capacity", "storage"}, 0, ""),
            accessModesColumn({"status", "accessModes"}),
            textColumn("StorageClass", {"spec", "storageClassName"}, 0, ""), ageColumn(),
            textColumn("VolumeMode", {"spec", "volumeMode"}, 1, "<unset>")},
        .rules = {
            .prepareCreate = [](Json &claim, base::Time) { holdWith(claim, api::keys::claimProtection); },
            .fitIn = checkExpansion,
            .check = checkClaim,
            .checkUpdate = checkClaimUpdate}};
}

} // namespace core::lab::kinds
