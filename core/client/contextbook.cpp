// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/contextbook.h"

#include <QFileInfo>

#include <algorithm>
#include <set>

namespace core::client {

namespace {

std::string absolute(const std::string &path)
{
    return QFileInfo(QString::fromStdString(path)).absoluteFilePath().toStdString();
}

class BookReader
{
public:
    explicit BookReader(const ApprovedFiles &approved) : m_approved(approved) { }

    void read(const KubeconfigSource &source);

    ContextBook book;

private:
    void add(const Kubeconfig &kubeconfig, ContextSummary summary, const std::string &named);
    void tell(const api::Saying &sentence);

    const ApprovedFiles &m_approved;
    std::set<std::pair<std::string, std::string>> m_seen; ///< file and context
};

void BookReader::read(const KubeconfigSource &source)
{
    for (const std::string &path : pathsOf(source)) {
        if (std::ranges::find(book.files, absolute(path)) == book.files.end())
            book.files.push_back(absolute(path));
    }
    auto kubeconfig = Kubeconfig::load(source);
    if (!kubeconfig) {
        const bool mayBeMissing =
            kubeconfig.error().kind == base::ErrorKind::NotFound && source.explicitPath.empty();
        return mayBeMissing ? void() : tell(api::sayingOf(kubeconfig.error()));
    }
    kubeconfig->approve(m_approved);
    for (const BrokenFile &broken : kubeconfig->brokenFiles())
        tell(broken.problem);
    std::vector<ContextSummary> summaries = kubeconfig->contexts();
    std::ranges::stable_partition(summaries, &ContextSummary::isCurrent);
    for (ContextSummary &summary : summaries)
        add(*kubeconfig, std::move(summary), source.explicitPath);
}

void BookReader::add(const Kubeconfig &kubeconfig, ContextSummary summary, const std::string &named)
{
    if (!m_seen.emplace(summary.file, summary.name).second)
        return;
    KnownContext known;
    known.kubeconfig = named.empty() ? named : absolute(named);
    if (const auto request = kubeconfig.commandToAllow(summary.name))
        known.command = describe(request->plugin);
    else if (const auto access = kubeconfig.access(summary.name); !access)
        known.problem = api::sayingOf(access.error());
    known.summary = std::move(summary);
    book.contexts.push_back(std::move(known));
}

void BookReader::tell(const api::Saying &sentence)
{
    if (std::ranges::find(book.unreadable, sentence) == book.unreadable.end())
        book.unreadable.push_back(sentence);
}

} // namespace

ContextBook readContexts(const std::vector<KubeconfigSource> &sources, const ApprovedFiles &approved)
{
    BookReader reader(approved);
    for (const KubeconfigSource &source : sources)
        reader.read(source);
    return std::move(reader.book);
}

} // namespace core::client
