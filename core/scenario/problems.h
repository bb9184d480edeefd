// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What may be wrong with the file of a scenario or an experiment: fields, verbs and values stand in these
// sentences as in the file.

#include "core/api/saying.h"

namespace core::scenario {

inline constexpr api::ReasonKind problemSayings[] {
    {"At", "{place}: {problem}"},
    // any field
    {"NotFields", "expected fields (name: value)"},
    {"UnknownField", "unknown field; known are {known}"},
    {"Missing", "\"{field}\" is missing"},
    {"NotAList", "expected a list (- …)"},
    {"NotAText", "expected a text"},
    {"NotANumber", "expected a whole number"},
    {"NotADuration", "expected a duration such as 30s or 2m"},
    {"TooShort", "must be longer than nothing"},
    {"Negative", "must not be negative"},
    {"OneOf", "expected exactly one of {known}"},
    {"SomeOf", "give at least one of {known}"},
    {"NotACount", "expected a count: 3, \"at least 3\" or \"at most 3\""},
    {"NotACount", "\"{text}\" is no count; write 3, \"at least 3\" or \"at most 3\""},
    // targets
    {"NotATarget",
        "\"{text}\" is not understood; write a name, \"first Ready node of workers\", \"first 2 Running "
        "machines of workers\", \"every NotReady node of workers\" or \"every node in zone a\""},
    {"StateOfNodes", "\"{state}\" is no state of a machine, but of a node"},
    {"StateOfMachines", "\"{state}\" is no state of a node, but of a machine"},
    {"NamesMachines", "this names machines, a node is expected"},
    {"NamesNodes", "this names nodes, a machine is expected"},
    // conditions
    {"NoCount", "no count is given, such as {example}"},
    {"UnknownOutcome", "unknown outcome \"{outcome}\"; known are {known}"},
    {"UnknownEnd", "a job ends as Complete or Failed"},
    {"UnknownCondition", "unknown condition; known are {known}"},
    {"NoCondition", "no condition is given"},
    {"HoldsAtOnce", "an assertion holds at once; to wait, use waitUntil"},
    // steps
    {"UnknownVerb", "unknown verb; known are {known} (and say)"},
    {"NoVerb", "the step has no verb"},
    {"SeveralVerbs", "the step has more than one verb"},
    {"NoStep", "there is no step"},
    {"ObjectLacks", "the object has no \"{field}\""},
    // files
    {"LeadsOut", "\"{file}\" leads out of the scenario's folder"},
    {"LeadsOutOfExperiment", "\"{file}\" leads out of the experiment's folder"},
    {"NoFiles", "no files can be read here"},
    {"Unreadable", "{file} can't be read"},
    {"TooLarge", "{file} is larger than {size}"},
    {"OfFile", "{file}: {problem}"},
    // experiments
    {"UnknownVariation",
        "unknown; known are {known}, and KIND.PATH such as MachineHealthCheck.spec.maxUnhealthy"},
    {"NoValue", "there is no value"},
    {"NothingVaries", "the scenario applies no {kind} that has it"},
    {"NotSeeds", "expected at most {most} seeds, such as 1..20, or 20"},
    {"Unknown", "unknown; known are {known}"},
    {"UnknownTiming", "known are {known}"},
    {"NamedTwice", "is named twice"},
    {"NothingMeasured", "nothing is measured"},
    {"TooManyVariants", "there are more than {most} variants"},
    {"TooManyMachines", "{machines} machines at once; an experiment's lab has at most {most}"},
    {"TooManyMachines", "{machines} machines at once with {variant}; an experiment's lab has at most {most}"},
    {"TooManyHours",
        "{variants} variants × {seeds} seeds of {length} are {hours} machine-hours; an experiment has "
        "at most {most}"},
};
inline constexpr api::Sayings<problemSayings> problemSaying;

} // namespace core::scenario
