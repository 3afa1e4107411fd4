import { describe, expect, test } from "vitest";
import { BuiltInTypes } from "../../../src/apiserver/types/built-in-types.js";
import type { TypeNode } from "../../../src/apiserver/types/type-node.js";
import { GoFields } from "../../../src/schema/go-fields.js";
import { OpenApiData } from "../../../src/schema/openapi-data.js";

const data = new OpenApiData();
const types = new BuiltInTypes(data, new GoFields());

function at(apiVersion: string, kind: string, path: string): TypeNode | undefined {
  const parts = path === "" ? [] : path.split(".");
  return parts.reduce<TypeNode | undefined>(
    (node, part) => (part === "[]" ? node?.items : node?.field(part)),
    types.ofKind(apiVersion, kind),
  );
}

describe("a built-in kind's type", () => {
  test.each<[apiVersion: string, kind: string, path: string, want: Partial<TypeNode>]>([
    ["apps/v1", "Deployment", "", { type: "object", typeName: "Deployment", keepsUnknown: false }],
    ["apps/v1", "Deployment", "spec.replicas", { type: "integer", format: "int32" }],
    ["apps/v1", "Deployment", "spec", { typeName: "DeploymentSpec", required: ["selector", "template"] }],
    ["apps/v1", "Deployment", "spec.strategy", { patchStrategy: "retainKeys", typeName: "DeploymentStrategy" }],
    ["apps/v1", "Deployment", "spec.selector", { mapType: "atomic" }],
    ["apps/v1", "Deployment", "spec.template.spec.containers", { listType: "map", listMapKeys: ["name"] }],
    ["v1", "Pod", "spec.containers", { patchStrategy: "merge", patchMergeKey: "name" }],
    ["v1", "Pod", "spec.containers.[].ports", { listMapKeys: ["containerPort", "protocol"] }],
    ["v1", "Pod", "spec.containers.[].ports.[].protocol", { type: "string", default: "TCP" }],
    ["v1", "Pod", "spec.containers.[].resources.limits.cpu", { type: "any", format: "quantity" }],
    ["v1", "Pod", "spec.containers.[].args", { type: "array", listType: "atomic" }],
    ["v1", "Pod", "spec.nodeSelector", { type: "object", mapType: "atomic" }],
    ["v1", "Pod", "metadata", { typeName: "ObjectMeta" }],
    ["v1", "Pod", "metadata.finalizers", { listType: "set", patchStrategy: "merge" }],
    ["v1", "Pod", "metadata.labels.anything", { type: "string" }],
    ["v1", "Pod", "metadata.creationTimestamp", { type: "string", format: "date-time" }],
    ["v1", "Pod", "metadata.managedFields.[].fieldsV1", { type: "any", keepsUnknown: true }],
    ["v1", "Service", "spec.ports.[].targetPort", { type: "any", format: "int-or-string" }],
    ["v1", "PersistentVolume", "spec.claimRef", { mapType: "granular", typeName: "ObjectReference" }],
    ["v1", "Pod", "spec.volumes.[].secret.items.[].key", { type: "string" }],
    ["coordination.k8s.io/v1", "Lease", "spec.renewTime", { type: "string", format: "micro-time" }],
    ["apps/v1", "ControllerRevision", "data", { type: "any", mapType: "atomic" }],
    ["rbac.authorization.k8s.io/v1", "ClusterRole", "rules.[].verbs", { type: "array" }],
    [
      "apiextensions.k8s.io/v1",
      "CustomResourceDefinition",
      "spec.versions.[].schema.openAPIV3Schema.properties.a.properties.b.maxLength",
      { type: "integer", format: "int64" },
    ],
  ])("%s %s %s", (apiVersion, kind, path, want) => {
    expect(at(apiVersion, kind, path)).toMatchObject(want);
  });

  test.each([
    ["apps/v1", "Deployment", "spec.foo"],
    ["apps/v1", "Deployment", "toString"],
    ["v1", "Pod", "spec.containers.[].nme"],
    ["v1", "Deployment", ""],
    ["apps/v2", "Deployment", ""],
    ["example.com/v1", "Deployment", ""],
    ["", "Pod", ""],
    ["meta/v1", "Status", ""],
  ])("has nothing at %s %s %s", (apiVersion, kind, path) => {
    expect(at(apiVersion, kind, path)).toBeUndefined();
  });

  test("has every kind that is served, each with its metadata", () => {
    const kinds = data
      .apiVersions()
      .flatMap((apiVersion) => data.module(apiVersion)!.resources.map(({ kind }) => ({ apiVersion, kind })));
    expect(kinds.length).toBeGreaterThan(60);
    expect(kinds.filter(({ apiVersion, kind }) => at(apiVersion, kind, "metadata.name")?.type !== "string")).toEqual(
      [],
    );
  });

  test("has one node for one type, however it is reached", () => {
    expect(at("apps/v1", "StatefulSet", "metadata")).toBe(at("v1", "Pod", "metadata"));
  });
});
