// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Reads which clusters the window may change to: the labs of this computer, the contexts of the kubeconfig
// that was named, of those that are found without, and of those that the user added. Opening one starts the
// program again (docs/window.md W43).

#include "app/options.h"
#include "core/base/worker.h"
#include "ui/contexts.h"

#include <QFileSystemWatcher>
#include <QTimer>

namespace app {

/// The command line that opens the entry, instead of what is shown with these options.
std::vector<std::string> argumentsFor(const Options &options, const ui::ContextEntry &entry);

class KubeconfigContexts : public ui::Contexts
{
    Q_OBJECT

public:
    using Opener = std::function<void(const std::vector<std::string> &arguments)>;

    /// context: the one that is shown; of a lab its name. open gets the command line of the next start.
    KubeconfigContexts(Options options, std::string context, Opener open);

    void addFile(const QString &path) override;
    void open(const ui::ContextEntry &entry) override;

private:
    void read();
    void take(const ui::ContextList &list, const QStringList &files);

    const Options m_options;
    const std::string m_context;
    const Opener m_open;
    QStringList m_added; ///< kubeconfigs
    QFileSystemWatcher m_watcher;
    QTimer m_soon; ///< one change of a file is told in several
    core::base::Worker m_reader {QStringLiteral("contexts")};
};

} // namespace app
