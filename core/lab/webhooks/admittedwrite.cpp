// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/webhooks/admittedwrite.h"

namespace core::lab {

namespace {

HookForm formOf(const ResourceType &type, const ServedVersion &version, const Subresource *subresource)
{
    HookForm form {type.group, version.name, type.plural, {type.group, version.name, type.kind},
        version.toServed, version.toStored};
    form.conversion = version.conversion;
    if (subresource && !subresource->kind.empty()) {
        form.kind.kind = subresource->kind;
        if (!subresource->version.empty())
            form.kind = {subresource->group, subresource->version, subresource->kind};
        form.toServed = form.toStored = nullptr;
        form.conversion = nullptr;
    }
    return form;
}

} // namespace

std::string apiVersionOf(const HookForm &form)
{
    return form.group.empty() ? form.version : form.group + "/" + form.version;
}

std::string_view operationName(Operation operation)
{
    switch (operation) {
    case Operation::Create:
        return "CREATE";
    case Operation::Update:
        return "UPDATE";
    case Operation::Connect:
        return "CONNECT";
    default:
        return "DELETE";
    }
}

std::string nameTold(const AdmittedWrite &write)
{
    return write.isOneOfMany ? std::string() : write.name;
}

std::string nameOf(const AdmittedWrite &write)
{
    return write.collection + " " + write.ns + "/" + write.name;
}

bool needsConversion(const api::Json &object, const HookForm &form)
{
    return form.conversion && api::textAt(object, {"apiVersion"}) != apiVersionOf(form);
}

api::Json inForm(const api::Json &stored, const HookForm &form)
{
    api::Json shown(stored, boost::json::storage_ptr());
    if (form.toServed)
        form.toServed(shown);
    return shown;
}

std::vector<HookForm> formsOf(const ResourceType &type, const ServedVersion &version,
    const std::string &subresource, const Registry &registry)
{
    std::vector<HookForm> forms {formOf(type, version, version.subresource(subresource))};
    for (const ResourceType *other : registry.all()) {
        if (other->collection != type.collection)
            continue;
        for (const ServedVersion &equivalent : other->versions) {
            const Subresource *below = equivalent.subresource(subresource);
            const bool isSame = other == &type && equivalent.name == version.name;
            if (!isSame && (subresource.empty() || below))
                forms.push_back(formOf(*other, equivalent, below));
        }
    }
    return forms;
}

} // namespace core::lab
