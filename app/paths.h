// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where things are kept on disk.

#include "app/options.h"
#include "core/lab/lablock.h"

namespace app {

struct LabPaths {
    bool inMemory = false;
    std::string directory; ///< mode 0700
    std::string database; ///< SQLite file of the API server, or ":memory:"
    std::string timeline; ///< SQLite file of the timeline, or ":memory:"
    std::string kubeconfig; ///< mode 0600
};

/// The paths of the lab that the options name. An in-memory lab gets a directory below the runtime directory,
/// for its kubeconfig alone; removeLeftovers() takes it away.
LabPaths labPaths(const Options &options);
/// Makes the directory (0700), takes the lab's lock and, for --fresh, moves an older lab's files aside. Errors
/// name the path. In memory there is nothing to lock.
core::base::Result<std::unique_ptr<core::lab::LabLock>> prepare(const LabPaths &paths, bool fresh);
void removeLeftovers(const LabPaths &paths);
/// "name: path" lines for --print-paths.
std::string describePaths(const Options &options);
/// Settings of the window (INI file).
std::string settingsFile();
/// Timeline database of an external cluster's context.
std::string externalTimeline(const std::string &contextName);

} // namespace app
