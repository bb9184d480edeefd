// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/startagain.h"

#include "core/api/troubles.h"

#include <unistd.h>

namespace app {

using core::api::Saying;
using core::api::troubleSaying;

Saying changeOfCluster(const core::client::ClusterAccess &present, const core::client::ClusterAccess &changed)
{
    Saying changes;
    const auto note = [&](bool differs, const Saying &what) {
        if (differs)
            changes = changes.empty() ? what : troubleSaying("And", changes, what);
    };
    note(present.server != changed.server, troubleSaying("OtherServer", changed.server, present.server));
    note(present.caPem != changed.caPem, troubleSaying("OtherAuthority"));
    note(present.tlsServerName != changed.tlsServerName, troubleSaying("OtherServerName"));
    note(present.insecureSkipTlsVerify != changed.insecureSkipTlsVerify,
        changed.insecureSkipTlsVerify ? troubleSaying("UncheckedServer") : troubleSaying("CheckedServer"));
    note(present.proxyUrl != changed.proxyUrl, troubleSaying("OtherProxy"));
    note(present.exec != changed.exec,
        changed.exec ? troubleSaying("OtherCommand", describe(*changed.exec)) : troubleSaying("NoCommand"));
    return changes;
}

std::vector<std::string> onAnotherCluster(const Options &options)
{
    std::vector<std::string> kept;
    if (options.readOnly)
        kept.emplace_back("--read-only");
    if (options.verbose)
        kept.emplace_back("--verbose");
    return kept;
}

std::vector<std::string> argumentsAgain(const Options &options, const std::string &context)
{
    std::vector<std::string> arguments {"--context", context};
    const auto add = [&](const char *option, const std::string &value) {
        if (!value.empty())
            arguments.insert(arguments.end(), {option, value});
    };
    add("--kubeconfig", options.kubeconfig);
    add("--namespace", options.ns);
    const std::vector<std::string> kept = onAnotherCluster(options);
    arguments.insert(arguments.end(), kept.begin(), kept.end());
    return arguments;
}

void startAgain(const std::vector<std::string> &arguments)
{
    std::vector<std::string> words {"hollowlab"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char *> pointers;
    for (std::string &word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    ::execv("/proc/self/exe", pointers.data());
}

} // namespace app
