// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/fixed.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/names.h"
#include "core/lab/objects.h"

namespace core::lab::kinds {

using api::Json;

namespace {

/// "statefulset.apps/web"
std::string controllerCell(const Json &revision)
{
    for (const Json &owner : listAt(revision, {"metadata", "ownerReferences"})) {
        if (!flagAt(owner, {"controller"}))
            continue;
        const std::string_view version = api::textAt(owner, {"apiVersion"});
        const std::size_t slash = version.find('/');
        return lowerCase(std::string(api::textAt(owner, {"kind"})))
            + (slash == version.npos ? "" : "." + std::string(version.substr(0, slash))) + '/'
            + std::string(api::textAt(owner, {"name"}));
    }
    return std::string(noValue);
}

void checkRevision(const Json &revision, FieldErrors &errors)
{
    if (!api::find(revision, {"data"}))
        errors.push_back(required("data", "data is mandatory"));
}

void checkRevisionUpdate(const Json &revision, const Json &old, FieldErrors &errors)
{
    checkFixed(revision, old, {"data"}, errors);
}

} // namespace

KindDefinition controllerRevision()
{
    return {.group = "apps",
        .kind = "ControllerRevision",
        .plural = "controllerrevisions",
        .schema = object({{"data", object({})}, {"revision", integer}}, {"revision"}),
        .columns = {nameColumn(), computedColumn("Controller", controllerCell),
            countColumn("Revision", {"revision"}), ageColumn()},
        .rules = {.check = checkRevision, .checkUpdate = checkRevisionUpdate}};
}

} // namespace core::lab::kinds
