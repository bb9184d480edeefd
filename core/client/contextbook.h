// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// All contexts of several kubeconfigs, for somebody who chooses one: what can be opened, how, and what can't,
// with the reason. Runs nothing and connects to nothing (docs/faults-and-threats.md T4).

#include "core/client/kubeconfig.h"

namespace core::client {

struct KnownContext {
    ContextSummary summary;
    std::string kubeconfig; ///< to be named to open it; empty: it is found without
    api::Saying problem; ///< why it can't be opened, a line each; empty: it can
    std::string command; ///< that it logs in with, for people; empty: none, or one that is allowed

    bool isUsable() const { return problem.empty(); }
};

struct ContextBook {
    std::vector<KnownContext> contexts; ///< each once, the current one of each source first
    std::vector<api::Saying> unreadable; ///< a sentence for each file, which it names
    std::vector<std::string> files; ///< that were looked for, whether or not they are there
};

/// The sources in the order of their weight; a file that nobody named need not be there.
ContextBook readContexts(const std::vector<KubeconfigSource> &sources, const ApprovedFiles &approved);

} // namespace core::client
