// SPDX-License-Identifier: GPL-3.0-or-later
// What programs do with the official JavaScript client (@kubernetes/client-node), against the kubeconfig in
// $KUBECONFIG. Prints a line for each thing that works; the first that does not ends it with a trace.
import assert from "node:assert/strict";
import {setTimeout as pause} from "node:timers/promises";
import * as k8s from "@kubernetes/client-node";

const namespace = "clients-javascript";
const machineSets = {
    group: "machine.openshift.io",
    version: "v1beta1",
    namespace: "default",
    plural: "machinesets",
};

const config = new k8s.KubeConfig();
config.loadFromDefault();
const core = config.makeApiClient(k8s.CoreV1Api);
const apps = config.makeApiClient(k8s.AppsV1Api);
const custom = config.makeApiClient(k8s.CustomObjectsApi);
const objects = k8s.KubernetesObjectApi.makeApiClient(config);

async function eventually(condition, seconds = 60) {
    for (const end = Date.now() + seconds * 1000; !await condition(); await pause(100))
        assert(Date.now() < end, `still not so after ${seconds} s`);
}

async function refused(code, call) {
    await assert.rejects(call, error => {
        assert.equal(error.code, code);
        return true;
    });
}

const configMap = (name, data) => ({apiVersion: "v1", kind: "ConfigMap", metadata: {name, namespace}, data});

const deployment = replicas => ({
    metadata: {name: "web"},
    spec: {
        replicas,
        selector: {matchLabels: {app: "web"}},
        template: {
            metadata: {labels: {app: "web"}},
            spec: {tolerations: [{operator: "Exists"}], containers: [{name: "web", image: "nginx:1.25"}]},
        },
    },
});

const steps = {
    async "tells its version"() {
        assert.equal((await config.makeApiClient(k8s.VersionApi).getCode()).major, "1");
    },
    async "makes a namespace"() {
        await core.createNamespace({body: {metadata: {name: namespace}}});
    },
    async "creates reads patches and deletes"() {
        await core.createNamespacedConfigMap({namespace, body: configMap("one", {a: "1"})});
        await refused(409, core.createNamespacedConfigMap({namespace, body: configMap("one")}));
        const patched = await core.patchNamespacedConfigMap(
            {namespace, name: "one", body: {data: {b: "2"}}},
            k8s.setHeaderOptions("Content-Type", k8s.PatchStrategy.StrategicMergePatch));
        assert.deepEqual(patched.data, {a: "1", b: "2"});
        const less = await core.patchNamespacedConfigMap(
            {namespace, name: "one", body: [{op: "remove", path: "/data/a"}]},
            k8s.setHeaderOptions("Content-Type", k8s.PatchStrategy.JsonPatch));
        assert.deepEqual(less.data, {b: "2"});
        await refused(409, core.replaceNamespacedConfigMap({namespace, name: "one", body: patched}));
        await core.deleteNamespacedConfigMap({namespace, name: "one"});
        await refused(404, core.readNamespacedConfigMap({namespace, name: "one"}));
    },
    async "applies any object"() {
        const made = await objects.create(configMap("any", {a: "1"}));
        assert(made.metadata.uid);
        const applied = await objects.patch(configMap("any", {a: "2"}), undefined, undefined, "clients", true,
            k8s.PatchStrategy.ServerSideApply);
        assert.equal(applied.data.a, "2");
        assert.equal((await objects.list("v1", "ConfigMap", namespace)).items.filter(
            each => each.metadata.name === "any").length, 1);
        await objects.delete(configMap("any"));
    },
    async "watches from where it listed"() {
        const listed = await core.listNamespacedConfigMap({namespace});
        const seen = [];
        const request = await new k8s.Watch(config).watch(`/api/v1/namespaces/${namespace}/configmaps`,
            {resourceVersion: listed.metadata.resourceVersion},
            (type, object) => seen.push(`${type} ${object.metadata.name}`), () => {});
        await core.createNamespacedConfigMap({namespace, body: configMap("seen")});
        await core.deleteNamespacedConfigMap({namespace, name: "seen"});
        await eventually(() => seen.length === 2);
        request.abort();
        assert.deepEqual(seen, ["ADDED seen", "DELETED seen"]);
    },
    async "follows nodes with an informer"() {
        const lists = {count: 0};
        const informer = k8s.makeInformer(config, "/api/v1/nodes", () => {
            ++lists.count;
            return core.listNode();
        });
        informer.on("error", error => {
            assert.equal(error.type, "aborted"); // which is how it stops
        });
        await informer.start();
        const set = (await custom.listNamespacedCustomObject(machineSets)).items[0];
        const nodes = informer.list().length;
        const scale = replicas => custom.patchNamespacedCustomObjectScale(
            {...machineSets, name: set.metadata.name, body: {spec: {replicas}}},
            k8s.setHeaderOptions("Content-Type", k8s.PatchStrategy.MergePatch));
        await scale(set.spec.replicas + 1);
        await eventually(() => informer.list().length === nodes + 1);
        await scale(set.spec.replicas);
        await eventually(() => informer.list().length === nodes);
        await informer.stop();
        assert.equal(lists.count, 1);
    },
    async "runs a deployment on hollow nodes"() {
        await apps.createNamespacedDeployment({namespace, body: deployment(2)});
        const ready = async () =>
            (await apps.readNamespacedDeploymentStatus({namespace, name: "web"})).status.readyReplicas;
        await eventually(async () => await ready() === 2);
        const pods = await core.listNamespacedPod({namespace, labelSelector: "app=web"});
        const name = pods.items[0].metadata.name;
        assert.equal(typeof await core.readNamespacedPodLog({namespace, name}), "string");
        await core.createNamespacedPodEviction({namespace, name, body: {metadata: {name, namespace}}});
        await eventually(async () => await ready() === 2);
        await apps.deleteNamespacedDeployment({namespace, name: "web"});
    },
    async "shows what nodes carry"() {
        const capacities = await k8s.topNodes(core);
        assert(capacities.length > 0 && Number(capacities[0].CPU.Capacity) > 0);
    },
    async "takes everything away with the namespace"() {
        await core.deleteNamespace({name: namespace});
        const isThere = each => each.metadata.name === namespace;
        await eventually(async () => !(await core.listNamespace()).items.some(isThere));
    },
};

for (const [name, step] of Object.entries(steps)) {
    await step();
    console.log(`works: ${name}`);
}
