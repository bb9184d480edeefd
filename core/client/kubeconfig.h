// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Finds, reads and merges kubeconfig files as kubectl does (docs/faults-and-threats.md KC1 to KC9), and turns
// a context into a ClusterAccess. Nothing is ever run or written, and nothing but the files that a context
// names is read.

#include "core/api/json.h"
#include "core/api/saying.h"
#include "core/client/approvedfiles.h"
#include "core/client/clusteraccess.h"

#include <functional>
#include <map>

namespace core::client {

/// Where to look (KC1).
struct KubeconfigSource {
    std::string explicitPath; ///< when set, this file alone, and it must exist
    std::string environment; ///< $KUBECONFIG: files separated by ":"
    std::string home; ///< for ".kube/config"

    /// The environment and home of this process.
    static KubeconfigSource ofProcess(std::string explicitPath = {});
};

/// Absolute or relative, in the order of their weight.
std::vector<std::string> pathsOf(const KubeconfigSource &source);

struct ContextSummary {
    std::string name;
    std::string cluster;
    std::string user;
    std::string ns;
    std::string server;
    std::string file; ///< that holds the context
    bool isCurrent = false;
    bool insecure = false; ///< asks to skip the check of the server's certificate
    std::vector<api::Saying> problems; ///< sentences; empty: it can be opened, once its command is allowed
};

/// A command that a context logs in with and that the user has not allowed.
struct CommandRequest {
    std::string file; ///< kubeconfig that names it
    ExecPlugin plugin;
};

struct BrokenFile {
    std::string file;
    api::Saying problem;
};

class Kubeconfig
{
public:
    /// NotFound when there is no file at all; Invalid when there is none that can be read.
    static base::Result<Kubeconfig> load(const KubeconfigSource &source);

    const std::string &currentContext() const { return m_current; }
    /// The contexts are sorted by name, the broken ones marked. Reads the certificate and token files that
    /// the entries name.
    std::vector<ContextSummary> contexts() const;
    /// Lets the entries name these files outside the folder of their kubeconfig; else they are refused,
    /// unread.
    void approve(ApprovedFiles files) { m_approved = std::move(files); }
    /// Lets them name any command; each that is accepted is in its ClusterAccess.
    void allowCommands() { m_allowsCommands = true; }
    /// Files that were read.
    const std::vector<std::string> &files() const { return m_files; }
    /// Files that were left out.
    const std::vector<BrokenFile> &brokenFiles() const { return m_brokenFiles; }

    /// How to reach the cluster of the context; the empty name is the current context. Invalid lists every
    /// problem, with file and entry. Skipping the check of the server's certificate must be allowed
    /// explicitly.
    base::Result<ClusterAccess> access(std::string_view context = {}, bool allowInsecure = false) const;

    /// What has to be allowed before access() succeeds; nothing when the context needs no command, may run
    /// it, or could not be opened all the same. Empty: the current context.
    std::optional<CommandRequest> commandToAllow(std::string_view context = {}) const;

private:
    struct Entry {
        api::Json value;
        std::string file;
    };
    using Entries = std::map<std::string, Entry, std::less<>>;
    class Reader;

    base::Result<> add(const std::string &file, const std::string &text);
    std::string_view nameOr(std::string_view context) const; ///< the current one for the empty name
    base::Failure noContext(std::string_view name) const;

    std::string m_current;
    std::vector<std::string> m_files;
    ApprovedFiles m_approved;
    bool m_allowsCommands = false;
    Entries m_clusters;
    Entries m_users;
    Entries m_contexts;
    std::vector<BrokenFile> m_brokenFiles;
};

} // namespace core::client
