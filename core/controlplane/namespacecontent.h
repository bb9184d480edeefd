// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What every namespace has from its beginning: the ServiceAccount "default", and the ConfigMap
// "kube-root-ca.crt" with the authority by which pods know the API server. Who deletes or changes them gets
// them back (docs/api-semantics.md M8). Keys are namespaces.

#include "core/api/configmap.h"
#include "core/api/event.h"
#include "core/api/reason.h"
#include "core/controlplane/controllers.h"

namespace core::controlplane {

inline constexpr api::ReasonKind namespaceContentReasons[] {
    {"Present", "The namespace has {object}."},
    {"Creating", "Makes {object}, which every namespace has."},
    {"Restoring", "Somebody has changed {object}: it is put right."},
    {"Terminating", "The namespace is being deleted, with what it has."},
    {"NoAuthority", "No authority is known that the API server is known by: nothing is published."},
};
inline constexpr api::Reasons<namespaceContentReasons> namespaceContentReason;

inline constexpr std::string_view defaultServiceAccount = "default";
inline constexpr std::string_view rootCaConfigMap = "kube-root-ca.crt";

runtime::Plan planServiceAccount(const api::Namespace &ns, bool isThere);
/// held is null when the ConfigMap is not there; without an authority there is nothing to publish.
runtime::Plan planRootCa(const api::Namespace &ns, const api::ConfigMap *held, const std::string &authority);

/// The controller "serviceaccount".
Controllers makeServiceAccounts(const runtime::ControllerContext &context);
/// The controller "rootca"; the authority is a certificate in PEM, empty where none is known.
Controllers makeRootCa(const runtime::ControllerContext &context, std::string authority);

} // namespace core::controlplane
