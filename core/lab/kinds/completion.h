// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The schema of a built-in kind names the fields that the lab or its clients rely on. Which others there are,
// and of which type, the kind's message knows (api::messageForms).

#include "core/api/messageforms.h"
#include "core/lab/schema.h"

namespace core::lab::kinds {

/// What several kinds have in common becomes one schema, as long as one completion makes them all.
class Completion
{
public:
    /// The schema with every field of the message, and with no other (docs/api-semantics.md P2); as it is
    /// when it has them already, or when there is no such message.
    SchemaPtr of(const SchemaPtr &schema, const std::string &message);

private:
    SchemaPtr ofMessage(const SchemaPtr &known, const std::string &message);
    SchemaPtr complete(const SchemaPtr &known, const std::string &message, const api::MessageForm &form);
    void addFields(Schema &schema, const api::MessageForm &form);
    SchemaPtr ofField(const SchemaPtr &known, const api::MessageForm::Field &field);
    SchemaPtr ofType(const SchemaPtr &known, const std::string &type);

    std::map<std::pair<SchemaPtr, std::string>, SchemaPtr> m_done;
};

} // namespace core::lab::kinds
