// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/approvedfiles.h"

#include "core/api/json.h"
#include "core/base/privatefile.h"
#include "core/client/clusteraccess.h"

#include <QFileInfo>

namespace core::client {

namespace {

constexpr std::size_t largestState = 1024U * 1024;

/// Empty when there is no such file.
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
                m_files[std::string(kubeconfig)].insert(api::text(file.get_string()));
        }
    }
}

bool ApprovedFiles::contains(const std::string &kubeconfig, const std::string &file) const
{
    const auto found = m_files.find(canonical(kubeconfig));
    return found != m_files.end() && found->second.contains(canonical(file));
}

base::Result<> ApprovedFiles::add(const std::string &kubeconfig, const std::string &file)
{
    for (const std::string &path : {kubeconfig, file}) {
        if (canonical(path).empty())
            return base::fail(base::ErrorKind::NotFound, path + ": there is no such file");
    }
    if (!m_files[canonical(kubeconfig)].insert(canonical(file)).second)
        return {};
    api::JsonObject all;
    for (const auto &[name, files] : m_files)
        all.emplace(name, api::JsonArray(files.begin(), files.end()));
    return base::writePrivateFile(m_stateFile, api::writeJson(all) + "\n");
}

} // namespace core::client
