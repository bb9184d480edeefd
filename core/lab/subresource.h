// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Paths below an object that take verbs of their own, such as pods/eviction.

#include "core/lab/status.h"

namespace core::lab {

class Handlers;
struct Call;
struct Schema;

/// A part of an object's spec that has a subresource of its own.
struct PieceRule {
    /// Makes of the draft the old object with that part of the draft.
    void (*restrict)(api::Json &draft, const api::Json &old);
    /// Stands for the kind's own check of changes.
    void (*checkUpdate)(const api::Json &object, const api::Json &old, FieldErrors &errors);
};

struct Subresource {
    struct Verb {
        api::Method method;
        api::Response (*answer)(Handlers &handlers, const Call &call);
    };

    std::string name = {};
    std::string kind = {}; ///< of what is sent to it and answered; empty: the resource's own
    std::string group = {}; ///< of that kind, where it is another than the resource's
    std::string version = {};
    std::shared_ptr<const Schema> schema = {}; ///< of that kind; null: it is not checked by itself
    const PieceRule *piece = nullptr; ///< null: no write is restricted to one
    bool connects = false; ///< leads into a pod's container, whichever the verb
    bool freesRoom = false; ///< works while the disk is full, since it makes room there
    std::vector<Verb> verbs = {}; ///< by their names
};

/// What every kind with a status, or with a number of replicas, has below its objects.
Subresource statusSubresource(); // docs/api-semantics.md D10
Subresource scaleSubresource(); // docs/api-semantics.md D11

} // namespace core::lab
