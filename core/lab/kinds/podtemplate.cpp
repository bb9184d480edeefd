// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/podspec.h"
#include "core/lab/kinds/schemas.h"

namespace core::lab::kinds {

namespace {

void fillInPodTemplate(api::Json &object)
{
    fillInPodSpecAt(object, {"template", "spec"});
}

void checkPodTemplate(const api::Json &object, FieldErrors &errors)
{
    if (const api::Json *spec = api::find(object, {"template", "spec"}))
        checkTemplateSpec(*spec, "template.spec", errors);
}

} // namespace

KindDefinition podTemplateKind()
{
    return {.kind = "PodTemplate",
        .plural = "podtemplates",
        .schema = object({{"template", podTemplate()}}),
        .columns = {nameColumn(), containersColumn({"template"}, 0), imagesColumn({"template"}, 0),
            labelsColumn("Pod Labels", {"template", "metadata", "labels"})},
        .rules = {.prepare = fillInPodTemplate, .check = checkPodTemplate}};
}

} // namespace core::lab::kinds
