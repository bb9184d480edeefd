// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What external remediation reads (docs/machines.md §7.5 row 1): the templates that health checks name, and
// the requests made from them. Their kinds are learnt from the server once a health check names them, asked
// for again every 30 s while the server does not know them, and followed from then on.

#include "core/controllers/healthcheck/healthcheck.h"
#include "core/runtime/informerset.h"

namespace core::controllers {

class RemediationObjects : public ExternalObjects
{
public:
    /// Follows the health checks of the informers, which must not have started.
    RemediationObjects(client::Client &client, runtime::InformerSet &informers, base::Clock &clock,
        const base::Chance &chance);
    ~RemediationObjects() override;

    const api::Resource *resource(const std::string &apiVersion, const std::string &kind) const override;
    api::JsonPtr find(const api::Resource &resource, const api::ObjectKey &key) const override;

    /// The listener is called when a template or a request has changed, or its kind has been learnt.
    base::Subscription onChange(std::function<void()> listener)
    {
        return m_toldOfChange.add(std::move(listener));
    }

private:
    class Kind;

    void want(const std::string &apiVersion, const std::string &kind);

    client::Client &m_client;
    base::Clock &m_clock;
    const base::Chance &m_chance;
    std::map<std::pair<std::string, std::string>, std::unique_ptr<Kind>> m_kinds; ///< by apiVersion and kind
    base::Listeners<> m_toldOfChange;
    base::Subscription m_checks;
};

/// The kind of the requests made from a template of that kind: without "Template"; empty when it has no such
/// end.
std::string requestKindOf(const std::string &templateKind);

} // namespace core::controllers
