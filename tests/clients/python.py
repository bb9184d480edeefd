#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What programs do with the official Python client (Debian's python3-kubernetes), against the kubeconfig in
$KUBECONFIG. Prints a line for each thing that works; the first that does not ends it with a trace."""
import datetime
import json
import sys
import threading

try:
    from kubernetes import __version__, client, config, dynamic, utils, watch
except ModuleNotFoundError as missing:
    print(f"{missing} (Debian's python3-kubernetes)")
    sys.exit(77)
from kubernetes.client.rest import ApiException
from kubernetes.dynamic.exceptions import ConflictError
from kubernetes.leaderelection import electionconfig, leaderelection
from kubernetes.leaderelection.resourcelock.configmaplock import ConfigMapLock
from kubernetes.stream import stream

NAMESPACE = "clients-python"
MACHINE_SETS = ("machine.openshift.io", "v1beta1", "default", "machinesets")


def as_applied(body):
    """The dynamic client applies objects since its version 25; before, it sends none as YAML, only text."""
    return body if int(__version__.split(".")[0]) >= 25 else json.dumps(body)


def eventually(condition, seconds=60):
    end = datetime.datetime.now() + datetime.timedelta(seconds=seconds)
    pause = threading.Event()
    while not condition():
        assert datetime.datetime.now() < end, f"still not so after {seconds} s"
        pause.wait(0.1)


def refused(code, call, *arguments, **named):
    try:
        call(*arguments, **named)
    except ApiException as refusal:
        assert refusal.status == code, f"{refusal.status} instead of {code}: {refusal.body}"
        return refusal
    raise AssertionError(f"was not refused with {code}")


def deployment(replicas):
    labels = {"app": "web"}
    return client.V1Deployment(
        metadata=client.V1ObjectMeta(name="web", labels=labels),
        spec=client.V1DeploymentSpec(
            replicas=replicas,
            selector=client.V1LabelSelector(match_labels=labels),
            template=client.V1PodTemplateSpec(
                metadata=client.V1ObjectMeta(labels=labels),
                spec=client.V1PodSpec(
                    tolerations=[client.V1Toleration(operator="Exists")],
                    containers=[client.V1Container(name="web", image="nginx:1.25")]))))


def reads_every_typed_list():
    core, apps = client.CoreV1Api(), client.AppsV1Api()
    for listing in (
            core.list_namespace, core.list_node, core.list_pod_for_all_namespaces,
            core.list_service_for_all_namespaces, core.list_service_account_for_all_namespaces,
            core.list_config_map_for_all_namespaces, core.list_secret_for_all_namespaces,
            core.list_event_for_all_namespaces, core.list_endpoints_for_all_namespaces,
            core.list_limit_range_for_all_namespaces, core.list_resource_quota_for_all_namespaces,
            core.list_persistent_volume, core.list_persistent_volume_claim_for_all_namespaces,
            core.list_replication_controller_for_all_namespaces, core.list_pod_template_for_all_namespaces,
            apps.list_deployment_for_all_namespaces,
            apps.list_daemon_set_for_all_namespaces, apps.list_stateful_set_for_all_namespaces,
            apps.list_replica_set_for_all_namespaces, apps.list_controller_revision_for_all_namespaces,
            client.BatchV1Api().list_job_for_all_namespaces,
            client.CoordinationV1Api().list_lease_for_all_namespaces,
            client.PolicyV1Api().list_pod_disruption_budget_for_all_namespaces,
            client.NetworkingV1Api().list_ingress_for_all_namespaces,
            client.NetworkingV1Api().list_network_policy_for_all_namespaces,
            client.RbacAuthorizationV1Api().list_cluster_role,
            client.RbacAuthorizationV1Api().list_role_for_all_namespaces,
            client.StorageV1Api().list_storage_class, client.StorageV1Api().list_csi_node,
            client.SchedulingV1Api().list_priority_class,
            client.AutoscalingV1Api().list_horizontal_pod_autoscaler_for_all_namespaces,
            client.ApiextensionsV1Api().list_custom_resource_definition,
            client.AdmissionregistrationV1Api().list_validating_webhook_configuration,
            client.CertificatesV1Api().list_certificate_signing_request):
        assert listing().metadata.resource_version, listing.__name__


def tells_its_version():
    assert int(client.VersionApi().get_code().major) == 1
    assert client.ApisApi().get_api_versions().groups


def makes_a_namespace():
    client.CoreV1Api().create_namespace(client.V1Namespace(metadata=client.V1ObjectMeta(name=NAMESPACE)))
    eventually(lambda: client.CoreV1Api().list_namespaced_service_account(NAMESPACE).items)


def creates_reads_patches_and_deletes():
    core = client.CoreV1Api()
    core.create_namespaced_config_map(
        NAMESPACE, client.V1ConfigMap(metadata=client.V1ObjectMeta(name="one"), data={"a": "1"}))
    refused(409, core.create_namespaced_config_map, NAMESPACE,
            client.V1ConfigMap(metadata=client.V1ObjectMeta(name="one")))
    patched = core.patch_namespaced_config_map("one", NAMESPACE, {"data": {"b": "2"}})
    assert patched.data == {"a": "1", "b": "2"}
    stale = core.read_namespaced_config_map("one", NAMESPACE)
    core.patch_namespaced_config_map("one", NAMESPACE, [{"op": "remove", "path": "/data/a"}])
    refused(409, core.replace_namespaced_config_map, "one", NAMESPACE, stale)
    assert core.delete_namespaced_config_map("one", NAMESPACE).status == "Success"
    refused(404, core.read_namespaced_config_map, "one", NAMESPACE)


def watches_from_where_it_listed():
    core = client.CoreV1Api()
    listed = core.list_namespaced_config_map(NAMESPACE)
    seen = []
    core.create_namespaced_config_map(
        NAMESPACE, client.V1ConfigMap(metadata=client.V1ObjectMeta(name="seen")))
    core.delete_namespaced_config_map("seen", NAMESPACE)
    watcher = watch.Watch()
    for event in watcher.stream(core.list_namespaced_config_map, NAMESPACE,
                                resource_version=listed.metadata.resource_version, timeout_seconds=30):
        seen.append((event["type"], event["object"].metadata.name))
        if seen[-1] == ("DELETED", "seen"):
            watcher.stop()
    assert seen == [("ADDED", "seen"), ("DELETED", "seen")], seen


def pages_through_a_list():
    core, names, token = client.CoreV1Api(), set(), None
    for number in range(7):
        metadata = client.V1ObjectMeta(name=f"page-{number}", labels={"p": "y"})
        core.create_namespaced_secret(NAMESPACE, client.V1Secret(metadata=metadata))
    while True:
        page = core.list_namespaced_secret(NAMESPACE, label_selector="p=y", limit=3, _continue=token)
        assert len(page.items) <= 3
        names |= {item.metadata.name for item in page.items}
        token = page.metadata._continue
        if not token:
            break
    assert len(names) == 7, names
    core.delete_collection_namespaced_secret(NAMESPACE, label_selector="p=y")
    assert not core.list_namespaced_secret(NAMESPACE, label_selector="p=y").items


def runs_a_deployment_on_hollow_nodes():
    apps, core = client.AppsV1Api(), client.CoreV1Api()
    apps.create_namespaced_deployment(NAMESPACE, deployment(2))
    ready = lambda wanted: (apps.read_namespaced_deployment_status("web", NAMESPACE).status.ready_replicas
                            or 0) == wanted
    eventually(lambda: ready(2))
    scale = apps.patch_namespaced_deployment_scale("web", NAMESPACE, {"spec": {"replicas": 3}})
    assert scale.spec.replicas == 3
    eventually(lambda: ready(3))
    pod = core.list_namespaced_pod(NAMESPACE, label_selector="app=web").items[0]
    assert pod.spec.node_name and pod.status.pod_ip and pod.status.phase == "Running"
    assert isinstance(core.read_namespaced_pod_log(pod.metadata.name, NAMESPACE), str)
    core.create_namespaced_pod_eviction(
        pod.metadata.name, NAMESPACE,
        client.V1Eviction(metadata=client.V1ObjectMeta(name=pod.metadata.name, namespace=NAMESPACE)))
    eventually(lambda: pod.metadata.name not in
               {each.metadata.name for each in core.list_namespaced_pod(NAMESPACE).items})
    eventually(lambda: ready(3))
    apps.delete_namespaced_deployment("web", NAMESPACE, propagation_policy="Foreground")
    eventually(lambda: not core.list_namespaced_pod(NAMESPACE, label_selector="app=web").items)


def is_told_what_a_hollow_pod_cannot_do():
    core = client.CoreV1Api()
    pod = core.list_pod_for_all_namespaces(field_selector="status.phase=Running").items[0]
    try:
        said = stream(core.connect_get_namespaced_pod_exec, pod.metadata.name, pod.metadata.namespace,
                      command=["true"], stdout=True, stderr=True)
    except ApiException as refusal:
        said = str(refusal)
    assert "Forbidden" not in said, said


def scales_machines():
    custom, core = client.CustomObjectsApi(), client.CoreV1Api()
    found = custom.list_namespaced_custom_object(*MACHINE_SETS)["items"]
    name, replicas = found[0]["metadata"]["name"], found[0]["spec"]["replicas"]
    nodes = len(core.list_node().items)
    scale_to = lambda wanted: custom.patch_namespaced_custom_object_scale(
        *MACHINE_SETS, name, {"spec": {"replicas": wanted}})
    assert scale_to(replicas + 1)["spec"]["replicas"] == replicas + 1
    eventually(lambda: len(core.list_node().items) == nodes + 1)
    scale_to(replicas)
    eventually(lambda: len(core.list_node().items) == nodes)


def defines_a_kind_and_uses_it_dynamically():
    definition = {
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "metadata": {"name": "cats.clients.example.com"},
        "spec": {
            "group": "clients.example.com", "scope": "Namespaced",
            "names": {"plural": "cats", "kind": "Cat"},
            "versions": [{
                "name": "v1", "served": True, "storage": True, "subresources": {"status": {}},
                "schema": {"openAPIV3Schema": {"type": "object", "properties": {
                    "spec": {"type": "object", "properties": {"lives": {"type": "integer", "maximum": 9}}},
                    "status": {"type": "object", "x-kubernetes-preserve-unknown-fields": True}}}}}]}}
    utils.create_from_dict(client.ApiClient(), definition)
    extensions = client.ApiextensionsV1Api()
    established = lambda: any(
        condition.type == "Established" and condition.status == "True" for condition in
        extensions.read_custom_resource_definition("cats.clients.example.com").status.conditions or [])
    eventually(established)
    resources = dynamic.DynamicClient(client.ApiClient()).resources
    cats = resources.get(api_version="clients.example.com/v1", kind="Cat")
    cat = {"apiVersion": "clients.example.com/v1", "kind": "Cat", "metadata": {"name": "tom"},
           "spec": {"lives": 9}}
    made = cats.create(body=cat, namespace=NAMESPACE)
    try:
        cats.create(body=cat, namespace=NAMESPACE)
        raise AssertionError("two of one name")
    except ConflictError:
        pass
    cat["spec"]["lives"] = 10
    cat["metadata"]["resourceVersion"] = made.metadata.resourceVersion
    try:
        cats.replace(body=cat, namespace=NAMESPACE)
        raise AssertionError("ten lives")
    except dynamic.exceptions.UnprocessibleEntityError as refusal:
        assert "spec.lives" in refusal.body.decode(), refusal.body
    applied = cats.server_side_apply(
        body=as_applied({"apiVersion": "clients.example.com/v1", "kind": "Cat", "metadata": {"name": "tom"},
                         "spec": {"lives": 8}}),
        name="tom", namespace=NAMESPACE, field_manager="clients", force_conflicts=True)
    assert applied.spec.lives == 8
    assert cats.status.patch(body={"status": {"mood": "fine"}}, name="tom", namespace=NAMESPACE,
                             content_type="application/merge-patch+json").status.mood == "fine"
    cats.delete(name="tom", namespace=NAMESPACE)
    extensions.delete_custom_resource_definition("cats.clients.example.com")


def leads_with_a_lock():
    leads = threading.Event()
    lock = ConfigMapLock("leader", NAMESPACE, "this-one")
    election = leaderelection.LeaderElection(electionconfig.Config(
        lock, lease_duration=3, renew_deadline=2, retry_period=1, onstarted_leading=leads.set,
        onstopped_leading=lambda: None))
    threading.Thread(target=election.run, daemon=True).start()
    assert leads.wait(20)
    held = client.CoreV1Api().read_namespaced_config_map("leader", NAMESPACE)
    assert "this-one" in held.metadata.annotations["control-plane.alpha.kubernetes.io/leader"]


def asks_what_it_may():
    review = client.AuthorizationV1Api().create_self_subject_access_review(client.V1SelfSubjectAccessReview(
        spec=client.V1SelfSubjectAccessReviewSpec(
            resource_attributes=client.V1ResourceAttributes(verb="delete", resource="nodes"))))
    assert review.status.allowed


def takes_everything_away_with_the_namespace():
    core = client.CoreV1Api()
    core.delete_namespace(NAMESPACE)
    eventually(lambda: NAMESPACE not in {each.metadata.name for each in core.list_namespace().items})


def main():
    config.load_kube_config()
    for step in (
            tells_its_version, reads_every_typed_list, makes_a_namespace, creates_reads_patches_and_deletes,
            watches_from_where_it_listed, pages_through_a_list, runs_a_deployment_on_hollow_nodes,
            is_told_what_a_hollow_pod_cannot_do, scales_machines, defines_a_kind_and_uses_it_dynamically,
            leads_with_a_lock, asks_what_it_may, takes_everything_away_with_the_namespace):
        step()
        print("works:", step.__name__.replace("_", " "), flush=True)


main()
