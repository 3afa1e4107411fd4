import { describe, expect, test } from "vitest";
import { parseAllYaml } from "../../src/core/yaml.js";
import type { Schema } from "../../src/schema/schema.js";
import { schemaMeaning } from "../support/crd-semantics.js";
import { readEmbeddedTypes } from "../support/embedded-types.js";
import { runManifests } from "../support/manifest-cases.js";

const reference = readEmbeddedTypes();

/** Each in its own field; test/schema compares all types, before they go through a CRD. */
const fields = [
  ["core/v1", "PodTemplateSpec"],
  ["core/v1", "PersistentVolumeClaim"],
  ["core/v1", "Volume"],
  ["core/v1", "EnvVar", "[]"],
  ["core/v1", "ResourceRequirements"],
  ["core/v1", "Affinity"],
  ["core/v1", "Toleration", "[]"],
  ["core/v1", "ObjectReference"],
  ["core/v1", "SecretKeySelector"],
  ["core/v1", "ServiceSpec"],
  ["core/v1", "ConfigMap"],
  ["apps/v1", "StatefulSetSpec"],
  ["batch/v1", "JobTemplateSpec"],
  ["networking/v1", "IngressSpec"],
  ["autoscaling/v2", "HorizontalPodAutoscalerSpec"],
  ["policy/v1", "PodDisruptionBudgetSpec"],
  ["rbac/v1", "PolicyRule", "[]"],
  ["meta/v1", "LabelSelector"],
  ["meta/v1", "Condition", "[]"],
  ["meta/v1", "OwnerReference", "[]"],
].map(([module = "", type = "", list = ""]) => ({ module, type, list }));

/** Returns the schema generated for a field of the type. */
function embedded({ module, type, list }: (typeof fields)[number]): Schema | undefined {
  const { artifacts, diagnostics } = runManifests({
    "api/v1/embed_types.ts": `import { type CustomResource, defineKind } from "tsop";
import type { ${type} } from "tsop/k8s/${module}";
export interface Embed extends CustomResource<"kubernetes.abc.com/v1", "Embed"> { spec: { field: ${type}${list} } }
export const Embed = defineKind<Embed>("kubernetes.abc.com/v1", "Embed");
`,
  });
  expect(diagnostics.filter(({ code }) => code !== "crd/too-large" && code !== "sample/incomplete")).toEqual([]);
  const crd = artifacts.find(({ path }) => path.startsWith("config/crd/"))?.content ?? "";
  const { spec } = parseAllYaml(crd, "crd")[0] as { spec: { versions: { schema: { openAPIV3Schema: Schema } }[] } };
  const field = spec.versions[0]?.schema.openAPIV3Schema.properties?.["spec"]?.properties?.["field"];
  return list === "" ? field : field?.items;
}

function meaningOf(schema: Schema | undefined): unknown {
  // A schema consists of JSON only.
  return schemaMeaning(schema as Parameters<typeof schemaMeaning>[0]);
}

/** Omits the rules that controller-gen makes of Go's markers for updates: the API server refuses them inside a list. */
function withoutUpdateRules(schema: Schema): Schema {
  const text = JSON.stringify(schema, (key, value: unknown) => {
    const isForUpdates = key === "x-kubernetes-validations" && JSON.stringify(value).includes("oldSelf");
    return isForUpdates ? undefined : value;
  });
  return JSON.parse(text) as Schema;
}

describe("a type of Kubernetes' own", () => {
  test.each(fields)("is embedded as controller-gen embeds it: $module $type", (field) => {
    const wanted = reference[field.module]?.[field.type];
    expect(wanted).toBeDefined();
    expect(meaningOf(embedded(field))).toEqual(meaningOf(withoutUpdateRules(wanted ?? {})));
  });
});
