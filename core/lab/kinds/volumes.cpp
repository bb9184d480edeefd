// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/volumes.h"

#include "core/lab/kinds/schemas.h"
#include "core/lab/objects.h"

#include <algorithm>
#include <array>

namespace core::lab::kinds {

using api::Json;

SchemaPtr withSources(const SchemaPtr &volume)
{
    const auto preset = [](const char *value) { return withDefault(text, value); };
    auto copy = std::make_shared<Schema>(*volume);
    copy->properties.emplace("hostPath", object({{"path", text}, {"type", preset("")}}, {"path"}));
    copy->properties.emplace("iscsi", object({{"iscsiInterface", preset("default")}}));
    copy->properties.emplace("rbd",
        object(
            {{"pool", preset("rbd")}, {"user", preset("admin")}, {"keyring", preset("/etc/ceph/keyring")}}));
    copy->properties.emplace("azureDisk",
        object({{"cachingMode", preset("ReadWrite")}, {"fsType", preset("ext4")},
            {"readOnly", withDefault(boolean, false)}, {"kind", preset("Shared")}}));
    copy->properties.emplace(
        "scaleIO", object({{"storageMode", preset("ThinProvisioned")}, {"fsType", preset("xfs")}}));
    return copy;
}

void holdWith(Json &object, std::string_view finalizer)
{
    api::JsonArray &finalizers = arrayIn(metadataOf(object), "finalizers");
    if (!contains(finalizers, Json(finalizer)))
        finalizers.push_back(Json(finalizer));
}

std::string volumePhaseCell(const Json &object)
{
    return std::string(isDeleting(object) ? "Terminating" : api::textAt(object, {"status", "phase"}));
}

void checkAccessModes(const Json &object, std::string_view detail, FieldErrors &errors)
{
    static const std::vector<std::string> modes {
        "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"};
    const api::JsonArray &held = listAt(object, {"spec", "accessModes"});
    if (held.empty())
        errors.push_back(required("spec.accessModes", detail));
    for (const Json &mode : held) {
        if (std::ranges::find(modes, api::textAt(mode, {})) == modes.end())
            errors.push_back(notSupported("spec.accessModes", mode, modes));
    }
}

Column accessModesColumn(std::vector<std::string> path)
{
    return {"Access Modes", "string", {}, 0, {},
        [path = std::move(path)](const Json &object, base::Time) -> Json {
            static constexpr std::array<std::pair<std::string_view, std::string_view>, 4> modes {
                {{"ReadWriteOnce", "RWO"}, {"ReadOnlyMany", "ROX"}, {"ReadWriteMany", "RWX"},
                    {"ReadWriteOncePod", "RWOP"}}};
            const Json *held = valueAt(object, path);
            std::string cell;
            for (const auto &[mode, abbreviation] : modes) {
                if (held && held->is_array() && contains(held->get_array(), Json(mode)))
                    cell += (cell.empty() ? "" : ",") + std::string(abbreviation);
            }
            return boost::json::string(cell);
        }};
}

} // namespace core::lab::kinds
