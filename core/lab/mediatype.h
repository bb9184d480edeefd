// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Content-Type and Accept, as far as they decide what an answer contains. Bytes are the front's.

#include "core/lab/status.h"
#include "core/lab/tables.h"

namespace core::lab {

/// "application/json" of "Application/JSON; charset=utf-8".
std::string mediaType(std::string_view contentType);

/// The form in which objects are answered (docs/api-semantics.md A9, K1, K3, K6).
struct Form {
    enum class Kind { Object, Table, Metadata, MetadataList };
    Kind kind = Kind::Object;
    RowObject rowObject = RowObject::Metadata;

    bool isMetadata() const { return kind == Kind::Metadata || kind == Kind::MetadataList; }
};

/// What an answer can be written as besides JSON.
struct Encodings {
    bool protobuf = false;
    bool yaml = true;
};

/// 406 when nothing that the client accepts can be made, 400 for an unknown includeObject.
Answer<Form> requestedForm(const api::Request &request, Encodings encodings);

/// The answer, or 406 when metadata of a list was asked for and it is of one object, or the other way round.
/// What was written stays written (docs/api-semantics.md K6).
api::Response inForm(const Form &form, api::Response response);

} // namespace core::lab
