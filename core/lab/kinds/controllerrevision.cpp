// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/schemas.h"

namespace core::lab::kinds {

KindDefinition controllerRevision()
{
    return {.group = "apps",
        .kind = "ControllerRevision",
        .plural = "controllerrevisions",
        .schema = object({{"data", object({})}, {"revision", integer}}, {"revision"}),
        .columns = {nameColumn(), countColumn("Revision", {"revision"}), ageColumn()}};
}

} // namespace core::lab::kinds
