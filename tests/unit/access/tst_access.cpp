// SPDX-License-Identifier: GPL-3.0-or-later
// Who may do what, without a server: docs/api-semantics.md R.
#include "core/access/coverage.h"
#include "core/access/impersonation.h"
#include "core/access/policy.h"
#include "core/api/yaml.h"

#include "tests/unit/printing.h"

#include <QElapsedTimer>
#include <QTest>

using namespace core;
using namespace core::access;
using api::Json;
using api::Method;

namespace {

Json yaml(std::string_view text)
{
    const auto parsed = api::parseYaml(text);
    if (!parsed)
        qFatal("%s: %s", parsed.error().message.c_str(), std::string(text).c_str());
    return *parsed;
}

api::Request request(Method method, std::string path, std::string fieldSelector = {})
{
    api::Request made;
    made.method = method;
    made.path = std::move(path);
    if (!fieldSelector.empty())
        made.query.emplace_back("fieldSelector", std::move(fieldSelector));
    return made;
}

/// "get pods/log.group in ns named x", or "get /path".
std::string told(const Attributes &of)
{
    if (!of.isResource())
        return of.verb + " " + of.path;
    return of.verb + " " + of.qualifiedResource() + (of.group.empty() ? "" : "." + of.group)
        + (of.ns.empty() ? "" : " in " + of.ns) + (of.name.empty() ? "" : " named " + of.name);
}

Rules rules(std::string_view text)
{
    return readRules(yaml("{rules: " + std::string(text) + "}"));
}

std::string text(const Rules &all)
{
    std::string text;
    for (const Rule &rule : all)
        text += (text.empty() ? "" : " ") + toText(rule);
    return text;
}

User user(std::string name, std::vector<std::string> groups = {})
{
    return {std::move(name), {}, std::move(groups), {}};
}

/// Roles and bindings that every row may use.
Policy examplePolicy()
{
    Policy policy;
    const auto role = [&](std::string ns, std::string name, std::string_view text) {
        const Json object = yaml("{rules: " + std::string(text) + "}");
        policy.setRole({std::move(ns), std::move(name)}, &object);
    };
    const auto bind = [&](std::string ns, std::string name, std::string_view text) {
        const Json object = yaml(text);
        policy.setBinding({std::move(ns), std::move(name)}, &object);
    };
    role("", "reader", "[{verbs: [get, list], apiGroups: [''], resources: [pods, 'pods/log']}]");
    role("", "health", "[{verbs: [get], nonResourceURLs: [/healthz, '/metrics/*']}]");
    role("", "scaler", "[{verbs: ['*'], apiGroups: [apps], resources: ['*/scale']}]");
    role("dev", "one",
        "[{verbs: [get, update], apiGroups: [''], resources: [configmaps], resourceNames: [a]}]");
    bind("", "readers", "{roleRef: {kind: ClusterRole, name: reader}, subjects: [{kind: User, name: ann}]}");
    bind("", "healers", "{roleRef: {kind: ClusterRole, name: health}, subjects: [{kind: Group, name: ops}]}");
    bind("", "lost", "{roleRef: {kind: ClusterRole, name: gone}, subjects: [{kind: User, name: lou}]}");
    bind("dev", "ones", "{roleRef: {kind: Role, name: one}, subjects: [{kind: User, name: bob}]}");
    bind("dev", "bots",
        "{roleRef: {kind: ClusterRole, name: reader}, subjects: [{kind: ServiceAccount, name: bot}]}");
    bind("dev", "scalers",
        "{roleRef: {kind: ClusterRole, name: scaler}, subjects: [{kind: Group, name: ops}]}");
    return policy;
}

} // namespace

class TestAccess : public QObject
{
    Q_OBJECT

private slots:
    void attributes_data()
    {
        QTest::addColumn<int>("method");
        QTest::addColumn<std::string>("path");
        QTest::addColumn<std::string>("expected");
        const auto row = [](Method method, const char *path, const char *expected) {
            QTest::addRow("R2 %s", expected)
                << static_cast<int>(method) << std::string(path) << std::string(expected);
        };
        row(Method::Get, "/api/v1/pods", "list pods");
        row(Method::Get, "/api/v1/namespaces/dev/pods/p", "get pods in dev named p");
        row(Method::Get, "/api/v1/namespaces/dev/pods/p/log", "get pods/log in dev named p");
        row(Method::Get, "/api/v1/namespaces/dev", "get namespaces in dev named dev");
        row(Method::Put, "/api/v1/namespaces/dev/status", "update namespaces/status in dev named dev");
        row(Method::Get, "/api/v1/namespaces", "list namespaces");
        row(Method::Delete, "/api/v1/namespaces/dev/pods", "deletecollection pods in dev");
        row(Method::Delete, "/api/v1/nodes/n", "delete nodes named n");
        row(Method::Post, "/apis/apps/v1/namespaces/dev/deployments", "create deployments.apps in dev");
        row(Method::Patch, "/apis/apps/v1/namespaces/dev/deployments/d/scale",
            "patch deployments/scale.apps in dev named d");
        row(Method::Get, "/apis/none.such/v1/things", "list things.none.such");
        row(Method::Get, "/api/v1/nodes/a%2Fb", "get nodes named a/b");
        row(Method::Get, "/api/v1//nodes/", "list nodes");
        row(Method::Get, "/apis/apps/v1", "get /apis/apps/v1");
        row(Method::Get, "/api/v1", "get /api/v1");
        row(Method::Post, "/metrics", "post /metrics");
        row(Method::Get, "/", "get /");
    }

    void attributes()
    {
        QFETCH(int, method);
        QFETCH(std::string, path);
        QFETCH(std::string, expected);
        QCOMPARE(told(attributesOf(request(static_cast<Method>(method), path))), expected);
    }

    void aSelectedNameCounts()
    {
        const auto selecting = [](const char *selector) {
            return told(attributesOf(request(Method::Get, "/api/v1/nodes", selector)));
        };
        QCOMPARE(selecting("metadata.name=n"), std::string("list nodes named n")); // R2
        QCOMPARE(selecting("spec.x=y,metadata.name==n"), std::string("list nodes named n"));
        QCOMPARE(selecting("metadata.name!=n"), std::string("list nodes"));
        QCOMPARE(told(attributesOf(request(Method::Get, "/api/v1/nodes"), true)), std::string("watch nodes"));
    }

    void decisions_data()
    {
        QTest::addColumn<User>("who");
        QTest::addColumn<Attributes>("what");
        QTest::addColumn<std::string>("expected");
        const User ann = user("ann");
        const User ops = user("olga", {"staff", "ops"});
        const User bot = user("system:serviceaccount:dev:bot");
        const auto row = [](const User &who, const Attributes &what, const char *expected) {
            QTest::addRow("R3 %s: %s", who.name.c_str(), told(what).c_str())
                << who << what << std::string(expected);
        };
        const auto on = [](std::string verb, const std::string &resource, std::string ns = {},
                            std::string name = {}, std::string group = {}) {
            const std::size_t slash = std::min(resource.find('/'), resource.size());
            return Attributes {.verb = std::move(verb),
                .group = std::move(group),
                .resource = resource.substr(0, slash),
                .subresource = resource.substr(std::min(slash + 1, resource.size())),
                .ns = std::move(ns),
                .name = std::move(name)};
        };
        const char *allowed =
            "RBAC: allowed by ClusterRoleBinding \"readers\" of ClusterRole \"reader\" to User "
            "\"ann\"";
        row(ann, on("list", "pods", "dev"), allowed);
        row(ann, on("list", "pods"), allowed);
        row(ann, on("get", "pods/log", "x", "p"), allowed);
        row(ann, on("get", "pods/exec", "x", "p"), "no");
        row(ann, on("delete", "pods", "x", "p"), "no");
        row(ann, on("list", "pods", "", "", "other"), "no");
        row(user("Ann"), on("list", "pods"), "no");
        row(user("ann2", {"ann"}), on("list", "pods"), "no");
        row(bot, on("list", "pods", "dev"),
            "RBAC: allowed by RoleBinding \"bots/dev\" of ClusterRole \"reader\" to ServiceAccount "
            "\"bot/dev\"");
        row(bot, on("list", "pods", "prod"), "no");
        row(bot, on("list", "pods"), "no");
        row(user("bot"), on("list", "pods", "dev"), "no");
        row(user("bob"), on("get", "configmaps", "dev", "a"),
            "RBAC: allowed by RoleBinding \"ones/dev\" of Role \"one\" to User \"bob\"");
        row(user("bob"), on("get", "configmaps", "dev", "b"), "no");
        row(user("bob"), on("list", "configmaps", "dev"), "no");
        row(ops, on("update", "deployments/scale", "dev", "d", "apps"),
            "RBAC: allowed by RoleBinding \"scalers/dev\" of ClusterRole \"scaler\" to Group \"ops\"");
        row(ops, on("update", "deployments", "dev", "d", "apps"), "no");
        row(user("lou"), on("list", "pods"),
            "no: RBAC: clusterrole.rbac.authorization.k8s.io \"gone\" not found");
        row(ops, {.verb = "get", .path = "/metrics/cadvisor"},
            "RBAC: allowed by ClusterRoleBinding \"healers\" of ClusterRole \"health\" to Group \"ops\"");
        row(ops, {.verb = "get", .path = "/metrics"}, "no");
        row(ops, {.verb = "post", .path = "/healthz"}, "no");
        row(user(""), on("list", "pods"), "no");
    }

    void decisions()
    {
        QFETCH(User, who);
        QFETCH(Attributes, what);
        QFETCH(std::string, expected);
        const Decision decision = examplePolicy().decide(who, what);
        QCOMPARE(decision.allowed ? decision.reason
                                  : "no" + (decision.reason.empty() ? "" : ": " + decision.reason),
            expected);
    }

    void onlyKnownKindsOfSubjectsCount()
    {
        Policy policy = examplePolicy();
        const Json odd =
            yaml("{roleRef: {kind: ClusterRole, name: reader}, subjects: [{kind: 'User a', name: b}]}");
        policy.setBinding({"", "odd"}, &odd);
        QVERIFY(!policy.decide(user("a b"), {.verb = "list", .resource = "pods"}).allowed);
        policy.setBinding({"", "odd"}, nullptr);
    }

    void changesCountAtOnce()
    {
        Policy policy = examplePolicy();
        const Attributes listing {.verb = "list", .resource = "pods", .ns = "dev"};
        const Json toEve =
            yaml("{roleRef: {kind: ClusterRole, name: reader}, subjects: [{kind: User, name: eve}]}");
        policy.setBinding({"", "readers"}, &toEve);
        QVERIFY(!policy.decide(user("ann"), listing).allowed);
        QVERIFY(policy.decide(user("eve"), listing).allowed);
        const Json nothing = yaml("{rules: []}");
        policy.setRole({"", "reader"}, &nothing);
        QVERIFY(!policy.decide(user("eve"), listing).allowed);
        policy.setRole({"", "reader"}, nullptr);
        QVERIFY(!policy.decide(user("eve"), listing).allowed);
        policy.setBinding({"", "readers"}, nullptr);
        QCOMPARE(policy.decide(user("eve"), listing).reason, std::string());
    }

    /// A decision looks at nobody else's bindings.
    void manyBindingsCostNothing()
    {
        Policy policy = examplePolicy();
        for (int i = 0; i < 20'000; ++i) {
            const std::string number = std::to_string(i);
            const Json binding =
                yaml("{roleRef: {kind: ClusterRole, name: reader}, subjects: [{kind: User, name: u" + number
                    + "}]}");
            policy.setBinding({"", "b" + number}, &binding);
        }
        QElapsedTimer timer;
        timer.start();
        const Attributes listing {.verb = "list", .resource = "pods"};
        for (int i = 0; i < 20'000; ++i)
            QVERIFY(policy.decide(user("u" + std::to_string(i), {"a", "b"}), listing).allowed);
        QVERIFY2(timer.elapsed() < 2'000, qPrintable(QString::number(timer.elapsed())));
    }

    void rulesOfAUser()
    {
        QCOMPARE(text(examplePolicy().rulesFor(user("olga", {"ops"}), "dev")),
            std::string("{NonResourceURLs:[\"/healthz\" \"/metrics/*\"], Verbs:[\"get\"]} "
                        "{APIGroups:[\"apps\"], Resources:[\"*/scale\"], Verbs:[\"*\"]}"));
    }

    void refusals()
    {
        const User bob = user("bob");
        QCOMPARE(refusalOf(bob, {.verb = "list", .resource = "pods", .ns = "default"}),
            std::string("User \"bob\" cannot list resource \"pods\" in API group \"\" in the namespace "
                        "\"default\"")); // R1
        QCOMPARE(refusalOf(bob,
                     {.verb = "get", .group = "apps", .resource = "deployments", .subresource = "scale"}),
            std::string("User \"bob\" cannot get resource \"deployments/scale\" in API group \"apps\" at the "
                        "cluster scope"));
        QCOMPARE(refusalOf(bob, {.verb = "get", .path = "/metrics"}),
            std::string("User \"bob\" cannot get path \"/metrics\""));
        QCOMPARE(refusalOf(user("a\"\n"), {.verb = "get", .path = "/"}),
            std::string("User \"a\\\"\\x0a\" cannot get path \"/\""));
    }

    void coverage_data()
    {
        QTest::addColumn<std::string>("held");
        QTest::addColumn<std::string>("wanted");
        QTest::addColumn<std::string>("missing");
        const auto row = [](const char *name, const char *held, const char *wanted, const char *missing) {
            QTest::addRow("R7 %s", name) << std::string(held) << std::string(wanted) << std::string(missing);
        };
        const char *pods = "[{verbs: [get, list], apiGroups: [''], resources: [pods]}]";
        row("the same", pods, pods, "");
        row("nothing held", "[]", pods, "{APIGroups:[\"\"], Resources:[\"pods\"], Verbs:[\"get\" \"list\"]}");
        row("one verb", pods, "[{verbs: [get, watch], apiGroups: [''], resources: [pods]}]",
            "{APIGroups:[\"\"], Resources:[\"pods\"], Verbs:[\"watch\"]}");
        row("two rules together",
            "[{verbs: [get], apiGroups: [''], resources: [pods]}, {verbs: [list], apiGroups: "
            "[''], resources: [pods]}]",
            pods, "");
        row("everything", "[{verbs: ['*'], apiGroups: ['*'], resources: ['*']}]", pods, "");
        row("paths beside everything", "[{verbs: ['*'], apiGroups: ['*'], resources: ['*']}]",
            "[{verbs: [get], nonResourceURLs: [/x]}]", "{NonResourceURLs:[\"/x\"], Verbs:[\"get\"]}");
        row("a prefix of paths", "[{verbs: [get], nonResourceURLs: ['/x/*']}]",
            "[{verbs: [get], nonResourceURLs: [/x/y, '/x/z/*']}]", "");
        row("a star is more than one", pods, "[{verbs: ['*'], apiGroups: [''], resources: [pods]}]",
            "{APIGroups:[\"\"], Resources:[\"pods\"], Verbs:[\"*\"]}");
        row("one object", "[{verbs: [get], apiGroups: [''], resources: [pods], resourceNames: [a]}]",
            "[{verbs: [get], apiGroups: [''], resources: [pods]}]",
            "{APIGroups:[\"\"], Resources:[\"pods\"], Verbs:[\"get\"]}");
        row("one of all objects", pods,
            "[{verbs: [get], apiGroups: [''], resources: [pods], resourceNames: [a]}]", "");
        row("every part of that name", "[{verbs: [get], apiGroups: [''], resources: ['*/status']}]",
            "[{verbs: [get], apiGroups: [''], resources: [pods/status]}]", "");
    }

    void coverage()
    {
        QFETCH(std::string, held);
        QFETCH(std::string, wanted);
        QFETCH(std::string, missing);
        QCOMPARE(text(missingFrom(rules(held), rules(wanted))), missing);
    }

    void hugeRolesTakeNoTime()
    {
        Rule rule;
        for (int i = 0; i < 3000; ++i) {
            const std::string name = std::to_string(i);
            rule.verbs.push_back(name);
            rule.groups.push_back(name);
            rule.resources.push_back(name);
            rule.names.push_back(name);
        }
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(missingFrom(rules("[{verbs: [get], apiGroups: [''], resources: [pods]}]"), {rule}).size(),
            std::size_t(1));
        QVERIFY(timer.elapsed() < 2'000);
    }

    void escalations()
    {
        QCOMPARE(
            escalationText(user("bob", {"a", "b"}),
                rules("[{verbs: [list], apiGroups: [''], resources: [pods]}, {verbs: [get], apiGroups: [''], "
                      "resources: [nodes]}]")),
            std::string(
                "user \"bob\" (groups=[\"a\" \"b\"]) is attempting to grant RBAC permissions not currently "
                "held:\n{APIGroups:[\"\"], Resources:[\"nodes\"], Verbs:[\"get\"]}\n"
                "{APIGroups:[\"\"], Resources:[\"pods\"], Verbs:[\"list\"]}"));
    }

    void impersonation_data()
    {
        QTest::addColumn<HeaderFields>("fields");
        QTest::addColumn<std::string>("expected"); // what must be allowed, or "refused"
        const auto row = [](const char *name, const HeaderFields &fields, const char *expected) {
            QTest::addRow("R8 %s", name) << fields << std::string(expected);
        };
        row("nobody", {}, "nobody");
        row("a user", {{"Impersonate-User", "ann"}}, "impersonate users named ann");
        row("an account", {{"impersonate-user", "system:serviceaccount:dev:bot"}},
            "impersonate serviceaccounts in dev named bot");
        row("everything",
            {{"IMPERSONATE-USER", "ann"}, {"Impersonate-Group", "a"}, {"Impersonate-Group", "b"},
                {"Impersonate-Extra-Scopes%2fx", "s"}, {"Impersonate-Uid", "7"}},
            "impersonate users named ann, impersonate groups named a, impersonate groups named b, "
            "impersonate "
            "userextras/scopes/x.authentication.k8s.io named s, impersonate uids.authentication.k8s.io named "
            "7");
        row("a group alone", {{"Impersonate-Group", "system:masters"}}, "refused");
        row("a uid alone", {{"Impersonate-Uid", "7"}}, "refused");
        row("extra alone", {{"Impersonate-Extra-x", "7"}}, "refused");
        row("two users", {{"Impersonate-User", "a"}, {"Impersonate-User", "b"}}, "refused");
        row("an empty user", {{"Impersonate-User", ""}}, "refused");
        row("NUL", {{"Impersonate-User", std::string("a\0b", 3)}}, "refused");
        row("extra without a key", {{"Impersonate-User", "a"}, {"Impersonate-Extra-", "b"}}, "refused");
        row("NUL in a key", {{"Impersonate-User", "a"}, {"Impersonate-Extra-%00", "b"}}, "refused");
        row("another field", {{"Impersonate-User", "a"}, {"Impersonate-Shoe", "b"}}, "refused");
    }

    void impersonation()
    {
        QFETCH(HeaderFields, fields);
        QFETCH(std::string, expected);
        const auto read = readImpersonation(fields);
        std::string all = !read ? "refused" : *read ? "" : "nobody";
        if (read && *read) {
            for (const Attributes &one : asked(**read))
                all += (all.empty() ? "" : ", ") + told(one);
        }
        QCOMPARE(all, expected);
    }

    void whoIsImpersonated()
    {
        const auto groupsOf = [](const char *name, std::vector<std::string> groups = {}) {
            return userOf(Impersonation {name, {}, std::move(groups), {}}).groups;
        };
        using Names = std::vector<std::string>;
        QCOMPARE(groupsOf("ann"), Names {"system:authenticated"});
        QCOMPARE(groupsOf("ann", {"ops"}), (Names {"ops", "system:authenticated"}));
        QCOMPARE(groupsOf("system:anonymous"), Names {"system:unauthenticated"});
        QCOMPARE(groupsOf("system:serviceaccount:dev:bot"),
            (Names {"system:serviceaccounts", "system:serviceaccounts:dev", "system:authenticated"}));
    }

    void accountNames()
    {
        QCOMPARE(userName({"dev", "bot"}), std::string("system:serviceaccount:dev:bot"));
        QVERIFY(serviceAccountOf("system:serviceaccount:dev:bot") == (ServiceAccountName {"dev", "bot"}));
        for (const char *none : {"bot", "system:serviceaccount:", "system:serviceaccount:dev",
                 "system:serviceaccount::b", "system:serviceaccount:dev:", "system:serviceaccount:dev:a:b"})
            QVERIFY2(!serviceAccountOf(none), none);
    }
};

QTEST_GUILESS_MAIN(TestAccess)
#include "tst_access.moc"
