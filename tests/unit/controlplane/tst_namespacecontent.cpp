// SPDX-License-Identifier: GPL-3.0-or-later
// docs/api-semantics.md M8: what every namespace has.
#include "core/controlplane/namespacecontent.h"
#include "tests/support/objects.h"
#include "tests/support/planlab.h"
#include "tests/support/plantext.h"

#include <QTest>

using namespace core;
using runtime::Plan;
using support::fromYaml;
using support::restsBecause;

namespace {
const base::Time now = support::timeOf("2026-11-20T10:10:00Z");
}

class TestNamespaceContent : public QObject
{
    Q_OBJECT

private slots:
    void namespacesHaveAServiceAccount()
    {
        auto ns = fromYaml<api::Namespace>("metadata: {name: n}");
        const Plan missing = controlplane::planServiceAccount(ns, false);
        const auto &made = std::get<api::CreateObject>(missing.effects.at(0)).object;
        QCOMPARE(std::string(api::textAt(made, {"metadata", "name"})), std::string("default"));
        QCOMPARE(std::string(api::textAt(made, {"metadata", "namespace"})), std::string("n"));
        QCOMPARE(restsBecause(controlplane::planServiceAccount(ns, true)), std::string("Present"));
        ns.metadata.deletionTimestamp = now;
        QCOMPARE(restsBecause(controlplane::planServiceAccount(ns, false)), std::string("Terminating"));
    }

    void namespacesHaveTheAuthority()
    {
        support::PlanLab lab;
        const auto &namespaces = lab.of<api::Namespace>();
        const auto &maps = lab.of<api::ConfigMap>();
        lab.start();
        lab.create("{apiVersion: v1, kind: Namespace, metadata: {name: n}}");
        const api::ObjectKey key {"n", "kube-root-ca.crt"};
        const auto plan = [&](const std::string &authority) {
            return controlplane::planRootCa(*namespaces.find({{}, "n"}), maps.find(key).get(), authority);
        };
        QCOMPARE(restsBecause(plan({})), std::string("NoAuthority"));
        lab.apply(plan("pem"));
        QCOMPARE(maps.find(key)->data.at("ca.crt"), std::string("pem"));
        QCOMPARE(restsBecause(plan("pem")), std::string("Present"));
        lab.edit<api::ConfigMap>(key, [](api::ConfigMap &map) { map.data = {{"other", "x"}}; });
        QCOMPARE(plan("pem").reasons.front().code, std::string("Restoring"));
        lab.apply(plan("pem"));
        QCOMPARE(maps.find(key)->data, (api::Labels {{"ca.crt", "pem"}}));
        lab.apply(plan("new"));
        QCOMPARE(maps.find(key)->data.at("ca.crt"), std::string("new"));
        lab.remove<api::Namespace>({{}, "n"});
        QCOMPARE(restsBecause(plan("pem")), std::string("Terminating"));
    }
};

QTEST_GUILESS_MAIN(TestNamespaceContent)
#include "tst_namespacecontent.moc"
