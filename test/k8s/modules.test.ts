import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, expectTypeOf, test } from "vitest";
import { readModules } from "../../scripts/k8s/read-modules.js";
import { renderModule } from "../../scripts/k8s/render-module.js";
import type { Kind } from "../../src/kube/objects.js";
import { Deployment, type StatefulSetSpec } from "../../src/k8s/apps/v1.js";
import { type ConfigMap, Pod, type PodList, type PodTemplateSpec } from "../../src/k8s/core/v1.js";
import type { Lease } from "../../src/k8s/coordination/v1.js";
import * as apps from "../../src/k8s/apps/v1.js";

const folder = fileURLToPath(new URL("../../src/k8s", import.meta.url));
const modules = readModules();

describe("src/k8s", () => {
  test("has one module for each file of data/openapi", () => {
    const present = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
    expect(present.map((file) => file.replaceAll(path.sep, "/").replace(/\.ts$/, "")).toSorted()).toEqual([
      ...modules.keys(),
    ]);
  });

  test.each([...modules.keys()])("%s is what the script makes from the data", (module) => {
    expect(readFileSync(path.join(folder, `${module}.ts`), "utf8")).toBe(renderModule(module, modules));
  });

  test("a kind is a value with its identity", () => {
    expect(Deployment).toEqual({ apiVersion: "apps/v1", group: "apps", version: "v1", kind: "Deployment" });
    expect(Pod).toEqual({ apiVersion: "v1", group: "", version: "v1", kind: "Pod" });
  });

  test("what the API server does not serve as a resource has a type and no value", () => {
    expect(Object.keys(apps).toSorted()).toEqual([
      "ControllerRevision",
      "DaemonSet",
      "Deployment",
      "ReplicaSet",
      "StatefulSet",
    ]);
  });
});

describe("the types are true to the wire", () => {
  test("a kind's value and type share a name, and its identity is literal", () => {
    expectTypeOf(Deployment).toEqualTypeOf<Kind<Deployment>>();
    expectTypeOf<Deployment["apiVersion"]>().toEqualTypeOf<"apps/v1">();
    expectTypeOf<Deployment["metadata"]["name"]>().toEqualTypeOf<string>();
  });

  test("dates are strings", () => {
    expectTypeOf<NonNullable<Lease["spec"]>["renewTime"]>().toEqualTypeOf<string | undefined>();
  });

  test("a template needs no name, and an embedded object no apiVersion", () => {
    expectTypeOf<{ metadata: { labels: { app: string } } }>().toExtend<PodTemplateSpec>();
    type Claim = NonNullable<StatefulSetSpec["volumeClaimTemplates"]>[number];
    const claim: Claim = { metadata: { name: "data" }, spec: { accessModes: ["ReadWriteOnce"] } };
    expect(claim.apiVersion).toBeUndefined();
  });

  test("the items of a list are whole objects", () => {
    expectTypeOf<PodList["items"]>().toEqualTypeOf<Pod[]>();
  });

  test("maps and optional fields are what they are in JSON", () => {
    expectTypeOf<ConfigMap["data"]>().toEqualTypeOf<Record<string, string> | undefined>();
  });
});
