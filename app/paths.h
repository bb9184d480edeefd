// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where things are kept on disk.

#include "app/options.h"
#include "core/lab/lablock.h"

#include <filesystem>

namespace app {

struct LabPaths {
    bool inMemory = false;
    bool isTemporary = false; ///< removeLeftovers() takes the directory away
    std::string directory; ///< only the user can write to it
    std::string database; ///< SQLite file of the API server, or ":memory:"
    std::string timeline; ///< SQLite file of the timeline, or ":memory:"
    std::string history; ///< SQLite file of the past, or ":memory:"
    std::string kubeconfig; ///< mode 0600
};

/// The paths of the lab that the options name. Of an in-memory lab they are known when it is prepared.
LabPaths labPaths(const Options &options);
/// Makes the directory (0700), takes the lab's lock and, for --fresh, moves an older lab's files aside.
/// Errors name the path. In memory there is nothing to lock; such a lab gets a directory of its own, for its
/// kubeconfig alone.
core::base::Result<std::unique_ptr<core::lab::LabLock>> prepare(LabPaths &paths, bool fresh);
/// Copies the lab's files to a temporary directory, which the paths are of then: what is only looked at stays
/// as it is, to the byte. NotFound when there is no lab, Conflict while it runs.
core::base::Result<std::unique_ptr<core::lab::LabLock>> copyToLookAt(LabPaths &paths);
/// In a working directory that is gone a relative path stays as it is.
std::string absolutePath(const std::string &path);
/// Whether there is something of that path; what can't be looked at counts as missing.
bool isFileThere(const std::filesystem::path &path);
/// The labs that have a name, in alphabetical order.
std::vector<std::string> labNames();
void removeLeftovers(const LabPaths &paths);
/// "name: path" lines for --print-paths.
std::string describePaths(const Options &options);
/// Timeline database of an external cluster's context; makes its directory.
core::base::Result<std::string> externalTimeline(const std::string &contextName);
/// What the user lets kubeconfigs read outside their folders.
std::string approvedFilesPath();

} // namespace app
