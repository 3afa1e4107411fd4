import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { MutatingAdmissionPolicyBinding } from "../../../src/k8s/admissionregistration/v1.js";
import { MutatingAdmissionPolicy } from "../../../src/k8s/admissionregistration/v1.js";
import type { ConfigMap } from "../../../src/k8s/core/v1.js";
import { isKindNotServed } from "../../../src/kube/api-error.js";
import { TestEnvironment } from "../../../src/testing/environment/test-environment.js";

const policy: MutatingAdmissionPolicy = {
  apiVersion: "admissionregistration.k8s.io/v1",
  kind: "MutatingAdmissionPolicy",
  metadata: { name: "label" },
  spec: {
    matchConstraints: {
      resourceRules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] }],
    },
    mutations: [
      {
        patchType: "ApplyConfiguration",
        applyConfiguration: { expression: "Object{metadata: Object.metadata{labels: {'team': 'a'}}}" },
      },
    ],
    reinvocationPolicy: "Never",
  },
};
const binding: MutatingAdmissionPolicyBinding = {
  apiVersion: "admissionregistration.k8s.io/v1",
  kind: "MutatingAdmissionPolicyBinding",
  metadata: { name: "label" },
  spec: { policyName: "label" },
};

describe("an environment of the default version, Kubernetes 1.37", () => {
  let environment: TestEnvironment;
  beforeAll(async () => {
    environment = await TestEnvironment.start({ server: "embedded", objects: [policy, binding] });
  });
  afterAll(() => environment.stop());

  test("lets a mutating policy change objects", async () => {
    const metadata = { name: "a", namespace: "default" };
    const created = await environment.client.create<ConfigMap>({ apiVersion: "v1", kind: "ConfigMap", metadata });
    expect(created.metadata.labels).toEqual({ team: "a" });
  });
});

test("an environment of Kubernetes 1.35 does not serve mutating policies", async () => {
  const environment = await TestEnvironment.start({ kubernetesVersion: "1.35" });
  try {
    await expect(environment.client.list(MutatingAdmissionPolicy)).rejects.toSatisfy(isKindNotServed);
  } finally {
    await environment.stop();
  }
});
