// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/webhooks/matchrequest.h"

namespace core::lab {

using cel::Kind;
using cel::TypePtr;

namespace {

TypePtr objectOf(std::string name, std::vector<cel::Field> fields)
{
    auto type = std::make_shared<cel::Type>();
    type->kind = Kind::Object;
    type->name = std::move(name);
    for (cel::Field &field : fields)
        type->fields.emplace(field.name, field);
    return type;
}

TypePtr makeRequestType()
{
    const TypePtr text = cel::simpleType(Kind::String);
    const TypePtr texts = cel::listOf(text);
    const TypePtr kind =
        objectOf("kubernetes.GroupVersionKind", {{"group", text}, {"version", text}, {"kind", text}});
    const TypePtr resource =
        objectOf("kubernetes.GroupVersionResource", {{"group", text}, {"version", text}, {"resource", text}});
    const TypePtr user = objectOf("kubernetes.UserInfo",
        {{"username", text}, {"uid", text}, {"groups", texts}, {"extra", cel::mapOf(text, texts)}});
    return objectOf("kubernetes.AdmissionRequest",
        {{"kind", kind}, {"resource", resource}, {"subResource", text}, {"requestKind", kind},
            {"requestResource", resource}, {"requestSubResource", text}, {"name", text}, {"namespace", text},
            {"operation", text}, {"userInfo", user}, {"dryRun", cel::simpleType(Kind::Bool)},
            {"options", cel::simpleType(Kind::Dyn)}});
}

} // namespace

const TypePtr &matchRequestType()
{
    static const TypePtr type = makeRequestType();
    return type;
}

} // namespace core::lab
