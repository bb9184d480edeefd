// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Credentials from a command that the kubeconfig names (docs/faults-and-threats.md EX1 to EX9): what it is,
// what it is told, how long it may take, and what its answer means. No shell, no terminal; nothing runs that
// the user did not allow.

#include "core/api/json.h"
#include "core/base/clock.h"
#include "core/base/result.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace core::client {

struct ExecPlugin {
    std::string apiVersion; ///< client.authentication.k8s.io/v1 or v1beta1
    std::string command; ///< as written
    std::string path; ///< absolute; empty: there is no such command
    std::vector<std::string> arguments;
    std::vector<std::pair<std::string, std::string>> environment; ///< added to our own
    std::string installHint;
    bool wantsCluster = false;

    bool operator==(const ExecPlugin &) const = default;
};

/// The plugin is that of "exec" of a user; a command with a slash lies relative to that directory. Invalid or
/// Unsupported says why it cannot be used (EX1, EX2).
base::Result<ExecPlugin> readExecPlugin(const api::Json &exec, const std::string &directory);

/// What the user allows: this very program, with these arguments and variables. Another content of the
/// program, or another argument, is another identity.
std::string identityOf(const ExecPlugin &plugin);

/// The command with its path and its arguments, after the names of its variables as a shell takes them, for
/// people of any language.
std::string describe(const ExecPlugin &plugin);

struct ExecCredential {
    std::string token;
    std::string certificatePem;
    std::string keyPem;
    std::optional<base::Time> expiresAt; ///< nothing: until it is refused

    bool operator==(const ExecCredential &) const = default;
};

/// What the command printed (EX1, EX4).
base::Result<ExecCredential> readExecCredential(std::string_view output, const ExecPlugin &plugin);

/// KUBERNETES_EXEC_INFO (EX3); cluster: spec.cluster, as far as the plugin wants it.
std::string execInfo(const ExecPlugin &plugin, const api::Json &cluster);

struct ExecLimits {
    std::chrono::milliseconds time {60'000};
    std::size_t outputBytes = 1024U * 1024;
};

/// One run of the command; ends with its object. Lives in a Qt event loop.
class ExecRun
{
public:
    using Done = std::function<void(base::Result<ExecCredential>)>;

    /// done is called once, later.
    ExecRun(const ExecPlugin &plugin, const api::Json &cluster, Done done, ExecLimits limits = {});
    ~ExecRun();
    ExecRun(const ExecRun &) = delete;
    ExecRun &operator=(const ExecRun &) = delete;

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace core::client
