// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How a hollow node fails, as text. One grammar, wherever a failure is asked for: the annotation
// hollowlab.io/recipe of a provider config (counted from the start of each node), the annotation
// hollowlab.io/fault of a Node (counted from when it is first seen), the window, a scenario's fault.
//
//   recipe = shape [when] [length]
//   shape  = kinds                                 all the time; of several kinds see the next lines
//          | kinds "in turn every" span            one kind after the other, over and over
//          | [kinds] "flapping" span "up" span "down"      healthy, then the (next) kind, over and over;
//          | [kinds] "flapping every" duration n"% down"   without kinds: not-ready
//          | "late-heartbeats" span                heard of for a second in every span: status and lease
//   kinds  = kind {"," kind}                       see FaultKind
//   when   = "after" span | "from" time            not before; else at once
//   length = "for" span | "until" time             else for good; a reboot alone takes 20 s
//   span   = duration | duration".."duration       a range: drawn from the seed, once for each node and start
//
// "not-ready for 30s", "silent", "not-ready,silent in turn every 20s", "flapping 10s up 5s down after 1m",
// "disk-pressure flapping every 1m 30% down", "late-heartbeats 25s", "reboot after 30s..90s".

#include "core/api/time.h"

#include <array>
#include <optional>
#include <vector>

namespace core::api {

namespace keys {
/// The annotation of a provider config, and from there of the pod, is the recipe of the node.
inline constexpr std::string_view recipe = "hollowlab.io/recipe";
/// The annotation beside it says how long a node takes to join, see parseBoot().
inline constexpr std::string_view boot = "hollowlab.io/boot";
} // namespace keys

enum class FaultKind {
    NotReady, ///< "not-ready": the kubelet says so itself; leases go on (docs/machines.md §3.5, left column)
    Silent, ///< "silent": neither status nor lease; the node controller finds out (right column)
    MemoryPressure, ///< "memory-pressure", and so on: that condition is True, the node stays ready
    DiskPressure,
    PidPressure,
    NetworkUnavailable,
    KernelDeadlock, ///< as the node-problem-detector reports it
    ReadonlyFilesystem, ///< likewise
    Reboot, ///< "reboot": not ready for a second, silent until the end, then back with another boot id
};

struct FaultName {
    FaultKind kind;
    std::string_view name; ///< as the grammar spells it
};

/// Every kind, in the order above.
inline constexpr std::array faultNames {
    FaultName {FaultKind::NotReady, "not-ready"},
    FaultName {FaultKind::Silent, "silent"},
    FaultName {FaultKind::MemoryPressure, "memory-pressure"},
    FaultName {FaultKind::DiskPressure, "disk-pressure"},
    FaultName {FaultKind::PidPressure, "pid-pressure"},
    FaultName {FaultKind::NetworkUnavailable, "network-unavailable"},
    FaultName {FaultKind::KernelDeadlock, "kernel-deadlock"},
    FaultName {FaultKind::ReadonlyFilesystem, "readonly-filesystem"},
    FaultName {FaultKind::Reboot, "reboot"},
};

std::string_view nameOf(FaultKind kind);

/// A length of time, exact or any between the two.
struct Span {
    base::Duration least {};
    base::Duration most {};

    bool operator==(const Span &) const = default;
};

/// Reads "30s" or "20s..60s"; above zero, at most ten years, the first not above the second.
base::Result<Span> parseSpan(std::string_view text);
std::string formatSpan(const Span &span);

struct Recipe {
    struct Phase {
        std::optional<FaultKind> kind; ///< unset: healthy
        Span length; ///< of no meaning when the phase is the only one
        bool operator==(const Phase &) const = default;
    };

    std::string shape; ///< as written, one blank between two words
    std::vector<Phase> cycle; ///< at least one; several repeat, one lasts
    std::optional<Span> after; ///< at most one of after and from
    std::optional<Time> from;
    std::optional<Span> lasts; ///< at most one of lasts and until
    std::optional<Time> until;

    bool operator==(const Recipe &) const = default;
};

/// Invalid quotes the text and says what is wrong with it.
base::Result<Recipe> parseRecipe(std::string_view text);
/// The text to read it from again.
std::string recipeText(const Recipe &recipe);

/// A boot lasts from the creation of a hollow node's pod to its Node.
struct Boot {
    std::optional<Span> delay; ///< unset: it never joins

    bool operator==(const Boot &) const = default;
};

/// Reads a span ("40s", "20s..60s") or "never".
base::Result<Boot> parseBoot(std::string_view text);

} // namespace core::api
