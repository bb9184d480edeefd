// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/approvedfiles.h"

#include "core/api/json.h"
#include "core/base/privatefile.h"
#include "core/client/clusteraccess.h"

#include <QFileInfo>

namespace core::client {

namespace {

constexpr std::size_t largestState = 1024U * 1024;

/// The path is empty when there is no such file.
std::string canonical(const std::string &path)
{
    return QFileInfo(QString::fromStdString(path)).canonicalFilePath().toStdString();
}

} // namespace

ApprovedFiles::ApprovedFiles(std::string stateFile) : m_stateFile(std::move(stateFile))
{
    const auto content = base::isPrivateFile(m_stateFile)
        ? readRegularFile(m_stateFile, largestState)
        : base::fail(base::ErrorKind::Forbidden, m_stateFile);
    const auto json = content ? api::parseJson(*content) : tl::unexpected(content.error());
    if (!json || !json->is_object())
        return;
    for (const auto &[kubeconfig, files] : json->get_object()) {
        if (!files.is_array())
            continue;
        for (const api::Json &file : files.get_array()) {
            if (file.is_string())
                m_known[std::string(kubeconfig)].insert(api::text(file.get_string()));
        }
    }
}

bool ApprovedFiles::contains(const std::string &kubeconfig, const std::string &file) const
{
    return knows(kubeconfig, canonical(file));
}

base::Result<> ApprovedFiles::add(const std::string &kubeconfig, const std::string &file)
{
    if (canonical(file).empty())
        return base::fail(base::ErrorKind::NotFound, file + ": there is no such file");
    return remember(kubeconfig, canonical(file));
}

bool ApprovedFiles::containsCommand(const std::string &kubeconfig, const std::string &identity) const
{
    return knows(kubeconfig, identity);
}

base::Result<> ApprovedFiles::addCommand(const std::string &kubeconfig, const std::string &identity)
{
    return remember(kubeconfig, identity);
}

bool ApprovedFiles::knows(const std::string &kubeconfig, const std::string &what) const
{
    const auto found = m_known.find(canonical(kubeconfig));
    return found != m_known.end() && found->second.contains(what);
}

base::Result<> ApprovedFiles::remember(const std::string &kubeconfig, const std::string &what)
{
    if (!m_known[canonical(kubeconfig)].insert(what).second)
        return {};
    api::JsonObject all;
    for (const auto &[name, known] : m_known)
        all.emplace(name, api::JsonArray(known.begin(), known.end()));
    return base::writePrivateFile(m_stateFile, api::writeJson(all) + "\n");
}

} // namespace core::client
