// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The fields of a provider config, a row each (docs/machines.md §1.2). What writes, checks, shows, passes
// on or documents a config goes through these rows; a new field is a member of the struct, a row, and its
// effect.

#include "core/api/providerconfig.h"

#include <span>
#include <variant>

namespace core::api {

struct ProviderField {
    using Config = KubemarkProviderConfig;
    using Problems = std::vector<ConfigProblem>;
    using Member = std::variant<std::string Config::*, bool Config::*, GoDuration Config::*,
        std::optional<GoDuration> Config::*, std::optional<std::int64_t> Config::*>;
    enum class Unit { None, Bytes };

    std::string_view name; ///< in JSON, and of the member
    Member member; ///< an optional one may be null, a text may not be empty
    Unit unit = Unit::None;
    std::int64_t least = 0; ///< of an integer
    /// Adds what is wrong with it beside the other fields; null: nothing can be.
    void (*checkBesideOthers)(const Config &config, Problems &problems) = nullptr;
    std::string_view flag = {}; ///< of the hollow kubelet, which reads the field from it; empty: none does
    /// The flag's value where that is not the field's: what takes effect beside the other fields.
    Json (*passedOn)(const Config &config) = nullptr;
    /// What a form tells beneath it of the config as a whole.
    enum class Told { Nothing, Failing, Deletion, Capacity };
    Told told = Told::Nothing;

    std::string_view whenAbsent; ///< "0s"
    std::string_view meaning; ///< a clause: "turns unhealthy once and stays so"
    std::string_view refused; ///< "below 1"
    /// A form shows a label with its mnemonic, an example, and of an optional one what stands beside its box.
    std::string_view label, example, setLabel;

    std::string_view type() const; ///< "duration or null"
    Json write(const Config &config) const;
    /// Adds what is wrong with its value, then what is wrong with it beside the others.
    void check(const Config &config, Problems &problems) const;
    /// " --num-cores=2", or nothing without a flag, and where its value is null or false.
    std::string flagFor(const Config &config) const;
};

/// The fields are in the order in which they are written, checked and shown.
std::span<const ProviderField> providerFields();

/// An annotation of the config that means something.
struct ProviderAnnotation {
    std::string_view key;
    std::string (*problem)(const std::string &value); ///< what is wrong with it; empty: nothing
    std::string_view label, example; ///< as of a field
    bool shapesLife = false; ///< when the node joins and fails

    /// "metadata.annotations[hollowlab.io/zone]", as a problem names it.
    std::string field() const;
};

/// The annotations are in the order in which they are shown.
std::span<const ProviderAnnotation> providerAnnotations();

} // namespace core::api
