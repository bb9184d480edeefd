// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which files outside its own folder a kubeconfig may read: those that the user let it read once, kept in a
// file of ours (reliability.md T5). A kubeconfig from a stranger could name any secret of the user's.

#include "core/base/result.h"

#include <map>
#include <set>
#include <string>

namespace core::client {

class ApprovedFiles
{
public:
    /// Nothing is approved, nothing is kept.
    ApprovedFiles() = default;
    /// What was approved before. A file that others can write to counts for nothing.
    explicit ApprovedFiles(std::string stateFile);

    bool contains(const std::string &kubeconfig, const std::string &file) const;
    /// From now on, and at later starts. NotFound when one of the files is not there.
    base::Result<> add(const std::string &kubeconfig, const std::string &file);

private:
    std::string m_stateFile;
    std::map<std::string, std::set<std::string>> m_files; ///< by kubeconfig; without links in their paths
};

} // namespace core::client
