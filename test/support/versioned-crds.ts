/** CRDs with several versions, objects of an old version, and policies that reject their updates. */
import { expect } from "vitest";
import type { CustomResourceDefinition } from "../../src/cluster/crd.js";
import { type Client, mergePatch } from "../../src/kube/client.js";
import { type KubeObject, unstructured } from "../../src/kube/objects.js";
import { project } from "./bar-project.js";
import { simpleCrd } from "./crds.js";
import { recordingContext } from "./recording-context.js";
import { tempFolder } from "./temp-folder.js";

const group = "stored.example.com";

/** The versions of a CRD of the group `stored.example.com`. One of them is the storage version. */
export function versionedCrd(
  plural: string,
  kind: string,
  versions: readonly string[],
  stored: string,
): CustomResourceDefinition {
  const crd = simpleCrd(group, plural, kind);
  const [version] = crd.spec.versions;
  if (version === undefined) throw new Error("a CRD has a version");
  return {
    ...crd,
    spec: {
      ...crd.spec,
      versions: versions.map((name) => ({
        ...version,
        name,
        storage: name === stored,
      })),
    },
  };
}

/** The context of a project with these CRDs. */
export const contextOfCrds = (...crds: readonly CustomResourceDefinition[]) =>
  recordingContext({
    cwd: tempFolder({
      PROJECT: project,
      ...Object.fromEntries(crds.map((crd, index) => [`config/crd/bases/${index}.yaml`, JSON.stringify(crd)])),
    }),
    env: {},
  });

export function oldObject(kind: string, name: string): KubeObject & { spec: object } {
  return {
    apiVersion: `${group}/v1`,
    kind,
    metadata: { name, namespace: "default" },
    spec: { name },
  };
}

/**
 * Rejects all updates of the objects, except those of the object `good`, until the returned function is called. There must be an
 * object `bad`.
 */
export async function denyUpdates(client: Client, plural: string, kind: string): Promise<() => Promise<void>> {
  const policies = "admissionregistration.k8s.io/v1";
  const name = `${plural}.${group}`;
  const rule = {
    apiGroups: [group],
    apiVersions: ["*"],
    operations: ["UPDATE"],
    resources: [plural],
  };
  const validations = [{ expression: "object.metadata.name == 'good'", message: "it is bad" }];
  await client.create({
    apiVersion: policies,
    kind: "ValidatingAdmissionPolicy",
    metadata: { name },
    spec: { matchConstraints: { resourceRules: [rule] }, validations },
  } as KubeObject);
  await client.create({
    apiVersion: policies,
    kind: "ValidatingAdmissionPolicyBinding",
    metadata: { name },
    spec: { policyName: name, validationActions: ["Deny"] },
  } as KubeObject);
  const bad = { namespace: "default", name: "bad" };
  const label = mergePatch({ metadata: { labels: { a: "b" } } });
  const tryOne = (): Promise<string> =>
    client.patch(unstructured(`${group}/v1`, kind), bad, label, { dryRun: true }).then(() => "", String);
  await expect.poll(tryOne).toContain("it is bad");
  return async () => {
    await client.delete(unstructured(policies, "ValidatingAdmissionPolicyBinding"), { name });
    await client.delete(unstructured(policies, "ValidatingAdmissionPolicy"), {
      name,
    });
  };
}
