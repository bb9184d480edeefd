// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the printed columns of the built-in kinds are made of.

#include "core/lab/tables.h"

namespace core::lab::kinds {

inline constexpr std::string_view noValue = "<none>";

/// How long ago that was, or "<unknown>".
api::Json since(std::string_view time, base::Time now);

/// The value at the path as a text.
Column textColumn(
    std::string name, std::vector<std::string> path, int priority = 0, std::string_view otherwise = noValue);
/// When the object was made.
Column createdAtColumn();
/// The number at the path, or 0.
Column countColumn(std::string name, std::vector<std::string> path);
Column computedCountColumn(std::string name, std::int64_t (*cell)(const api::Json &object));
/// The column with text as its type, whatever is in its cells: a real server has some such.
Column saidToBeText(Column column);
Column computedColumn(std::string name, std::string (*cell)(const api::Json &object), int priority = 0);

/// Names and images of a template's containers; only when wide.
Column containersColumn(
    const std::vector<std::string> &templatePath = {"spec", "template"}, int priority = 1);
Column imagesColumn(const std::vector<std::string> &templatePath = {"spec", "template"}, int priority = 1);
/// The labels at the path, or a selector as its text.
Column labelsColumn(std::string name, std::vector<std::string> path, int priority = 0);
/// What spec.selector chooses; only when wide.
Column selectorColumn(std::vector<std::string> path = {"spec", "selector"});
/// Those that a load balancer answers at, as status.loadBalancer says.
std::vector<std::string> loadBalancerAddresses(const api::Json &object);
/// "1,2", or what stands for none.
std::string joined(const std::vector<std::string> &parts, std::string_view otherwise);

} // namespace core::lab::kinds
