// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Label selectors: as objects (LabelSelector) and as query text ("a=b,c in (d,e),!f").

#include "core/api/meta.h"

namespace core::api {

/// An empty selector matches everything; what an empty one means to a controller is the controller's rule.
bool matches(const LabelSelector &selector, const Labels &labels);
/// The selector of kinds that know no expressions.
bool matches(const Labels &selector, const Labels &labels);
/// The operator is Gt or Lt.
bool isComparison(const LabelSelectorRequirement &requirement);
/// The value is an integer beyond the one that Gt or Lt demands.
bool isBeyond(const LabelSelectorRequirement &requirement, std::string_view value);
/// Invalid names the faulty requirement: unknown operator, values missing or not allowed.
base::Result<> validate(const LabelSelector &selector);
/// Canonical query text: "k=v,k2 in (a,b)", sorted by key.
std::string toText(const LabelSelector &selector);
/// The grammar of the labelSelector query parameter: =, ==, !=, in, notin, exists, !exists, and > and < of an
/// integer (Gt and Lt, which the selectors of objects do not have).
base::Result<LabelSelector> parseLabelSelector(std::string_view text);

} // namespace core::api
