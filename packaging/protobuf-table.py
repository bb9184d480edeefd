#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints resources/protobuf.txt: how Kubernetes' protobuf messages translate to JSON.

Usage: protobuf-table.py <kubernetes/api> <apimachinery> <apiextensions-apiserver> <kube-aggregator> <metrics>
> resources/protobuf.txt, given a checkout of each.
Field numbers and types come from the .proto files, JSON names and what is optional from the tags in types.go.
"""
import pathlib
import re
import sys

API = ["admissionregistration/v1", "apps/v1", "authentication/v1", "authorization/v1", "autoscaling/v1",
       "autoscaling/v2", "batch/v1", "batch/v1beta1", "certificates/v1", "coordination/v1",
       "core/v1", "discovery/v1", "events/v1", "networking/v1", "node/v1",
       "policy/v1", "policy/v1beta1", "rbac/v1", "scheduling/v1", "storage/v1"]
OTHERS = {"pkg/apis/apiextensions/v1": "apiextensions", "pkg/apis/apiregistration/v1": "apiregistration",
          "pkg/apis/metrics/v1beta1": "metricsv1beta1"}  # each in a checkout of its own, in their order
MACHINERY = {"pkg/apis/meta/v1": "meta", "pkg/api/resource": "resource", "pkg/runtime": "runtime",
             "pkg/util/intstr": "intstr"}
ROOTS = """core.Pod core.Node core.Service core.ConfigMap core.Secret core.Namespace core.ServiceAccount
core.Event core.Endpoints core.Binding apps.Deployment apps.ReplicaSet apps.DaemonSet batch.Job
coordination.Lease policy.PodDisruptionBudget policy.Eviction policyv1beta1.Eviction rbac.Role
rbac.RoleBinding rbac.ClusterRole rbac.ClusterRoleBinding authorization.SelfSubjectAccessReview
authorization.SelfSubjectRulesReview authorization.SubjectAccessReview authorization.LocalSubjectAccessReview
authentication.SelfSubjectReview authentication.TokenRequest authentication.TokenReview autoscaling.Scale
events.Event meta.DeleteOptions meta.Status core.PersistentVolume core.PersistentVolumeClaim
core.ReplicationController core.PodTemplate core.ResourceQuota core.LimitRange apps.StatefulSet
apps.ControllerRevision batch.CronJob batchv1beta1.CronJob autoscaling.HorizontalPodAutoscaler
autoscalingv2.HorizontalPodAutoscaler storage.StorageClass storage.VolumeAttachment storage.CSIStorageCapacity
storage.CSIDriver storage.CSINode discovery.EndpointSlice networking.Ingress networking.IngressClass
networking.NetworkPolicy node.RuntimeClass policyv1beta1.PodDisruptionBudget scheduling.PriorityClass
certificates.CertificateSigningRequest admissionregistration.ValidatingWebhookConfiguration
admissionregistration.MutatingWebhookConfiguration admissionregistration.ValidatingAdmissionPolicy
admissionregistration.ValidatingAdmissionPolicyBinding core.ComponentStatus
apiextensions.CustomResourceDefinition apiregistration.APIService metricsv1beta1.NodeMetrics
metricsv1beta1.PodMetrics""".split()
SPECIAL = {"meta.Time", "meta.MicroTime", "meta.Duration", "meta.FieldsV1", "resource.Quantity",
           "runtime.RawExtension", "intstr.IntOrString", "apiextensions.JSON",
           "apiextensions.JSONSchemaPropsOrArray", "apiextensions.JSONSchemaPropsOrBool",
           "apiextensions.JSONSchemaPropsOrStringArray"}
SCALARS = {"string": "s", "bytes": "y", "bool": "b", "int32": "i", "int64": "l", "double": "d"}

messages = {}  # "core.Pod": (package, [(label, type, name, number)])
tags = {}  # "core.Pod": {number: (json name, is pointer, has omitempty)}; no name: inline
aliases = {}  # "k8s.io.api.core.v1": "core"


def read(folder, alias):
    text = re.sub(r"//.*", "", (folder / "generated.proto").read_text())
    package = re.search(r"^package ([\w.]+);", text, re.M).group(1)
    aliases[package] = alias
    field = r"(optional|repeated)?\s*(map<[^>]+>|[\w.]+)\s+(\w+)\s*=\s*(\d+);"
    for message in re.finditer(r"^message (\w+) \{(.*?)^\}", text, re.M | re.S):
        messages[f"{alias}.{message[1]}"] = (package, re.findall(field, message[2]))
    declared = "".join(types.read_text() for types in sorted(folder.glob("types*.go")))
    for struct in re.finditer(r"^type (\w+) struct \{(.*?)^\}", declared, re.M | re.S):
        found = tags.setdefault(f"{alias}.{struct[1]}", {})
        for declaration, tag in re.findall(r"^\s*([\w.*\[\] ]+?)\s*`([^`]*)`", struct[2], re.M):
            json = re.search(r'json:"([^",]*)([^"]*)"', tag)
            number = re.search(r'protobuf:"[^"]*?,(\d+),', tag)
            if json and number:
                pointer = declaration.split()[-1].startswith("*")
                found[number[1]] = (json[1], pointer, "omitempty" in json[2])


def resolved(package, name):
    if name in SCALARS:
        return SCALARS[name]
    outer, _, inner = name.lstrip(".").rpartition(".")
    alias = aliases.get(outer or package)
    return alias and f"{alias}.{inner}"


def line(name, todo):
    package, fields = messages[name]
    parts = []
    for label, kind, field, number in fields:
        json, pointer, omitempty = tags.get(name, {}).get(number, ("", False, True))
        shape = "{}" if kind.startswith("map<") else "[]" if label == "repeated" else ""
        inner = resolved(package, re.sub(r"map<\w+,\s*|>", "", kind))
        if not inner:
            continue  # from a group that the lab does not know
        if inner not in SCALARS.values():
            todo.append(inner)
        always = not shape and not omitempty and inner in SCALARS.values()
        flag = "*" if pointer and not shape else "!" if always else ""
        parts.append(f"{json or '^'}={number}:{shape}{inner}{flag}")
    return " ".join([name, *parts])


def main():
    api, machinery, *others = map(pathlib.Path, sys.argv[1:])
    for folder in API:
        group, version = folder.split("/")
        read(api / folder, group + (version if version != "v1" else ""))
    for folder, alias in MACHINERY.items():
        read(machinery / folder, alias)
    for checkout, (folder, alias) in zip(others, OTHERS.items(), strict=True):
        read(checkout / folder, alias)
    lines = {}
    todo = list(ROOTS)
    while todo:
        name = todo.pop()
        if name not in lines and name not in SPECIAL:
            lines[name] = line(name, todo)
    print("# Made by packaging/protobuf-table.py: message, then JSON name=field number:type for each field.")
    print("# s text, y bytes, b bool, i integer of 32 bits, l of 64, d double; [] repeated, {} map;")
    print("# * optional (zero counts), ! zero is written; "
          "^ the members of the inner message stand in the outer one.")
    print("\n".join(lines[name] for name in sorted(lines)))


main()
