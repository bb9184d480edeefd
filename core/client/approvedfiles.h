// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which files outside its own folder a kubeconfig may send as a token, and which commands it may run: those
// that the user allowed once, kept in a file of ours (docs/faults-and-threats.md T4, T5). A kubeconfig from a
// stranger could name any.

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
    /// The approval holds from now on, and at later starts. NotFound when one of the files is not there.
    base::Result<> add(const std::string &kubeconfig, const std::string &file);

    /// Whether the user allowed that command, by its identity (execplugin.h).
    bool containsCommand(const std::string &kubeconfig, const std::string &identity) const;
    base::Result<> addCommand(const std::string &kubeconfig, const std::string &identity);

private:
    bool knows(const std::string &kubeconfig, const std::string &what) const;
    base::Result<> remember(const std::string &kubeconfig, const std::string &what);

    std::string m_stateFile;
    /// Each kubeconfig has its files without links in their paths, and its commands.
    std::map<std::string, std::set<std::string>> m_known;
};

} // namespace core::client
