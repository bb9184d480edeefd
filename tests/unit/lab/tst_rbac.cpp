// SPDX-License-Identifier: GPL-3.0-or-later
// Roles, bindings and what follows from them, at the door through which clients from outside come
// (docs/api-semantics.md R).
#include "tests/unit/lab/labfixture.h"

#include <QTemporaryDir>
#include <QTest>

using namespace labtest;
using access::Impersonation;
using access::Login;
using access::User;

namespace {

constexpr std::string_view roles = "/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles";
constexpr std::string_view bindings = "/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings";
constexpr std::string_view clusterRoles = "/apis/rbac.authorization.k8s.io/v1/clusterroles";
constexpr std::string_view clusterBindings = "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings";
constexpr std::string_view selfReviews = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";

/// A lab that evaluates roles, and requests of several users.
class Shared
{
public:
    explicit Shared(bool evaluatesRoles = true, const std::string &path = ":memory:")
    {
        lab.open(path, false, evaluatesRoles);
        lab.settle();
    }

    Response as(const Login &login, Method method, std::string_view target, std::string_view body = {},
        std::string_view type = {})
    {
        api::Request request =
            Lab::request(method, target, body.empty() ? std::nullopt : std::optional(yaml(body)));
        request.contentType = type;
        return lab.server->frontServer().answer(request, login);
    }
    Response as(const char *user, Method method, std::string_view target, std::string_view body = {},
        std::string_view type = {})
    {
        return as(named(user), method, target, body, type);
    }
    static Login named(const char *user)
    {
        return {std::make_shared<const User>(User {user, {}, {"staff", "system:authenticated"}, {}})};
    }

    /// The lab itself makes it, which may do everything.
    void make(std::string_view collection, std::string_view object)
    {
        const Response made = lab.post(collection, object);
        if (made.code != 201)
            qFatal("%d %s", made.code, message(made).c_str());
    }
    void bind(const char *name, std::string_view role, const char *user)
    {
        make(bindings,
            "{metadata: {name: " + std::string(name)
                + "}, roleRef: {apiGroup: "
                  "rbac.authorization.k8s.io, kind: "
                + std::string(role) + "}, subjects: [{kind: User, name: " + user + "}]}");
    }
    void bindEverywhere(const char *name, const char *role, const char *user)
    {
        make(clusterBindings,
            "{metadata: {name: " + std::string(name) + "}, roleRef: {kind: ClusterRole, name: " + role
                + "}, subjects: [{kind: User, name: " + user + "}]}");
    }

    Lab lab;
};

} // namespace

class TestRbac : public QObject
{
    Q_OBJECT

private slots:
    void whoMayNothing_data()
    {
        QTest::addColumn<int>("method");
        QTest::addColumn<std::string>("path");
        QTest::addColumn<std::string>("expected");
        const auto row = [](Method method, const char *path, const char *expected) {
            QTest::addRow("R1 %s", expected)
                << static_cast<int>(method) << std::string(path) << std::string(expected);
        };
        row(Method::Get, "/api/v1/namespaces/default/pods",
            "pods is forbidden: User \"bob\" cannot list resource \"pods\" in API group \"\" in the "
            "namespace "
            "\"default\"");
        row(Method::Get, "/api/v1/pods",
            "pods is forbidden: User \"bob\" cannot list resource \"pods\" in API group \"\" at the cluster "
            "scope");
        row(Method::Delete, "/apis/apps/v1/namespaces/default/deployments/missing",
            "deployments.apps \"missing\" is forbidden: User \"bob\" cannot delete resource \"deployments\" "
            "in API "
            "group \"apps\" in the namespace \"default\"");
        row(Method::Get, "/apis/no.such/v1/things",
            "things.no.such is forbidden: User \"bob\" cannot list resource \"things\" in API group "
            "\"no.such\" at "
            "the cluster scope");
        row(Method::Get, "/metrics", "forbidden: User \"bob\" cannot get path \"/metrics\"");
        row(Method::Get, "/nothing", "forbidden: User \"bob\" cannot get path \"/nothing\"");
    }

    void whoMayNothing()
    {
        QFETCH(int, method);
        QFETCH(std::string, path);
        QFETCH(std::string, expected);
        Shared shared;
        const Response response = shared.as("bob", static_cast<Method>(method), path);
        COMPARE_TEXT(verdict(response), "403 Forbidden");
        COMPARE_TEXT(message(response), expected);
    }

    void detailsNameTheResource()
    {
        Shared shared;
        const Response response = shared.as("bob", Method::Get, pods / "p");
        COMPARE_TEXT(at(response, {"details", "kind"}), "pods");
        COMPARE_TEXT(at(response, {"details", "name"}), "p");
    }

    void everybodyMayLookAround()
    {
        Shared shared;
        for (const char *path : {"/api", "/apis", "/apis/apps/v1", "/version", "/openapi/v2", "/readyz"})
            QVERIFY2(shared.as("bob", Method::Get, path).code == 200, path); // R4
        const Login stranger {access::anonymous()};
        for (const char *path : {"/version", "/healthz", "/livez", "/readyz"})
            QVERIFY2(shared.as(stranger, Method::Get, path).code == 200, path);
        const Response refused = shared.as(stranger, Method::Get, "/api");
        COMPARE_TEXT(message(refused), "forbidden: User \"system:anonymous\" cannot get path \"/api\"");
    }

    void strangersMayWhatRolesSay()
    {
        Shared shared;
        shared.lab.remove(clusterBindings / "system:public-info-viewer");
        COMPARE_TEXT(
            verdict(shared.as(Login {access::anonymous()}, Method::Get, "/healthz")), "403 Forbidden");
    }

    void aBindingOpensAndCloses()
    {
        Shared shared;
        shared.make(roles,
            "{metadata: {name: reader}, rules: [{verbs: [list], apiGroups: [''], resources: [pods]}]}");
        shared.bind("b", "Role, name: reader", "bob");
        QCOMPARE(shared.as("bob", Method::Get, pods).code, 200);
        QCOMPARE(shared.as("eve", Method::Get, pods).code, 403);
        QCOMPARE(shared.as("bob", Method::Get, "/api/v1/namespaces/kube-system/pods").code, 403);
        QCOMPARE(shared.as("bob", Method::Get, pods / "p").code, 403); // before it is looked for: R2
        shared.lab.patch(roles / "reader", "{rules: [{verbs: [get], apiGroups: [''], resources: [pods]}]}");
        QCOMPARE(shared.as("bob", Method::Get, pods).code, 403);
        QCOMPARE(shared.as("bob", Method::Get, pods / "p").code, 404);
        shared.lab.remove(bindings / "b");
        QCOMPARE(shared.as("bob", Method::Get, pods / "p").code, 403);
    }

    void watchesAskForWatch()
    {
        Shared shared;
        shared.make(roles,
            "{metadata: {name: lister}, rules: [{verbs: [list], apiGroups: [''], resources: [pods]}]}");
        shared.bind("b", "Role, name: lister", "bob");
        const auto watch = [&] {
            return shared.lab.server->frontServer().watch(
                Lab::request(Method::Get, std::string(pods) + "?watch="), Shared::named("bob"), {});
        };
        QCOMPARE(watch().error().code, 403);
        shared.lab.patch(roles / "lister", "{rules: [{verbs: [watch], apiGroups: [''], resources: [pods]}]}");
        QVERIFY(watch().has_value());
    }

    void makingIsCreating()
    {
        Shared shared;
        shared.make(clusterRoles,
            "{metadata: {name: changers}, rules: [{verbs: [update, patch], apiGroups: ['', "
            "coordination.k8s.io], "
            "resources: [configmaps, leases]}]}");
        shared.bind("c", "ClusterRole, name: changers", "cat");
        const char *lease = "/apis/coordination.k8s.io/v1/namespaces/default/leases/l";
        COMPARE_TEXT(message(shared.as("cat", Method::Put, lease, "{metadata: {name: l}}")),
            "leases.coordination.k8s.io \"l\" is forbidden: User \"cat\" cannot create resource \"leases\" "
            "in API "
            "group \"coordination.k8s.io\" in the namespace \"default\""); // R2
        const std::string applied = std::string(configMaps / "a") + "?fieldManager=cat";
        const char *object = "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {a: b}}";
        QCOMPARE(shared.as("cat", Method::Patch, applied, object, api::contentTypes::applyPatch).code, 403);
        shared.make(configMaps, "{metadata: {name: a}}");
        QCOMPARE(shared.as("cat", Method::Patch, applied, object, api::contentTypes::applyPatch).code, 200);
    }

    void mastersAndInsidersMayEverything()
    {
        Shared shared;
        QCOMPARE(shared.as(Login {access::owner()}, Method::Get, pods).code, 200);
        QCOMPARE(shared.as(Login {nullptr}, Method::Get, pods).code, 200);
        const auto master = std::make_shared<const User>(User {"m", {}, {"system:masters"}, {}});
        shared.lab.remove(clusterBindings / "cluster-admin");
        QCOMPARE(shared.as(Login {master}, Method::Get, pods).code, 200);
    }

    void withoutRolesWhoeverIsKnownMayEverything()
    {
        Shared shared(false);
        QCOMPARE(shared.as("bob", Method::Get, pods).code, 200); // R1
        QCOMPARE(shared.as("bob", Method::Post, configMaps, "{metadata: {name: a}}").code, 201);
        QCOMPARE(shared.as(Login {access::anonymous()}, Method::Get, pods).code, 403);
        QCOMPARE(shared.as(Login {access::anonymous()}, Method::Get, "/version").code, 200);
        QCOMPARE(names(shared.lab.get(clusterRoles)), std::string());
    }

    void defaultRolesGather()
    {
        Shared shared;
        shared.bind("e", "ClusterRole, name: edit", "ed");
        shared.bind("v", "ClusterRole, name: view", "vic");
        shared.bind("a", "ClusterRole, name: admin", "ada");
        QCOMPARE(shared.as("vic", Method::Get, pods).code, 200); // R5
        QCOMPARE(shared.as("vic", Method::Get, "/api/v1/namespaces/default/secrets").code, 403);
        QCOMPARE(shared.as("vic", Method::Post, configMaps, "{metadata: {name: a}}").code, 403);
        QCOMPARE(shared.as("ed", Method::Post, configMaps, "{metadata: {name: a}}").code, 201);
        QCOMPARE(shared.as("ed", Method::Get, pods).code, 200);
        QCOMPARE(shared.as("ed", Method::Get, roles).code, 403);
        QCOMPARE(shared.as("ada", Method::Get, roles).code, 200);
        QCOMPARE(shared.as("ada", Method::Get, clusterRoles).code, 403);
    }

    void controlPlanesHaveRoles_data()
    {
        QTest::addColumn<std::string>("user");
        QTest::addColumn<std::string>("target");
        QTest::addColumn<int>("read");
        QTest::addColumn<int>("deleted");
        const auto row = [](const char *user, const std::string &target, int read, int deleted) {
            QTest::addRow("R4 %s %s", user, target.c_str()) << std::string(user) << target << read << deleted;
        };
        const std::string inKubeSystem = "/api/v1/namespaces/kube-system/configmaps/";
        row("system:kube-scheduler", pods / "none", 404, 404);
        row("system:kube-scheduler", "/apis/storage.k8s.io/v1/storageclasses", 200, 403);
        row("system:kube-scheduler", "/api/v1/namespaces/default/secrets", 403, 403);
        row("system:kube-scheduler", inKubeSystem + "extension-apiserver-authentication", 404, 403);
        row("system:kube-scheduler", inKubeSystem + "another", 403, 403);
        row("system:kube-controller-manager", std::string(pods), 200, 403);
        row("system:kube-controller-manager", "/api/v1/namespaces/default/secrets/none", 404, 404);
        row("system:kube-controller-manager", inKubeSystem + "another", 404, 403);
        row("system:kube-proxy", std::string(pods), 403, 403);
    }

    void controlPlanesHaveRoles()
    {
        QFETCH(const std::string, user);
        QFETCH(const std::string, target);
        QFETCH(const int, read);
        QFETCH(const int, deleted);
        Shared shared;
        QCOMPARE(shared.as(user.c_str(), Method::Get, target).code, read);
        QCOMPARE(shared.as(user.c_str(), Method::Delete, target).code, deleted);
    }

    void newRolesAreGathered()
    {
        Shared shared;
        shared.bind("v", "ClusterRole, name: view", "vic");
        QCOMPARE(shared.as("vic", Method::Get, machines).code, 403);
        shared.make(clusterRoles,
            "{metadata: {name: see-machines, labels: {rbac.authorization.k8s.io/aggregate-to-view: 'true'}}, "
            "rules: "
            "[{verbs: [list], apiGroups: [machine.openshift.io], resources: [machines]}]}");
        shared.lab.settle();
        QCOMPARE(shared.as("vic", Method::Get, machines).code, 200);
        QVERIFY(api::writeJson(*shared.lab.get(clusterRoles / "admin").body).find("machine.openshift.io")
            != std::string::npos); // by way of edit
        shared.lab.remove(clusterRoles / "see-machines");
        shared.lab.settle();
        QCOMPARE(shared.as("vic", Method::Get, machines).code, 403);
    }

    void reviews_data()
    {
        QTest::addColumn<std::string>("body");
        QTest::addColumn<std::string>("expected");
        const auto row = [](const char *name, const char *spec, const char *expected) {
            QTest::addRow("R6 %s", name) << "{spec: " + std::string(spec) + "}" << std::string(expected);
        };
        row("allowed", "{user: vic, resourceAttributes: {verb: get, resource: pods, namespace: default}}",
            "true");
        row("elsewhere", "{user: vic, resourceAttributes: {verb: get, resource: pods, namespace: other}}",
            "false");
        row("by a group", "{groups: ['system:masters'], resourceAttributes: {verb: get, resource: nodes}}",
            "true");
        row("a path",
            "{user: x, groups: ['system:authenticated'], nonResourceAttributes: {verb: get, path: /api}}",
            "true");
        row("nobody", "{resourceAttributes: {verb: get, resource: pods}}", "422 Invalid");
        row("nothing", "{user: vic}", "422 Invalid");
        row("both",
            "{user: vic, resourceAttributes: {verb: get}, nonResourceAttributes: {verb: get, path: /x}}",
            "422 Invalid");
        row("no object", "text", "400 BadRequest");
    }

    void reviews()
    {
        QFETCH(std::string, body);
        QFETCH(std::string, expected);
        Shared shared;
        shared.bind("v", "ClusterRole, name: view", "vic");
        const Response response = shared.lab.post("/apis/authorization.k8s.io/v1/subjectaccessreviews", body);
        COMPARE_TEXT(
            response.code == 201 ? at(response, {"status", "allowed"}) : verdict(response), expected);
    }

    void reviewsDropWhatTheyDoNotKnow()
    {
        Shared shared;
        const Response response = shared.lab.post("/apis/authorization.k8s.io/v1/subjectaccessreviews",
            "{spec: {user: vic, unknown: 1, nonResourceAttributes: {verb: get, path: /x}}, more: 1}");
        QCOMPARE(response.code, 201);
        COMPARE_TEXT(at(response, {"spec", "user"}), "vic");
        COMPARE_TEXT(at(response, {"spec", "nonResourceAttributes", "path"}), "/x");
        COMPARE_TEXT(at(response, {"spec", "unknown"}), "(none)");
        COMPARE_TEXT(at(response, {"more"}), "(none)");
    }

    void reviewsOfOneself()
    {
        Shared shared;
        shared.bind("v", "ClusterRole, name: view", "vic");
        const char *question =
            "{spec: {resourceAttributes: {verb: list, resource: pods, namespace: default}}}";
        COMPARE_TEXT(
            at(shared.as("vic", Method::Post, selfReviews, question), {"status", "allowed"}), "true");
        COMPARE_TEXT(at(shared.as("vic", Method::Post, selfReviews, question), {"status", "reason"}),
            "RBAC: allowed by RoleBinding \"v/default\" of ClusterRole \"view\" to User \"vic\"");
        COMPARE_TEXT(
            at(shared.as("bob", Method::Post, selfReviews, question), {"status", "allowed"}), "false");
        const Response me =
            shared.as("vic", Method::Post, "/apis/authentication.k8s.io/v1/selfsubjectreviews", "{}");
        COMPARE_TEXT(at(me, {"status", "userInfo", "username"}), "vic");
        COMPARE_TEXT(at(me, {"status", "userInfo", "groups"}), "[\"staff\",\"system:authenticated\"]");
        const Response mine = shared.as("bob", Method::Post,
            "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews", "{spec: {namespace: default}}");
        COMPARE_TEXT(api::writeJson(mine.body->at_pointer("/status/resourceRules/0")),
            "{\"verbs\":[\"create\"],\"apiGroups\":[\"authorization.k8s.io\"],\"resources\":"
            "[\"selfsubjectaccessreviews\",\"selfsubjectrulesreviews\"]}");
    }

    void localReviews()
    {
        Shared shared;
        shared.bind("v", "ClusterRole, name: view", "vic");
        const auto review = [&](const char *spec) {
            return shared.lab.post(
                "/apis/authorization.k8s.io/v1/namespaces/default/localsubjectaccessreviews",
                "{spec: " + std::string(spec) + "}");
        };
        COMPARE_TEXT(
            at(review("{user: vic, resourceAttributes: {verb: get, resource: pods, namespace: default}}"),
                {"status", "allowed"}),
            "true");
        QCOMPARE(
            review("{user: vic, resourceAttributes: {verb: get, resource: pods, namespace: x}}").code, 400);
        QCOMPARE(review("{user: vic, nonResourceAttributes: {verb: get, path: /x}}").code, 422);
    }

    /// T22
    void nobodyGrantsWhatTheyLack()
    {
        Shared shared;
        shared.bind("a", "ClusterRole, name: admin", "ada");
        const Response role = shared.as("ada", Method::Post, roles,
            "{metadata: {name: r}, rules: [{verbs: [get], apiGroups: [''], resources: [pods, nodes]}]}");
        COMPARE_TEXT(verdict(role), "403 Forbidden");
        COMPARE_TEXT(message(role),
            "roles.rbac.authorization.k8s.io \"r\" is forbidden: user \"ada\" (groups=[\"staff\" "
            "\"system:authenticated\"]) is attempting to grant RBAC permissions not currently "
            "held:\n{APIGroups:[\"\"], Resources:[\"nodes\"], Verbs:[\"get\"]}"); // R7
        QCOMPARE(shared
                     .as("ada", Method::Post, roles,
                         "{metadata: {name: r}, rules: [{verbs: [get], apiGroups: [''], resources: [pods]}]}")
                     .code,
            201);
        QCOMPARE(shared
                     .as("ada", Method::Patch, roles / "r",
                         "{rules: [{verbs: ['*'], apiGroups: ['*'], resources: ['*']}]}",
                         api::contentTypes::mergePatch)
                     .code,
            403);
        QCOMPARE(shared
                     .as("ada", Method::Patch, roles / "r", "{metadata: {labels: {a: b}}}",
                         api::contentTypes::mergePatch)
                     .code,
            200);
        QCOMPARE(shared
                     .as("ada", Method::Patch, std::string(roles / "applied") + "?fieldManager=ada",
                         "{apiVersion: rbac.authorization.k8s.io/v1, kind: Role, metadata: {name: applied}, "
                         "rules: "
                         "[{verbs: [get], apiGroups: [''], resources: [nodes]}]}",
                         api::contentTypes::applyPatch)
                     .code,
            403);
        const auto bind = [&](const char *name, const char *granted) {
            return shared.as("ada", Method::Post, bindings,
                "{metadata: {name: " + std::string(name)
                    + "}, roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: " + granted
                    + "}, subjects: [{kind: User, name: ada}]}");
        };
        QCOMPARE(bind("x", "cluster-admin").code, 403);
        QCOMPARE(bind("y", "view").code, 201);
        QCOMPARE(bind("z", "none").code, 404);
        COMPARE_TEXT(verdict(shared.as("ada", Method::Patch, bindings / "y",
                         "{roleRef: {name: cluster-admin}}", api::contentTypes::mergePatch)),
            "422 Invalid");
    }

    /// Who may change roles, but holds little, opens none of them to others (R7).
    void labelsGrantToo()
    {
        Shared shared;
        shared.make(clusterRoles,
            "{metadata: {name: labellers}, rules: [{verbs: [get, patch], apiGroups: "
            "[rbac.authorization.k8s.io], resources: [clusterroles, clusterrolebindings]}]}");
        shared.bindEverywhere("l", "labellers", "lea");
        const auto patched = [&](const std::string &path, const char *patch) {
            return shared.as("lea", Method::Patch, path, patch, api::contentTypes::mergePatch);
        };
        constexpr const char *gathered =
            "{metadata: {labels: {rbac.authorization.k8s.io/aggregate-to-view: 'true'}}}";
        QCOMPARE(patched(clusterRoles / "cluster-admin", gathered).code, 403);
        QCOMPARE(patched(clusterRoles / "labellers", gathered).code, 200);
        QCOMPARE(patched(clusterRoles / "cluster-admin", "{metadata: {finalizers: [a.b/c]}}").code, 200);
        QCOMPARE(patched(clusterBindings / "cluster-admin", gathered).code, 403);
        QCOMPARE(patched(clusterRoles / "view", "{aggregationRule: null}").code, 403);
    }

    void escalateAndBindAllowIt()
    {
        Shared shared;
        shared.make(clusterRoles,
            "{metadata: {name: trusted}, rules: [{verbs: [create, escalate, bind], apiGroups: "
            "[rbac.authorization.k8s.io], resources: [clusterroles, clusterrolebindings]}]}");
        shared.bindEverywhere("t", "trusted", "tom");
        QCOMPARE(
            shared
                .as("tom", Method::Post, clusterRoles,
                    "{metadata: {name: all}, rules: [{verbs: ['*'], apiGroups: ['*'], resources: ['*']}]}")
                .code,
            201);
        QCOMPARE(shared
                     .as("tom", Method::Post, clusterBindings,
                         "{metadata: {name: all}, roleRef: {kind: ClusterRole, name: all}, subjects: [{kind: "
                         "User, "
                         "name: tom}]}")
                     .code,
            201);
        QCOMPARE(shared.as("tom", Method::Get, nodes).code, 200);
    }

    void onlyAdminsGather()
    {
        Shared shared;
        shared.make(clusterRoles,
            "{metadata: {name: makers}, rules: [{verbs: ['*'], apiGroups: [rbac.authorization.k8s.io], "
            "resources: "
            "[clusterroles], resourceNames: []}]}");
        shared.make(clusterRoles,
            "{metadata: {name: creators}, rules: [{verbs: [create], apiGroups: "
            "[rbac.authorization.k8s.io], resources: [clusterroles]}]}");
        shared.bindEverywhere("c", "creators", "cat");
        const Response refused = shared.as("cat", Method::Post, clusterRoles,
            "{metadata: {name: mine}, aggregationRule: {clusterRoleSelectors: [{}]}, rules: []}");
        COMPARE_TEXT(message(refused),
            "clusterroles.rbac.authorization.k8s.io \"mine\" is forbidden: must have "
            "cluster-admin privileges to use the aggregationRule");
    }

    void impersonation()
    {
        Shared shared;
        shared.make(clusterRoles,
            "{metadata: {name: actors}, rules: [{verbs: [impersonate], apiGroups: [''], "
            "resources: [users], resourceNames: [vic]}]}");
        shared.bindEverywhere("i", "actors", "ivy");
        shared.bind("v", "ClusterRole, name: view", "vic");
        const auto acting = [](const char *user, const char *other, std::vector<std::string> groups = {}) {
            Login login = Shared::named(user);
            login.as = Impersonation {other, {}, std::move(groups), {}};
            return login;
        };
        QCOMPARE(shared.as(acting("ivy", "vic"), Method::Get, pods).code, 200); // R8
        COMPARE_TEXT(message(shared.as(acting("ivy", "vic"), Method::Get, nodes)),
            "nodes is forbidden: User \"vic\" cannot list resource \"nodes\" in API group \"\" at the "
            "cluster scope");
        COMPARE_TEXT(message(shared.as(acting("ivy", "ada"), Method::Get, pods)),
            "users \"ada\" is forbidden: User \"ivy\" cannot impersonate resource \"users\" in API group "
            "\"\" at the "
            "cluster scope");
        COMPARE_TEXT(message(shared.as(acting("ivy", "vic", {"system:masters"}), Method::Get, pods)),
            "groups \"system:masters\" is forbidden: User \"ivy\" cannot impersonate resource \"groups\" in "
            "API "
            "group \"\" at the cluster scope");
        QCOMPARE(shared.as(acting("bob", "vic"), Method::Get, "/version").code, 403);
        Login stranger {access::anonymous()};
        stranger.as = Impersonation {"vic", {}, {}, {}};
        QCOMPARE(shared.as(stranger, Method::Get, "/healthz").code, 403);
        Login owner {access::owner()};
        owner.as = Impersonation {"vic", {}, {}, {}};
        QCOMPARE(shared.as(owner, Method::Get, pods).code, 200);
        QCOMPARE(shared.as(owner, Method::Get, nodes).code, 403);
    }

    void viewersOnlyLook_data()
    {
        QTest::addColumn<bool>("evaluatesRoles");
        QTest::newRow("R9 with roles") << true;
        QTest::newRow("R9 without roles") << false;
    }

    void viewersOnlyLook()
    {
        QFETCH(bool, evaluatesRoles);
        Shared shared(evaluatesRoles);
        const Login viewer {access::viewer()};
        const auto code = [&](Method method, std::string_view path, std::string_view body = {}) {
            return shared.as(viewer, method, path, body).code;
        };
        shared.make(configMaps, "{metadata: {name: a}}");
        QCOMPARE(code(Method::Get, configMaps), 200);
        QCOMPARE(code(Method::Get, configMaps / "a"), 200);
        QCOMPARE(code(Method::Get, machines), 200);
        QCOMPARE(code(Method::Get, "/version"), 200);
        QVERIFY(shared.lab.server->frontServer().watch(Lab::request(Method::Get, configMaps), viewer, {}));
        QCOMPARE(code(Method::Get, "/api/v1/namespaces/default/secrets"), 403);
        QCOMPARE(code(Method::Get, pods / "p/exec"), 403);
        QCOMPARE(code(Method::Post, configMaps, "{metadata: {name: b}}"), 403);
        QCOMPARE(code(Method::Put, configMaps / "a", "{metadata: {name: a}}"), 403);
        QCOMPARE(code(Method::Patch, configMaps / "a", "{data: {a: b}}"), 403);
        QCOMPARE(code(Method::Delete, configMaps / "a"), 403);
        QCOMPARE(code(Method::Delete, configMaps), 403);
        QCOMPARE(code(Method::Post, "/api/v1/namespaces/default/serviceaccounts/default/token", "{}"), 403);
        QCOMPARE(code(Method::Post, pods / "p/eviction", "{metadata: {name: p}}"), 403);
        QCOMPARE(code(Method::Post, selfReviews, "{spec: {resourceAttributes: {verb: get, resource: pods}}}"),
            201);
        const Response mayI = shared.as(viewer, Method::Post,
            "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews", "{spec: {namespace: default}}");
        COMPARE_TEXT(at(mayI, {"status", "incomplete"}), "true");
        QVERIFY(at(mayI, {"status", "evaluationError"}).starts_with("Secrets"));
        Login acting = viewer;
        acting.as = Impersonation {"hollowlab", {}, {"system:masters"}, {}};
        QCOMPARE(shared.as(acting, Method::Get, configMaps).code, 403);
        if (evaluatesRoles) {
            shared.bindEverywhere("v", "cluster-admin", "hollowlab-viewer");
            QCOMPARE(code(Method::Delete, configMaps / "a"), 403);
        }
    }

    void rolesAndBindingsAreValid_data()
    {
        QTest::addColumn<std::string>("collection");
        QTest::addColumn<std::string>("object");
        QTest::addColumn<std::string>("expected");
        const auto row = [](const char *name, std::string_view collection, const char *rest,
                             const char *expected) {
            QTest::newRow(name) << std::string(collection)
                                << "{metadata: {name: x}, " + std::string(rest) + "}"
                                << std::string(expected);
        };
        row("R3 no verbs", roles, "rules: [{verbs: [], apiGroups: [''], resources: [pods]}]",
            "FieldValueRequired rules[0].verbs");
        row("R3 no group", roles, "rules: [{verbs: [get], resources: [pods]}]",
            "FieldValueRequired rules[0].apiGroups");
        row("R3 no resource", clusterRoles, "rules: [{verbs: [get], apiGroups: ['']}]",
            "FieldValueRequired rules[0].resources");
        row("R3 a path in a Role", roles, "rules: [{verbs: [get], nonResourceURLs: [/x]}]",
            "FieldValueInvalid rules[0].nonResourceURLs");
        row("R3 gathered from nowhere", clusterRoles,
            "aggregationRule: {clusterRoleSelectors: []}, rules: []",
            "FieldValueRequired aggregationRule.clusterRoleSelectors");
        row("R3 paths and resources", clusterRoles,
            "rules: [{verbs: [get], nonResourceURLs: [/x], apiGroups: [''], resources: [pods]}]",
            "FieldValueInvalid rules[0].nonResourceURLs");
        row("R3 a Role for the cluster", clusterBindings, "roleRef: {kind: Role, name: r}",
            "FieldValueNotSupported roleRef.kind");
        row("R3 another kind of subject", bindings,
            "roleRef: {kind: Role, name: r}, subjects: [{kind: Robot, name: r}]",
            "FieldValueNotSupported subjects[0].kind");
        row("R3 no role", bindings, "subjects: []", "FieldValueNotSupported roleRef.kind");
        row("R3 an account of no namespace", clusterBindings,
            "roleRef: {kind: ClusterRole, name: r}, subjects: [{kind: ServiceAccount, name: r}]",
            "FieldValueRequired subjects[0].namespace");
    }

    void rolesAndBindingsAreValid()
    {
        QFETCH(std::string, collection);
        QFETCH(std::string, object);
        QFETCH(std::string, expected);
        Lab lab;
        const Response response = lab.post(collection, object);
        QCOMPARE(response.code, 422);
        COMPARE_TEXT(cause(response), expected);
    }

    void groupsAreFilledIn()
    {
        Shared shared;
        shared.bind("v", "ClusterRole, name: view", "vic");
        const Response binding = shared.lab.get(bindings / "v");
        COMPARE_TEXT(api::writeJson(binding.body->at_pointer("/subjects/0/apiGroup")),
            "\"rbac.authorization.k8s.io\"");
        shared.bindEverywhere("w", "view", "vic");
        COMPARE_TEXT(
            at(shared.lab.get(clusterBindings / "w"), {"roleRef", "apiGroup"}), "rbac.authorization.k8s.io");
    }

    void secondDay()
    {
        QTemporaryDir directory;
        const std::string path = directory.filePath(QStringLiteral("lab.db")).toStdString();
        Shared shared(true, path);
        shared.bind("v", "ClusterRole, name: view", "vic");
        shared.lab.patch(clusterRoles / "system:discovery", "{rules: []}");
        shared.lab.patch(clusterRoles / "system:basic-user",
            "{metadata: {annotations: {rbac.authorization.kubernetes.io/autoupdate: 'false'}}, rules: []}");
        shared.lab.remove(clusterRoles / "system:auth-delegator");
        const std::string before = names(shared.lab.get(clusterBindings));
        QVERIFY(shared.lab.server->close());
        shared.lab.open(path, false, true);
        QCOMPARE(shared.as("vic", Method::Get, pods).code, 200);
        QCOMPARE(shared.as("bob", Method::Get, pods).code, 403);
        QCOMPARE(shared.as("bob", Method::Get, "/api").code, 200); // R4
        QCOMPARE(shared.as("bob", Method::Post, selfReviews, "{}").code, 403);
        QCOMPARE(shared.lab.get(clusterRoles / "system:auth-delegator").code, 200);
        QCOMPARE(names(shared.lab.get(clusterBindings)), before);
    }
};

QTEST_GUILESS_MAIN(TestRbac)
#include "tst_rbac.moc"
