// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The clusters that the window can give way to, and the seam to who reads and opens them: the program brings
// one (app/kubeconfigcontexts.h), tests one of their own.

#include "core/api/saying.h"

#include <QObject>

#include <string>
#include <vector>

namespace ui {

/// A lab of this computer, or a context of a kubeconfig.
struct ContextEntry {
    bool isLab = false;
    std::string name;
    std::string cluster; ///< as the kubeconfig names it; of a lab empty
    std::string server;
    std::string user;
    std::string ns;
    std::string file; ///< in which it stands
    std::string kubeconfig; ///< to be named to open it; empty: it is found without
    core::api::Saying problem; ///< why it can't be opened, in sentences; empty: it can
    std::string command; ///< that it logs in with, and that the user has not allowed yet
    bool isShown = false; ///< by this window

    bool operator==(const ContextEntry &) const = default;
};

struct ContextList {
    std::vector<ContextEntry> entries;
    std::vector<core::api::Saying> unreadable; ///< a sentence for each file, which it names

    bool operator==(const ContextList &) const = default;
};

/// Reads as long as it lives, again whenever a file changes.
class Contexts : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// The file's contexts are there as well from now on, at later starts too.
    virtual void addFile(const QString &path) = 0;
    /// Leaves this cluster and opens that one.
    virtual void open(const ui::ContextEntry &entry) = 0;

signals:
    /// The signal comes also when the list was read for the first time.
    void changed(const ui::ContextList &list);
};

} // namespace ui
