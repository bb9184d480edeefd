// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Everything that is needed to reach one cluster, as a value: where it is, whom to trust, who we are
// (docs/faults-and-threats.md KC10 to KC18). Holds secrets: never log it.

#include "core/client/execplugin.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace core::client {

struct Impersonation {
    std::string user; ///< empty: nobody is impersonated
    std::string uid;
    std::vector<std::string> groups;
    std::vector<std::pair<std::string, std::vector<std::string>>> extra;

    bool operator==(const Impersonation &) const = default;
};

struct ClusterAccess {
    std::string context; ///< its name in the kubeconfig
    std::string ns = "default";

    std::string server; ///< "https://host:6443/prefix", without a slash at the end, query or fragment
    std::string caPem; ///< when set, the only trust; empty: the system's
    std::string tlsServerName; ///< instead of the host, for SNI and the name check
    bool insecureSkipTlsVerify = false;
    std::string proxyUrl; ///< empty: what the environment says
    bool disableCompression = false;

    std::string certificatePem; ///< with its chain; both or neither of certificate and key
    std::string keyPem;
    std::string token;
    std::string tokenFile; ///< absolute; wins over the token once it could be read
    std::string username; ///< basic authentication
    std::string password;
    Impersonation impersonation;
    std::optional<ExecPlugin> exec; ///< allowed by the user; what it answers takes the place of the above
    std::string execFile; ///< the kubeconfig that names it
    std::string execConfig; ///< JSON that the cluster's entry holds for the command; may be empty

    std::vector<std::string> warnings; ///< sentences for people: usable, but worth a look

    bool operator==(const ClusterAccess &) const = default;
};

/// The access has what the command of "exec" answered.
ClusterAccess withCredential(ClusterAccess access, const ExecCredential &credential);

/// What the command may be told about the cluster (EX3).
api::Json clusterInfoFor(const ClusterAccess &access);

/// A bearer token without the white space around it. Invalid when the file is not shaped like a token
/// (printable characters only, less than 64 KiB), so that no other secret is ever sent in its place
/// (docs/faults-and-threats.md T5).
base::Result<std::string> readTokenFile(const std::string &path);

/// The content of a regular file of at most that many bytes. NotFound when there is none.
base::Result<std::string> readRegularFile(const std::string &path, std::size_t mostBytes);

} // namespace core::client
