// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Everything that lives on the core thread, for one cluster: clock and pacer, the lab with its HTTPS front or
// the connection to an external cluster, and the engine. Built, used and destroyed on that thread.

#include "app/options.h"
#include "app/paths.h"
#include "app/statuslistener.h"
#include "core/base/pacer.h"
#include "core/base/subscription.h"
#include "core/client/httptransport.h"
#include "core/client/kubeconfig.h"
#include "core/engine/engine.h"
#include "core/lab/apiserver.h"
#include "core/lab/front/httpsfront.h"
#include "core/lab/front/webhookclient.h"

#include <QObject>
#include <QTimer>

namespace app {

/// How to reach the cluster of the context that the options name; the files that they allow stay allowed.
core::base::Result<core::client::ClusterAccess> accessOf(
    core::client::Kubeconfig kubeconfig, const Options &options);

class Core : public QObject
{
    Q_OBJECT

public:
    explicit Core(Options options);
    ~Core() override;

    /// Opens the lab or the kubeconfig and builds the engine; nothing runs yet. The error is for people.
    core::base::Result<> open();
    void start();
    /// Leases released, journal closed; emits stopped.
    void stop();

    core::engine::Engine &engine() { return *m_engine; }
    core::base::Pacer &pacer() { return *m_pacer; }
    core::base::Time now() const { return m_clock->now(); }
    const std::string &contextName() const { return m_contextName; }
    const std::string &serverUrl() const { return m_serverUrl; }
    const LabPaths &labPaths() const { return m_paths; } ///< empty on an external cluster
    const std::string &kubeconfigPath() const { return m_kubeconfigPath; }
    core::engine::Mode mode() const
    {
        return m_options.external ? core::engine::Mode::External : core::engine::Mode::Lab;
    }

signals:
    void stopped();
    /// What the kubeconfig says now is another cluster, or can't be used; empty: it says the same as before.
    void kubeconfigChanged(const core::api::Saying &what, bool canBeOpened);

private:
    core::base::Result<> openLab();
    core::base::Result<> serve(const std::string &labName);
    core::base::Result<const core::engine::Timing *> timingOfLab();
    core::base::Result<> openExternal();
    core::base::Result<> listenForMetrics();
    std::optional<core::api::Response> pageFor(const core::api::Request &request);
    std::vector<core::api::Saying> losses() const;
    void closeLab();
    void readKubeconfigAgain();
    void tellKubeconfigChange(const core::api::Saying &what, bool canBeOpened);
    core::base::Result<> logInNow();
    void logInAgain();
    void awaitExpiry();
    std::string pastPath() const;
    core::base::Result<> buildEngine(const std::string &timeline);

    Options m_options;
    LabPaths m_paths;
    std::string m_contextName;
    std::string m_serverUrl;
    std::string m_serverAuthority; ///< of a lab
    core::api::Saying m_credentialsLoss; ///< empty: none were lost
    std::string m_kubeconfigPath;
    std::string m_namespace = "default";
    std::unique_ptr<core::base::Clock> m_clock;
    std::unique_ptr<core::base::Pacer> m_pacer;
    core::base::Subscription m_growth; ///< until there is much in memory
    std::unique_ptr<core::lab::ApiServer> m_lab;
    std::unique_ptr<core::lab::front::HttpsFront> m_front;
    std::unique_ptr<core::lab::front::WebhookClient> m_webhooks; ///< null: none is asked
    core::base::Subscription m_commits;
    std::unique_ptr<core::client::Transport> m_transport;
    core::client::HttpTransport *m_http = nullptr; ///< the transport, or what carries it, to a real cluster
    core::base::Subscription m_refusals; ///< of our credentials
    core::client::ClusterAccess m_access; ///< how it reaches the cluster
    core::client::ExecCredential m_credential; ///< of the command that it logs in with
    std::unique_ptr<core::client::ExecRun> m_login; ///< under way
    std::chrono::steady_clock::time_point m_nextLogin;
    QTimer m_expiry;
    QTimer m_readAgain;
    core::api::Saying m_changeTold;
    const core::engine::Timing *m_timing = &core::engine::usualTiming();
    std::unique_ptr<core::engine::Engine> m_engine;
    std::unique_ptr<StatusListener> m_metrics; ///< null: nobody wants it
};

} // namespace app
