// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kubeconfigcontexts.h"

#include "app/paths.h"
#include "app/startagain.h"
#include "core/client/contextbook.h"
#include "ui/settings.h"

#include <QFileInfo>

#include <algorithm>
#include <filesystem>

namespace app {

namespace client = core::client;

namespace {

constexpr std::chrono::milliseconds settling {200};

std::vector<client::KubeconfigSource> sourcesFor(const Options &options, const QStringList &added)
{
    std::vector<client::KubeconfigSource> sources;
    if (options.external && !options.kubeconfig.empty())
        sources.push_back(client::KubeconfigSource::ofProcess(options.kubeconfig));
    sources.push_back(client::KubeconfigSource::ofProcess());
    for (const QString &file : added)
        sources.push_back(client::KubeconfigSource::ofProcess(file.toStdString()));
    return sources;
}

ui::ContextEntry entryOf(client::KnownContext known)
{
    return {
        .name = std::move(known.summary.name),
        .cluster = std::move(known.summary.cluster),
        .server = std::move(known.summary.server),
        .user = std::move(known.summary.user),
        .ns = std::move(known.summary.ns),
        .file = std::move(known.summary.file),
        .kubeconfig = std::move(known.kubeconfig),
        .problem = std::move(known.problem),
        .command = std::move(known.command),
    };
}

/// The lab that opens by itself is there before it was ever made.
std::vector<ui::ContextEntry> labs(const Options &options, const std::string &shown)
{
    std::vector<std::string> names = labNames();
    if (const std::string usual = Options().lab; std::ranges::find(names, usual) == names.end())
        names.push_back(usual);
    std::vector<ui::ContextEntry> entries;
    for (const std::string &name : names) {
        Options ofLab;
        ofLab.lab = name;
        entries.push_back({.isLab = true,
            .name = name,
            .file = labPaths(ofLab).directory,
            .isShown = !options.external && name == shown});
    }
    return entries;
}

/// A context's name may stand in several files; of those that are found without, the first counts.
void markShown(std::vector<ui::ContextEntry> &entries, const Options &options, const std::string &shown)
{
    const std::string named = options.kubeconfig.empty()
        ? std::string()
        : std::filesystem::path(absolutePath(options.kubeconfig)).lexically_normal().string();
    const auto found = std::ranges::find_if(entries, [&](const ui::ContextEntry &entry) {
        return !entry.isLab && entry.name == shown && entry.kubeconfig == named;
    });
    if (options.external && found != entries.end())
        found->isShown = true;
}

} // namespace

std::vector<std::string> argumentsFor(const Options &options, const ui::ContextEntry &entry)
{
    std::vector<std::string> arguments = onAnotherCluster(options);
    if (entry.isLab) {
        arguments.push_back("--lab=" + entry.name);
        return arguments;
    }
    if (!entry.kubeconfig.empty())
        arguments.push_back("--kubeconfig=" + entry.kubeconfig);
    arguments.push_back("--context=" + entry.name);
    return arguments;
}

KubeconfigContexts::KubeconfigContexts(Options options, std::string context, Opener open)
    : m_options(std::move(options))
    , m_context(std::move(context))
    , m_open(std::move(open))
    , m_added(m_options.fresh ? QStringList() : ui::savedKubeconfigs())
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(settling);
    m_soon.callOnTimeout(this, [this] { read(); });
    const auto soon = qOverload<>(&QTimer::start);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, &m_soon, soon);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, &m_soon, soon);
    read();
}

void KubeconfigContexts::addFile(const QString &path)
{
    if (!m_added.contains(path))
        m_added << path;
    if (!m_options.fresh)
        ui::saveKubeconfigs(m_added);
    read();
}

void KubeconfigContexts::open(const ui::ContextEntry &entry)
{
    m_open(argumentsFor(m_options, entry));
}

/// The files are read beside the window, which a slow disk must not hold up.
void KubeconfigContexts::read()
{
    m_reader.post([this, added = m_added] {
        auto book =
            client::readContexts(sourcesFor(m_options, added), client::ApprovedFiles(approvedFilesPath()));
        ui::ContextList list;
        for (client::KnownContext &known : book.contexts)
            list.entries.push_back(entryOf(std::move(known)));
        markShown(list.entries, m_options, m_context);
        for (ui::ContextEntry &lab : labs(m_options, m_context))
            list.entries.push_back(std::move(lab));
        list.unreadable = std::move(book.unreadable);
        QStringList files;
        for (const std::string &file : book.files)
            files << QString::fromStdString(file);
        QMetaObject::invokeMethod(
            this, [this, list = std::move(list), files] { take(list, files); }, Qt::QueuedConnection);
    });
}

/// A file that is written anew is another one; its folder tells of that, and of one that was not there.
void KubeconfigContexts::take(const ui::ContextList &list, const QStringList &files)
{
    for (const QString &file : files) {
        for (const QString &watched : {file, QFileInfo(file).absolutePath()}) {
            const bool isWatched =
                m_watcher.files().contains(watched) || m_watcher.directories().contains(watched);
            if (!isWatched && QFileInfo::exists(watched))
                m_watcher.addPath(watched);
        }
    }
    emit changed(list);
}

} // namespace app

#include "moc_kubeconfigcontexts.cpp"
