// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A kubeconfig that names another cluster than the one that is open (KC9): what has changed, and the start on
// it, which the user has to want.

#include "app/options.h"
#include "core/api/saying.h"
#include "core/client/clusteraccess.h"

namespace app {

/// "another server (https://b:6443 instead of https://a:6443), another certificate authority"; empty when it
/// is the same cluster, reached through the same command.
core::api::Saying changeOfCluster(
    const core::client::ClusterAccess &present, const core::client::ClusterAccess &changed);

/// The command line that opens what the context names now. What would act there by itself (controllers, a
/// scenario, a permission to run what the file names) is not in it.
/// The part of the command line that is meant for any cluster: what was allowed, or switched on, for one is
/// not meant for another.
std::vector<std::string> onAnotherCluster(const Options &options);
std::vector<std::string> argumentsAgain(const Options &options, const std::string &context);

/// Makes this process another start of the program. Returns only when that is impossible.
void startAgain(const std::vector<std::string> &arguments);

} // namespace app
