// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/patching.h"

#include "core/api/exchange.h"
#include "core/api/mergepatch.h"
#include "core/lab/mediatype.h"

namespace core::lab {

using api::Json;

Answer<PatchFormat> patchFormat(std::string_view contentType, bool custom)
{
    namespace types = api::contentTypes;
    if (contentType == types::mergePatch) // as nearly everybody writes it
        return PatchFormat::Merge;
    const std::string type = mediaType(contentType);
    if (type == types::mergePatch)
        return PatchFormat::Merge;
    if (type == types::jsonPatch)
        return PatchFormat::JsonPatch;
    if (type == types::strategicMergePatch && !custom)
        return PatchFormat::Strategic;
    if (type == types::applyPatch)
        return PatchFormat::Apply;
    return refuse(unsupportedMediaType(std::string(types::jsonPatch) + ", " + std::string(types::mergePatch)
        + (custom ? "" : ", " + std::string(types::strategicMergePatch)) + ", "
        + std::string(types::applyPatch)));
}

Answer<> applyPatch(Json &object, PatchFormat format, const Json &patch, const Schema *schema)
{
    if (format == PatchFormat::JsonPatch)
        return applyJsonPatch(object, patch);
    if (!patch.is_object())
        return refuse(failure(422, "Invalid", "the patch is no object", {}));
    if (format == PatchFormat::Strategic)
        return applyStrategicPatch(object, patch, schema);
    api::applyMergePatch(object, patch);
    return {};
}

} // namespace core::lab
