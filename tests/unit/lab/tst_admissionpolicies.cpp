// SPDX-License-Identifier: GPL-3.0-or-later
// docs/api-semantics.md U8, U9: ValidatingAdmissionPolicies and what binds them.
#include "labfixture.h"

#include <QTemporaryDir>

using namespace labtest;

class TestAdmissionPolicies : public QObject
{
    Q_OBJECT

private slots:
    void newConfigMaps_data();
    void newConfigMaps();
    void whatAreMeant_data();
    void whatAreMeant();
    void parameters_data();
    void parameters();
    void parametersOfAKindThatIsNotThere();
    void changesAndDeletions();
    void collectionsAreDeletedOneByOne();
    void whatIsInNoNamespace();
    void subresources();
    void whoOnlyWarnsLetsPass();
    void allTogetherMayCostTooMuch();
    void dryRunsAreJudgedToo();
    void policiesSayNothingOfThemselves();
    void policiesComeAndGo();
    void policiesSurviveARestart();
    void heartbeatsAreJudgedToo();
    void otherVersionsAreEquivalent();
    void wrongPolicies_data();
    void wrongPolicies();
    void wrongBindings_data();
    void wrongBindings();
    void whatAPolicyShows();
    void unknownFunctions();
    void variablesOfUnknownOnesAreEvaluatedOnce();
    void unknownFunctionsAreRefused();
};

namespace {

const std::string group = "/apis/admissionregistration.k8s.io/v1/";
const std::string policies = group + "validatingadmissionpolicies";
const std::string bindings = group + "validatingadmissionpolicybindings";
const std::string newMaps =
    "resourceRules: [{apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: [configmaps]}]";
const std::string allMaps =
    "resourceRules: [{apiGroups: [''], apiVersions: [v1], operations: ['*'], resources: [configmaps]}]";
const std::string denials = "ValidatingAdmissionPolicy 'p' with binding 'b' denied request: ";

std::string policyOf(const std::string &constraints, const std::string &spec, const std::string &name = "p")
{
    return "{metadata: {name: " + name + "}, spec: {matchConstraints: {" + constraints + "}, " + spec + "}}";
}

std::string bindingOf(const std::string &spec, const std::string &name = "b")
{
    return "{metadata: {name: " + name + "}, spec: {policyName: p, " + spec + "}}";
}

std::string causes(const Response &response)
{
    std::string text;
    const Json *all = response.body ? api::find(*response.body, {"details", "causes"}) : nullptr;
    for (const Json &each : all ? all->get_array() : api::JsonArray())
        text += (text.empty() ? "" : "; ") + std::string(api::textAt(each, {"reason"})) + " "
            + std::string(api::textAt(each, {"field"})) + ": " + std::string(api::textAt(each, {"message"}));
    return text;
}

/// "422 Invalid: what the policy says", or "201".
std::string answerOf(const Response &response)
{
    std::string text = message(response);
    const std::size_t at = text.find(denials);
    if (at != std::string::npos)
        text = text.substr(at + denials.size());
    return verdict(response) + (response.code < 400 ? "" : ": " + text);
}

void mustBeMade(Lab &lab, const std::string &path, const std::string &body)
{
    const Response made = lab.post(path, body);
    if (made.code != 201)
        qFatal("%s: %s", body.c_str(), message(made).c_str());
}

void bindTo(Lab &lab, const std::string &constraints, const std::string &spec,
    const std::string &binding = "validationActions: [Deny]")
{
    mustBeMade(lab, policies, policyOf(constraints, spec));
    mustBeMade(lab, bindings, bindingOf(binding));
}

/// Ten to the power of six times something.
std::string costly()
{
    std::string text = "true";
    for (const char *name : {"a", "b", "c", "d", "e", "f"})
        text = "[0,1,2,3,4,5,6,7,8,9].all(" + std::string(name) + ", " + text + ")";
    return text;
}

} // namespace

void TestAdmissionPolicies::newConfigMaps_data()
{
    QTest::addColumn<std::string>("spec");
    QTest::addColumn<std::string>("object");
    QTest::addColumn<std::string>("expected");
    const auto row = [](const char *name, const std::string &spec, const std::string &object,
                         const std::string &expected) { QTest::newRow(name) << spec << object << expected; };
    const std::string named = "{metadata: {name: a, labels: {l: x}}, data: {k: v}}";
    row("an expression that holds", "validations: [{expression: 'object.data.k == \"v\"'}]", named, "201");
    row("one that does not is told", "validations: [{expression: ' object.data.k == \"w\" '}]", named,
        "422 Invalid: failed expression: object.data.k == \"w\"");
    row("its message", "validations: [{expression: 'false', message: ' not here '}]", named,
        "422 Invalid: not here");
    row("its own message is worked out",
        "validations: [{expression: 'false', message: m, messageExpression: '\"not \" + object.data.k'}]",
        named, "422 Invalid: not v");
    row("one that can't be worked out falls back",
        "validations: [{expression: 'false', message: m, messageExpression: 'string(object.data.nothing)'}]",
        named, "422 Invalid: m");
    row("one of several lines falls back",
        "validations: [{expression: 'false', messageExpression: '\"a\" + string(b\"\\n\") + \"b\"'}]", named,
        "422 Invalid: failed expression: false");
    row("Forbidden", "validations: [{expression: 'false', reason: Forbidden}]", named,
        "403 Forbidden: failed expression: false");
    row("Unauthorized", "validations: [{expression: 'false', reason: Unauthorized}]", named,
        "401 Unauthorized: failed expression: false");
    row("RequestEntityTooLarge", "validations: [{expression: 'false', reason: RequestEntityTooLarge}]", named,
        "413 RequestEntityTooLarge: failed expression: false");
    row("the first that does not hold is told",
        "validations: [{expression: 'true'}, {expression: 'false', message: one}, "
        "{expression: 'false', message: two, reason: Forbidden}]",
        named, "422 Invalid: one");
    row("what can't be evaluated denies", "validations: [{expression: 'object.data.nothing == \"\"'}]", named,
        "422 Invalid: expression 'object.data.nothing == \"\"' resulted in error: no such key: nothing");
    row("unless failures are ignored",
        "failurePolicy: Ignore, validations: [{expression: 'object.data.nothing == \"\"'}]", named, "201");
    row("then what does not hold still denies", "failurePolicy: Ignore, validations: [{expression: 'false'}]",
        named, "422 Invalid: failed expression: false");
    row("there is no old object", "validations: [{expression: 'oldObject == null'}]", named, "201");
    row("there are no parameters",
        "paramKind: {apiVersion: v1, kind: Secret}, validations: [{expression: 'params == null'}]", named,
        "201");
    row("the request",
        "validations: [{expression: 'request.operation == \"CREATE\" && request.name == \"a\" && "
        "request.namespace == \"default\" && request.resource.resource == \"configmaps\" && "
        "request.kind.kind == \"ConfigMap\" && !request.dryRun'}]",
        named, "201");
    row("the namespace",
        "validations: [{expression: 'namespaceObject.metadata.name == \"default\" && "
        "namespaceObject.metadata.labels[\"kubernetes.io/metadata.name\"] == \"default\"'}]",
        named, "201");
    row("who asks", "validations: [{expression: 'request.userInfo.username == \"nobody\"'}]", named,
        "422 Invalid: failed expression: request.userInfo.username == \"nobody\"");
    row("what who asks may do",
        "validations: [{expression: 'authorizer.group(\"\").resource(\"pods\").check(\"get\").allowed() && "
        "authorizer.requestResource.check(\"delete\").allowed()'}]",
        named, "201");
    row("fields that the server fills in", "validations: [{expression: 'object.metadata.uid != \"\"'}]",
        named, "201");
    row("variables",
        "variables: [{name: k, expression: object.data.k}, {name: both, expression: 'variables.k + \"!\"'}], "
        "validations: [{expression: 'variables.both == \"w!\"', messageExpression: variables.both}]",
        named, "422 Invalid: v!");
    row("a variable has the type of its expression",
        "variables: [{name: ns, expression: namespaceObject}], validations: [{expression: 'variables.ns == "
        "namespaceObject && variables.ns.metadata.name == \"default\"'}]",
        named, "201");
    row("variables that nobody asks for are not evaluated",
        "variables: [{name: bad, expression: object.data.nothing}], validations: [{expression: 'true || "
        "variables.bad == 1'}]",
        named, "201");
    row("a variable that can't be evaluated",
        "variables: [{name: bad, expression: object.data.nothing}], validations: [{expression: "
        "'variables.bad "
        "== 1'}]",
        named,
        "422 Invalid: expression 'variables.bad == 1' resulted in error: composited variable \"bad\" fails "
        "to "
        "evaluate: no such key: nothing");
    row("a variable that is all of them",
        "variables: [{name: k, expression: object.data.k}, {name: all, expression: variables}], validations: "
        "[{expression: 'dyn(variables.all) == dyn(variables) && variables.all.k == \"w\"', message: ended}]",
        named, "422 Invalid: ended");
    row("a condition that holds",
        "matchConditions: [{name: c, expression: 'object.data.k == \"v\"'}], validations: [{expression: "
        "'false'}]",
        named, "422 Invalid: failed expression: false");
    row("a condition that does not",
        "matchConditions: [{name: c, expression: 'object.data.k == \"w\"'}], validations: [{expression: "
        "'false'}]",
        named, "201");
    row("a condition that can't be evaluated",
        "matchConditions: [{name: c, expression: 'object.data.x == \"w\"'}], validations: [{expression: "
        "'true'}]",
        named, "422 Invalid: expression 'object.data.x == \"w\"' resulted in error: no such key: x");
    row("a condition that can't, and failures are ignored",
        "failurePolicy: Ignore, matchConditions: [{name: c, expression: 'object.data.x == \"w\"'}], "
        "validations: "
        "[{expression: 'false'}]",
        named, "201");
    row("an expression costs too much", "validations: [{expression: '" + costly() + "'}]", named,
        "422 Invalid: expression '" + costly()
            + "' resulted in error: operation cancelled: actual cost limit exceeded");
    row("a name that is generated", "validations: [{expression: 'object.metadata.name.startsWith(\"g-\")'}]",
        "{metadata: {generateName: g-}}", "201");
}

void TestAdmissionPolicies::newConfigMaps()
{
    QFETCH(const std::string, spec);
    QFETCH(const std::string, object);
    QFETCH(const std::string, expected);
    Lab lab;
    bindTo(lab, newMaps, spec);
    const Response response = lab.post(configMaps, object);
    COMPARE_TEXT(answerOf(response), expected);
    if (response.code < 400)
        return;
    const std::string preface = "configmaps \"a\" is forbidden: ";
    QVERIFY2(message(response).starts_with(preface + denials), message(response).c_str());
    COMPARE_TEXT(at(response, {"details", "kind"}), "configmaps");
    COMPARE_TEXT(causes(response), " : " + message(response).substr(preface.size()));
    QCOMPARE(lab.get(configMaps / "a").code, 404);
}

void TestAdmissionPolicies::whatAreMeant_data()
{
    QTest::addColumn<std::string>("constraints");
    QTest::addColumn<std::string>("binding");
    QTest::addColumn<bool>("isMeant");
    const auto row = [](const char *name, const std::string &constraints, const std::string &binding,
                         bool isMeant) { QTest::newRow(name) << constraints << binding << isMeant; };
    const std::string rules = "resourceRules: [{apiGroups: [''], apiVersions: ['*'], operations: ";
    row("every resource", rules + "['*'], resources: ['*']}]", "", true);
    row("another operation", rules + "[UPDATE], resources: ['*']}]", "", false);
    row("another resource", rules + "['*'], resources: [secrets]}]", "", false);
    row("what lies below it", rules + "['*'], resources: [configmaps/status]}]", "", false);
    row("of clusters", rules + "['*'], resources: ['*'], scope: Cluster}]", "", false);
    row("of namespaces", rules + "['*'], resources: ['*'], scope: Namespaced}]", "", true);
    row("its name", rules + "['*'], resources: ['*'], resourceNames: [b, a]}]", "", true);
    row("another name", rules + "['*'], resources: ['*'], resourceNames: [b]}]", "", false);
    row("excluded",
        newMaps
            + ", excludeResourceRules: [{apiGroups: ['*'], apiVersions: ['*'], operations: ['*'], resources: "
              "[configmaps]}]",
        "", false);
    row("others are excluded",
        newMaps
            + ", excludeResourceRules: [{apiGroups: [''], apiVersions: ['*'], operations: ['*'], resources: "
              "[configmaps], resourceNames: [b]}]",
        "", true);
    row("its labels", newMaps + ", objectSelector: {matchLabels: {l: x}}", "", true);
    row("other labels", newMaps + ", objectSelector: {matchLabels: {l: y}}", "", false);
    row("labels of its namespace",
        newMaps + ", namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: default}}", "", true);
    row("labels of another", newMaps + ", namespaceSelector: {matchLabels: {l: y}}", "", false);
    row("the binding narrows it", newMaps, "matchResources: {objectSelector: {matchLabels: {l: y}}}, ",
        false);
    row("the binding means it too", newMaps, "matchResources: {objectSelector: {matchLabels: {l: x}}}, ",
        true);
    row("the binding's rules narrow it", newMaps,
        "matchResources: {resourceRules: [{apiGroups: [''], apiVersions: ['*'], operations: ['*'], "
        "resources: "
        "[pods]}]}, ",
        false);
}

void TestAdmissionPolicies::whatAreMeant()
{
    QFETCH(const std::string, constraints);
    QFETCH(const std::string, binding);
    QFETCH(const bool, isMeant);
    Lab lab;
    bindTo(lab, constraints, "validations: [{expression: 'false'}]", binding + "validationActions: [Deny]");
    QCOMPARE(lab.post(configMaps, "{metadata: {name: a, labels: {l: x}}}").code, isMeant ? 422 : 201);
}

void TestAdmissionPolicies::parameters_data()
{
    QTest::addColumn<std::string>("reference");
    QTest::addColumn<std::string>("expected");
    const auto row = [](const char *name, const std::string &reference, const std::string &expected) {
        QTest::newRow(name) << reference << expected;
    };
    row("by its name", "{name: small, namespace: kube-system, parameterNotFoundAction: Deny}",
        "422 Invalid: at most 1");
    row("of the same namespace", "{name: small, parameterNotFoundAction: Deny}",
        "422 Invalid: failed to configure binding: no params found for policy binding with `Deny` "
        "parameterNotFoundAction");
    row("that is not there", "{name: none, namespace: kube-system, parameterNotFoundAction: Allow}", "201");
    row("by labels",
        "{selector: {matchLabels: {size: large}}, namespace: kube-system, "
        "parameterNotFoundAction: Deny}",
        "201");
    row("all of them count", "{selector: {}, namespace: kube-system, parameterNotFoundAction: Deny}",
        "422 Invalid: at most 1");
    row("no labels fit",
        "{selector: {matchLabels: {size: huge}}, namespace: kube-system, "
        "parameterNotFoundAction: Deny}",
        "422 Invalid: failed to configure binding: no params found for policy binding with `Deny` "
        "parameterNotFoundAction");
}

void TestAdmissionPolicies::parameters()
{
    QFETCH(const std::string, reference);
    QFETCH(const std::string, expected);
    Lab lab;
    const std::string limits = "/api/v1/namespaces/kube-system/configmaps";
    for (const char *limit : {"{metadata: {name: small, labels: {size: small}}, data: {most: '1'}}",
             "{metadata: {name: large, labels: {size: large}}, data: {most: '9'}}"})
        mustBeMade(lab, limits, limit);
    bindTo(lab, newMaps,
        "paramKind: {apiVersion: v1, kind: ConfigMap}, variables: [{name: most, expression: "
        "'int(params.data.most)'}], validations: [{expression: 'object.data.size() <= "
        "variables.most', messageExpression: '\"at most \" + string(variables.most)'}]",
        "paramRef: " + reference + ", validationActions: [Deny]");
    COMPARE_TEXT(answerOf(lab.post(configMaps, "{metadata: {name: a}, data: {k: v, l: w}}")), expected);
}

void TestAdmissionPolicies::parametersOfAKindThatIsNotThere()
{
    Lab lab;
    bindTo(lab, newMaps,
        "paramKind: {apiVersion: zoo.example/v1, kind: Wombat}, validations: [{expression: 'true'}]",
        "paramRef: {name: a, parameterNotFoundAction: Allow}, validationActions: [Warn]");
    COMPARE_TEXT(message(lab.post(configMaps, "{metadata: {name: a}}")),
        "configmaps \"a\" is forbidden: ValidatingAdmissionPolicy 'p' denied request: failed to configure "
        "policy: "
        "failed to find resource referenced by paramKind: 'zoo.example/v1, Kind=Wombat'");
}

void TestAdmissionPolicies::changesAndDeletions()
{
    Lab lab;
    mustBeMade(lab, std::string(configMaps), "{metadata: {name: a}, data: {k: v}}");
    bindTo(lab, allMaps,
        "validations: [{expression: 'request.operation != \"UPDATE\" || object.data == oldObject.data', "
        "message: "
        "changed}, {expression: 'request.operation != \"DELETE\" || (object == null && "
        "!has(oldObject.metadata.labels))', message: kept}]");
    COMPARE_TEXT(answerOf(lab.patch(configMaps / "a", "{data: {k: w}}")), "422 Invalid: changed");
    COMPARE_TEXT(at(lab.get(configMaps / "a"), {"data", "k"}), "v");
    QCOMPARE(lab.patch(configMaps / "a", "{metadata: {labels: {l: x}}}").code, 200);
    COMPARE_TEXT(answerOf(lab.remove(configMaps / "a")), "422 Invalid: kept");
    QCOMPARE(lab.patch(configMaps / "a", "{metadata: {labels: null}}").code, 200);
    QCOMPARE(lab.remove(configMaps / "a").code, 200);
}

void TestAdmissionPolicies::collectionsAreDeletedOneByOne()
{
    Lab lab;
    for (const char *name : {"{metadata: {name: a}}", "{metadata: {name: b, labels: {kept: x}}}"})
        mustBeMade(lab, std::string(configMaps), name);
    bindTo(lab, allMaps, "validations: [{expression: '!has(oldObject.metadata.labels)'}]");
    QCOMPARE(lab.remove(configMaps).code, 422);
    COMPARE_TEXT(names(lab.get(configMaps)), "b");
}

void TestAdmissionPolicies::whatIsInNoNamespace()
{
    Lab lab;
    bindTo(lab,
        "namespaceSelector: {matchLabels: {guarded: x}}, resourceRules: [{apiGroups: [''], apiVersions: "
        "[v1], "
        "operations: [CREATE], resources: [namespaces, nodes]}]",
        "validations: [{expression: 'namespaceObject != null', message: in none}]");
    QCOMPARE(lab.post("/api/v1/namespaces", "{metadata: {name: free}}").code, 201);
    COMPARE_TEXT(answerOf(lab.post("/api/v1/namespaces", "{metadata: {name: n, labels: {guarded: x}}}")),
        "422 Invalid: in none");
    COMPARE_TEXT(answerOf(lab.post(nodes, "{metadata: {name: n}}")), "422 Invalid: in none"); // always meant
}

void TestAdmissionPolicies::subresources()
{
    Lab lab;
    mustBeMade(lab, std::string(pods), pod("a"));
    bindTo(lab,
        "resourceRules: [{apiGroups: [''], apiVersions: [v1], operations: ['*'], resources: [pods/status, "
        "pods/eviction]}]",
        "validations: [{expression: 'request.subResource == \"eviction\" && object.kind == \"Eviction\"', "
        "reason: "
        "Forbidden}]");
    QCOMPARE(lab.patch(pods / "a", "{metadata: {labels: {l: x}}}").code, 200);
    QCOMPARE(lab.patch(std::string(pods / "a") + "/status", "{status: {phase: Running}}").code, 403);
    QVERIFY(lab.post(std::string(pods / "a") + "/eviction",
                   "{apiVersion: policy/v1, kind: Eviction, metadata: {name: a}}")
                .code
        < 300);
}

void TestAdmissionPolicies::whoOnlyWarnsLetsPass()
{
    Lab lab;
    bindTo(lab, newMaps, "validations: [{expression: 'false', message: one}, {expression: 'true'}]",
        "validationActions: [Warn, Audit]");
    const Response made = lab.post(configMaps, "{metadata: {name: a}}");
    QCOMPARE(made.code, 201);
    QCOMPARE(warningsOf(made),
        std::vector<std::string> {
            "299 - \"Validation failed for ValidatingAdmissionPolicy 'p' with binding 'b': "
            "one\""});
    mustBeMade(lab, bindings, bindingOf("validationActions: [Audit]", "c"));
    QCOMPARE(lab.post(configMaps, "{metadata: {name: b}}").code, 201);
    mustBeMade(lab, bindings, bindingOf("validationActions: [Deny]", "d"));
    const Response refused = lab.post(configMaps, "{metadata: {name: c}}");
    COMPARE_TEXT(message(refused),
        "configmaps \"c\" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'd' denied request: one");
    QCOMPARE(warningsOf(refused).size(), std::size_t(1));
}

/// All validations together may cost ten times what one may.
void TestAdmissionPolicies::allTogetherMayCostTooMuch()
{
    std::string validations;
    for (int i = 0; i < 12; ++i)
        validations += "{expression: '" + costly() + "'}, ";
    Lab lab;
    bindTo(lab, newMaps, "validations: [" + validations + "{expression: 'true'}]");
    COMPARE_TEXT(answerOf(lab.post(configMaps, "{metadata: {name: a}}")),
        "422 Invalid: validation failed due to running out of cost budget, no further validation rules will "
        "be "
        "run");
}

void TestAdmissionPolicies::dryRunsAreJudgedToo()
{
    Lab lab;
    bindTo(lab, newMaps, "validations: [{expression: '!request.dryRun'}]");
    QCOMPARE(lab.post(std::string(configMaps) + "?dryRun=All", "{metadata: {name: a}}").code, 422);
    QCOMPARE(lab.post(configMaps, "{metadata: {name: a}}").code, 201);
}

void TestAdmissionPolicies::policiesSayNothingOfThemselves()
{
    Lab lab;
    bindTo(lab,
        "resourceRules: [{apiGroups: ['*'], apiVersions: ['*'], operations: ['*'], resources: ['*/*']}]",
        "validations: [{expression: 'false'}]");
    QCOMPARE(lab.post(configMaps, "{metadata: {name: a}}").code, 422);
    QCOMPARE(lab.post(group + "validatingwebhookconfigurations", "{metadata: {name: w}}").code, 422);
    QCOMPARE(lab.post("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
                    "{spec: {resourceAttributes: {verb: get, resource: pods}}}")
                 .code,
        201);
    QCOMPARE(lab.patch(policies / "p", "{spec: {failurePolicy: Ignore}}").code, 200);
    QCOMPARE(lab.remove(bindings / "b").code, 200);
    QCOMPARE(lab.post(configMaps, "{metadata: {name: a}}").code, 201);
}

void TestAdmissionPolicies::policiesComeAndGo()
{
    Lab lab;
    const std::string map = "{metadata: {generateName: m-}}";
    mustBeMade(lab, policies, policyOf(newMaps, "validations: [{expression: 'false'}]"));
    QCOMPARE(lab.post(configMaps, map).code, 201); // nobody has bound it
    mustBeMade(lab, bindings, bindingOf("validationActions: [Deny]"));
    QCOMPARE(lab.post(configMaps, map).code, 422);
    QCOMPARE(lab.patch(policies / "p", "{spec: {validations: [{expression: 'true'}]}}").code, 200);
    QCOMPARE(lab.post(configMaps, map).code, 201);
    QCOMPARE(lab.patch(policies / "p", "{spec: {validations: [{expression: 'false'}]}}").code, 200);
    QCOMPARE(lab.post(configMaps, map).code, 422);
    QCOMPARE(lab.remove(policies / "p").code, 200);
    QCOMPARE(lab.post(configMaps, map).code, 201);
}

void TestAdmissionPolicies::policiesSurviveARestart()
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("lab.db")).toStdString();
    Lab lab(path);
    bindTo(lab, newMaps, "validations: [{expression: 'false'}]");
    lab.server.reset();
    lab.open(path);
    QCOMPARE(lab.post(configMaps, "{metadata: {name: a}}").code, 422);
}

void TestAdmissionPolicies::heartbeatsAreJudgedToo()
{
    Lab lab;
    mustBeMade(lab, std::string(leases),
        "{metadata: {name: n}, spec: {holderIdentity: n, renewTime: "
        "'2025-11-20T10:00:00.000000Z'}}");
    const std::string renewal = "{spec: {renewTime: '2025-11-20T10:00:10.000000Z'}}";
    bindTo(lab,
        "resourceRules: [{apiGroups: [coordination.k8s.io], apiVersions: [v1], operations: [UPDATE], "
        "resources: "
        "[leases]}]",
        "validations: [{expression: 'object.spec.renewTime == oldObject.spec.renewTime'}]");
    QCOMPARE(lab.patch(leases / "n", renewal).code, 422);
    QCOMPARE(lab.remove(bindings / "b").code, 200);
    QCOMPARE(lab.patch(leases / "n", renewal).code, 200);
}

void TestAdmissionPolicies::otherVersionsAreEquivalent()
{
    const std::string scalers = "/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers";
    const std::string scaler =
        "{metadata: {name: a}, spec: {maxReplicas: 3, targetCPUUtilizationPercentage: 50, "
        "scaleTargetRef: {kind: Deployment, name: d}}}";
    const std::string rules =
        "resourceRules: [{apiGroups: [autoscaling], apiVersions: [v2], operations: [CREATE], resources: "
        "[horizontalpodautoscalers]}]";
    const std::string check =
        "validations: [{expression: 'object.apiVersion != \"autoscaling/v2\" || !has(object.spec.metrics)'}]";
    Lab lab;
    bindTo(lab, rules, check);
    QCOMPARE(lab.post(scalers, scaler).code, 422);
    Lab exact;
    bindTo(exact, "matchPolicy: Exact, " + rules, check);
    QCOMPARE(exact.post(scalers, scaler).code, 201);
}

void TestAdmissionPolicies::wrongPolicies_data()
{
    QTest::addColumn<std::string>("constraints");
    QTest::addColumn<std::string>("spec");
    QTest::addColumn<std::string>("expected");
    const auto row = [](const char *name, const std::string &constraints, const std::string &spec,
                         const std::string &expected) {
        QTest::newRow(name) << constraints << spec << expected;
    };
    const std::string fine = "validations: [{expression: 'true'}]";
    row("no rules", "", fine, "FieldValueRequired spec.matchConstraints.resourceRules: Required value");
    row("no validations", newMaps, "failurePolicy: Fail",
        "FieldValueRequired spec.validations: Required value: validations or auditAnnotations must contain "
        "at "
        "least one item; FieldValueRequired spec.auditAnnotations: Required value: validations or "
        "auditAnnotations must contain at least one item");
    row("an empty expression", newMaps, "validations: [{expression: ' '}]",
        "FieldValueRequired spec.validations[0].expression: Required value: expression is not specified");
    row("a type that is not a bool", newMaps, "validations: [{expression: 'true'}, {expression: '1'}]",
        "FieldValueInvalid spec.validations[1].expression: Invalid value: \"1\": must evaluate to bool but "
        "got "
        "int");
    row("a message that is no text", newMaps, "validations: [{expression: 'true', messageExpression: '1'}]",
        "FieldValueInvalid spec.validations[0].messageExpression: Invalid value: \"1\": must evaluate to "
        "string "
        "but got int");
    row("a message of two lines", newMaps, "validations: [{expression: 'true', message: \"a\\nb\"}]",
        "FieldValueInvalid spec.validations[0].message: Invalid value: \"a\\nb\": message must not contain "
        "line "
        "breaks");
    row("no such variable", newMaps, "validations: [{expression: 'params.x'}]",
        "FieldValueInvalid spec.validations[0].expression: Invalid value: \"params.x\": compilation failed: "
        "ERROR: <input>:1:1: undeclared reference to 'params' (in container '')\n | params.x\n | ^");
    row("messages know no authorizer", newMaps,
        "validations: [{expression: 'true', messageExpression: 'string(authorizer)'}]",
        "FieldValueInvalid spec.validations[0].messageExpression: Invalid value: \"string(authorizer)\": "
        "compilation failed: ERROR: <input>:1:8: undeclared reference to 'authorizer' (in container '')\n | "
        "string(authorizer)\n | .......^");
    row("a variable sees those before it", newMaps,
        "variables: [{name: a, expression: variables.b}, {name: b, expression: '1'}], " + fine,
        "FieldValueInvalid spec.variables[0].expression: Invalid value: \"variables.b\": compilation failed: "
        "ERROR: <input>:1:10: undefined field 'b'\n | variables.b\n | .........^");
    row("a variable has a name", newMaps, "variables: [{name: 1a, expression: '1'}], " + fine,
        "FieldValueInvalid spec.variables[0].name: Invalid value: \"1a\": name is not a valid CEL "
        "identifier");
    row("a condition is a bool", newMaps, "matchConditions: [{name: c, expression: '1'}], " + fine,
        "FieldValueInvalid spec.matchConditions[0].expression: Invalid value: \"1\": must evaluate to bool "
        "but "
        "got int");
    row("an annotation is a text", newMaps, "auditAnnotations: [{key: k, valueExpression: '1'}]",
        "FieldValueInvalid spec.auditAnnotations[0].valueExpression: Invalid value: \"1\": must evaluate to "
        "one "
        "of [string null_type] but got int");
    row("parameters have a kind", newMaps, "paramKind: {apiVersion: v1}, " + fine,
        "FieldValueRequired spec.paramKind.kind: Required value");
    row("an operation that is none",
        "resourceRules: [{apiGroups: [''], apiVersions: [v1], operations: [MAKE], resources: [pods]}]", fine,
        "FieldValueNotSupported spec.matchConstraints.resourceRules[0].operations[0]: Unsupported value: "
        "\"MAKE\": supported values: \"*\", \"CONNECT\", \"CREATE\", \"DELETE\", \"UPDATE\"");
}

void TestAdmissionPolicies::wrongPolicies()
{
    QFETCH(const std::string, constraints);
    QFETCH(const std::string, spec);
    QFETCH(const std::string, expected);
    Lab lab;
    const Response refused = lab.post(policies, policyOf(constraints, spec));
    COMPARE_TEXT(causes(refused), expected);
    QCOMPARE(refused.code, 422);
}

void TestAdmissionPolicies::wrongBindings_data()
{
    QTest::addColumn<std::string>("spec");
    QTest::addColumn<std::string>("expected");
    const auto row = [](const char *name, const std::string &spec, const std::string &expected) {
        QTest::newRow(name) << spec << expected;
    };
    const std::string deny = "validationActions: [Deny]";
    row("no action", "validationActions: []",
        "FieldValueRequired spec.validationActions: Required value: at least one validation action is "
        "required");
    row("one twice", "validationActions: [Deny, Deny]",
        "FieldValueDuplicate spec.validationActions[1]: Duplicate value: \"Deny\"");
    row("a denial is warning enough", "validationActions: [Deny, Warn]",
        "FieldValueInvalid spec.validationActions: Invalid value: [\"Deny\",\"Warn\"]: must not contain both "
        "Deny and Warn (repeating the same validation failure information in the API response and headers "
        "serves no purpose)");
    row("a name and labels",
        "paramRef: {name: a, selector: {matchLabels: {a: b}}, parameterNotFoundAction: Deny}, " + deny,
        "FieldValueForbidden spec.paramRef.name: Forbidden: name and selector are mutually exclusive");
    row("neither", "paramRef: {parameterNotFoundAction: Deny}, " + deny,
        "FieldValueRequired spec.paramRef: Required value: one of name or selector must be specified");
    row("what if there is none", "paramRef: {name: a}, " + deny,
        "FieldValueRequired spec.paramRef.parameterNotFoundAction: Required value");
}

void TestAdmissionPolicies::wrongBindings()
{
    QFETCH(const std::string, spec);
    QFETCH(const std::string, expected);
    Lab lab;
    const Response refused = lab.post(bindings, bindingOf(spec));
    COMPARE_TEXT(causes(refused), expected);
    QCOMPARE(refused.code, 422);
}

void TestAdmissionPolicies::whatAPolicyShows()
{
    Lab lab;
    const Response made = lab.post(
        policies + "?fieldValidation=Strict", policyOf(newMaps, "validations: [{expression: 'true'}]"));
    QVERIFY2(made.code == 201, message(made).c_str());
    QVERIFY(warningsOf(made).empty());
    COMPARE_TEXT(at(made, {"spec", "failurePolicy"}), "Fail");
    COMPARE_TEXT(at(made, {"spec", "matchConstraints", "matchPolicy"}), "Equivalent");
    COMPARE_TEXT(at(made, {"status", "observedGeneration"}), "1");
    const Response changed = lab.patch(policies / "p", "{spec: {failurePolicy: Ignore}}");
    COMPARE_TEXT(at(changed, {"metadata", "generation"}), "2");
    COMPARE_TEXT(at(changed, {"status", "observedGeneration"}), "2");
    const Response labelled = lab.patch(policies / "p", "{metadata: {labels: {l: x}}}");
    COMPARE_TEXT(at(labelled, {"status", "observedGeneration"}), "2");
}

void TestAdmissionPolicies::unknownFunctions()
{
    Lab lab;
    const Response made = lab.post(policies,
        policyOf(newMaps,
            "variables: [{name: t, expression: 'translate(object.data.k)'}], validations: [{expression: "
            "'translate(object.data.k) == \"x\"'}, {expression: 'variables.t == \"x\"'}, {expression: "
            "'object.data.k == \"v\"'}]"));
    QVERIFY2(made.code == 201, message(made).c_str());
    QCOMPARE(warningsOf(made),
        (std::vector<std::string> {"299 - \"spec.variables[0].expression: the rule is kept and not evaluated "
                                   "(undeclared reference to 'translate'): translate(object.data.k)\"",
            "299 - \"spec.validations[0].expression: the rule is kept and not evaluated (undeclared "
            "reference to "
            "'translate'): translate(object.data.k) == \\\"x\\\"\""}));
    mustBeMade(lab, bindings, bindingOf("validationActions: [Deny]"));
    QCOMPARE(lab.post(configMaps, "{metadata: {name: a}, data: {k: v}}").code, 201);
    QCOMPARE(lab.post(configMaps, "{metadata: {name: b}, data: {k: w}}").code, 422);
    QCOMPARE(
        lab.patch(policies / "p", "{spec: {matchConditions: [{name: c, expression: 'translate(\"\")'}]}}")
            .code,
        200);
    QCOMPARE(
        lab.post(configMaps, "{metadata: {name: b}, data: {k: w}}").code, 201); // who knows what it means
}

/// Each asks twice for the one before it: to evaluate them anew would double the work with each.
void TestAdmissionPolicies::variablesOfUnknownOnesAreEvaluatedOnce()
{
    constexpr int count = 40;
    std::string variables =
        "{name: v0, expression: 'translate(object.data.k)'}, {name: other, expression: '1'}";
    for (int i = 1; i <= count; ++i) {
        const std::string before = "variables.v" + std::to_string(i - 1);
        variables += ", {name: v" + std::to_string(i) + ", expression: '" + before + " || " + before + "'}";
    }
    const std::string last = "variables.v" + std::to_string(count);
    Lab lab;
    bindTo(lab, newMaps,
        "variables: [" + variables + "], validations: [{expression: '" + last + "'}, {expression: '" + last
            + "'}, {expression: 'object.data.k == \"v\" && variables.other == 1'}]");
    COMPARE_TEXT(answerOf(lab.post(configMaps, "{metadata: {name: a}, data: {k: v}}")), "201");
    QCOMPARE(lab.post(configMaps, "{metadata: {name: b}, data: {k: w}}").code, 422);
}

void TestAdmissionPolicies::unknownFunctionsAreRefused()
{
    Lab lab;
    lab.open(":memory:", true);
    COMPARE_TEXT(causes(lab.post(
                     policies, policyOf(newMaps, "validations: [{expression: 'translate(\"\") == \"\"'}]"))),
        "FieldValueForbidden spec.validations[0].expression: Forbidden: the rule can't be evaluated here: "
        "undeclared reference to 'translate'");
    QCOMPARE(lab.post(policies, policyOf(newMaps, "validations: [{expression: 'true'}]")).code, 201);
}

QTEST_GUILESS_MAIN(TestAdmissionPolicies)
#include "tst_admissionpolicies.moc"
