// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a request wants to write, as webhooks are asked about it. Whole in itself: while somebody is asked,
// kinds may come and go.

#include "core/access/user.h"
#include "core/lab/registry.h"

namespace core::lab {

struct ConversionHook;
using ConversionHookPtr = std::shared_ptr<const ConversionHook>;

enum class Operation { Create, Update, Delete, Connect };

/// "CREATE"
std::string_view operationName(Operation operation);

struct GroupKind {
    std::string group;
    std::string version;
    std::string kind;
};

/// A version of a resource in which the object can be shown.
struct HookForm {
    std::string group;
    std::string version;
    std::string resource;
    GroupKind kind; ///< of what is shown
    std::function<void(api::Json &)> toServed; ///< from the stored form; empty: it is that
    std::function<void(api::Json &)> toStored;
    ConversionHookPtr conversion = nullptr; ///< who converts objects that are in another version
};

/// The apiVersion of objects in that form.
std::string apiVersionOf(const HookForm &form);
/// Whether the webhook of its kind has to be asked before the object can be shown in that form.
bool needsConversion(const api::Json &object, const HookForm &form);

struct AdmittedWrite {
    Operation operation = Operation::Create;
    std::vector<HookForm> forms; ///< as it was asked for, then the equivalents
    std::string subresource;
    std::string ns; ///< of a namespace its own name
    std::string name; ///< empty: generated later
    bool isOneOfMany = false; ///< deleted with a collection: its name is not told
    std::string collection; ///< that it is in, see Collection::name()
    api::JsonPtr old; ///< as it is stored; null: not there
    Revision revision = 0; ///< of the old one
    SchemaPtr schema; ///< of what is written; null: not known
    bool isTyped =
        false; ///< of a built-in kind: a value of another type than the schema's can't even be read
    api::JsonObject options; ///< CreateOptions, UpdateOptions, DeleteOptions; of a connection none
    bool dryRun = false;

    const HookForm &asked() const { return forms.front(); }
};

/// The name that webhooks are told; empty: none.
std::string nameTold(const AdmittedWrite &write);
/// A name of the object: writes to the same one have the same.
std::string nameOf(const AdmittedWrite &write);

/// The object in that form, unless it needs conversion.
api::Json inForm(const api::Json &stored, const HookForm &form);
/// All forms of what is kept in the same collection.
std::vector<HookForm> formsOf(const ResourceType &type, const ServedVersion &version,
    const std::string &subresource, const Registry &registry);

} // namespace core::lab
