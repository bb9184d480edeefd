// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A cluster as a test sees it over HTTPS, through our own client: each call waits, in the test's event loop,
// for its answer.

#include "core/api/codec.h"
#include "core/client/client.h"

#include <QString>

#include <memory>

namespace tests {

class Cluster
{
public:
    /// The current context of the kubeconfig; ends the test program when it can't be read.
    explicit Cluster(const QString &kubeconfig);
    ~Cluster();

    core::client::Client &client() { return *m_client; }

    core::base::Result<core::api::Response> request(core::api::Method method, std::string path,
        core::api::Json body = {}, std::string_view contentType = core::api::contentTypes::json);
    core::base::Result<core::api::Json> get(std::string path);
    core::base::Result<core::api::Json> mergePatch(std::string path, std::string_view json);
    core::base::Result<std::vector<std::string>> apply(std::vector<core::api::Json> objects);
    core::base::Result<core::client::ListPage> listPage(const core::api::Resource &resource);

    /// Those that can be decoded, of all namespaces; none when the list fails.
    template<typename T>
    std::vector<T> list()
    {
        std::vector<T> all;
        const auto page = listPage(core::api::resourceOf<T>());
        for (const auto &item : page ? page->items : std::vector<core::api::JsonPtr>()) {
            if (auto object = core::api::decode<T>(*item))
                all.push_back(std::move(*object));
        }
        return all;
    }
    core::base::Result<> scale(const std::string &machineSet, int replicas);
    core::base::Result<> annotateNode(
        const std::string &node, const std::string &key, const std::string &value);

private:
    std::unique_ptr<core::client::Transport> m_transport;
    std::unique_ptr<core::client::Client> m_client;
};

/// What keeps the machines of the cluster from being as wanted, empty when nothing does: so many are there,
/// each Running with one hollow-node pod and one ready node, and there is no other node but the hollow host,
/// no other such pod.
std::string unsettled(Cluster &cluster, int machines);
/// Machines with two pods or two nodes, which must not happen even for a moment; empty when there are none.
std::string doubled(Cluster &cluster);

} // namespace tests
