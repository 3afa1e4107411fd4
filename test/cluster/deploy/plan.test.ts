import { expect, test } from "vitest";
import { operatorNamespace, planDeploy } from "../../../src/cluster/deploy/plan.js";
import { simpleCrd } from "../../support/crds.js";

function object(apiVersion: string, kind: string, name = "a", namespace?: string) {
  return { apiVersion, kind, metadata: { name, ...(namespace === undefined ? {} : { namespace }) } };
}

test("what others need comes first, and webhooks only before objects of kinds that come with them", () => {
  const objects = [
    object("example.com/v1", "Bar"),
    object("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration"),
    object("cert-manager.io/v1", "Certificate"),
    object("apps/v1", "Deployment"),
    object("v1", "Service"),
    object("rbac.authorization.k8s.io/v1", "RoleBinding"),
    object("rbac.authorization.k8s.io/v1", "Role"),
    object("v1", "ServiceAccount"),
    object("v1", "ResourceQuota"),
    object("v1", "Namespace"),
    simpleCrd("example.com", "bars", "Bar"),
  ];
  const plan = planDeploy(objects).map(({ name, objects: members }) => [name, members.map(({ kind }) => kind)]);
  expect(plan).toEqual([
    ["crds", ["CustomResourceDefinition"]],
    ["namespaces", ["Namespace"]],
    ["settings", ["ResourceQuota", "ServiceAccount", "Role", "RoleBinding", "Certificate", "Service"]],
    ["workloads", ["Deployment"]],
    ["webhooks", ["ValidatingWebhookConfiguration"]],
    ["custom-resources", ["Bar"]],
  ]);
});

test.each([
  ["a Deployment of another group", object("example.com/v1", "Deployment"), "settings"],
  ["a Namespace of another group", object("example.com/v1", "Namespace"), "settings"],
  ["a CRD that is none", object("apiextensions.k8s.io/v1beta1", "CustomResourceDefinition"), "settings"],
  ["a policy of admission", object("admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicyBinding"), "webhooks"],
])("%s", (_, given, phase) => {
  expect(planDeploy([given]).map(({ name }) => name)).toEqual([phase]);
});

test("nothing has no phases", () => {
  expect(planDeploy([])).toEqual([]);
});

test("the operator's namespace is that of its workload, or the one that comes with it", () => {
  const namespace = object("v1", "Namespace", "n");
  expect(operatorNamespace([namespace, object("apps/v1", "Deployment", "d", "other")])).toBe("other");
  expect(operatorNamespace([namespace, object("apps/v1", "Deployment", "d")])).toBe("n");
  expect(operatorNamespace([object("v1", "ConfigMap", "c", "x")])).toBeUndefined();
});
