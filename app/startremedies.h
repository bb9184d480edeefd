// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What helps when the program cannot start, as values: each remedy is a command line to start again with.

#include "app/options.h"
#include "core/client/kubeconfig.h"

#include <QString>

#include <functional>

namespace app {

using Arguments = std::vector<std::string>;

struct Remedy {
    enum class Question { None, Kubeconfig, Lab, Scenario };

    QString label;
    QString effect; ///< one sentence
    Arguments arguments; ///< without the program's name
    Question question = Question::None; ///< its answer completes the last argument
    std::function<core::base::Result<>()> first = nullptr; ///< gives leave, before the program starts again
};

/// The one that most likely helps first; given is the command line that failed, without the program's name.
std::vector<Remedy> remediesFor(
    const Options &options, const core::base::Error &error, int exitCode, const Arguments &given);

/// What the kubeconfig of these options asks for before its cluster can be opened: leave to run a command.
std::optional<core::client::CommandRequest> commandAskedFor(const Options &options);

/// The command line without the options of these names and their values (--fresh has none).
Arguments without(const Arguments &given, const std::vector<std::string_view> &options);

} // namespace app
