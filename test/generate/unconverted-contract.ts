/** The data that an API server loses between versions without conversion: the reason for the warning `crd/unconverted`. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseYaml } from "../../src/core/yaml.js";
import { type CustomResource, defineKind, type KubeObject } from "../../src/kube/objects.js";
import { TestEnvironment } from "../../src/testing/environment/test-environment.js";
import { runManifests } from "../support/manifest-cases.js";

const group = "lost.abc.com";
interface Bar extends CustomResource<string, "Bar"> {
  spec: { replicas?: string; size?: string };
}
const V1 = defineKind<Bar>(`${group}/v1`, "Bar");
const V2 = defineKind<Bar>(`${group}/v2`, "Bar");

function typesOf(version: string, tag: string, field: string): string {
  return `import { type CustomResource, defineKind } from "tsop";
/** ${tag} */
export interface Bar extends CustomResource<"${group}/${version}", "Bar"> { spec: { ${field}?: string } }
export const Bar = defineKind<Bar>("${group}/${version}", "Bar");
`;
}

export function describeLoss(server: "embedded" | "real"): void {
  describe(`the ${server} API server, of versions that differ and that nothing converts`, () => {
    const { artifacts, diagnostics } = runManifests({
      "api/v1/bar_types.ts": typesOf("v1", "", "replicas"),
      "api/v2/bar_types.ts": typesOf("v2", "@storageVersion", "size"),
    });
    const { path = "", content = "" } = artifacts.find((each) => each.path.startsWith("config/crd/")) ?? {};
    const key = { namespace: "default", name: "a" };
    let environment: TestEnvironment;
    beforeAll(async () => {
      environment = await TestEnvironment.start({ server, crds: [parseYaml(content, path) as KubeObject] });
    });
    afterAll(() => environment.stop());

    test("loses what one lacks, as we say", async () => {
      expect(diagnostics.map(({ code }) => code)).toEqual(["crd/unconverted"]);
      const { client } = environment;
      await client.create<Bar>({ apiVersion: `${group}/v2`, kind: "Bar", metadata: key, spec: { size: "9" } });
      expect((await client.getOrThrow(V1, key)).spec).toEqual({});

      // Writing it through the other version deletes it permanently.
      const seen = await client.getOrThrow(V1, key);
      await client.update<Bar>({ ...seen, metadata: { ...seen.metadata, labels: { seen: "yes" } } });
      expect((await client.getOrThrow(V2, key)).spec).toEqual({});

      // Fields that the stored version lacks are never stored.
      await client.patch(V1, key, { type: "merge", body: { spec: { replicas: "3" } } });
      expect((await client.getOrThrow(V1, key)).spec).toEqual({});
    });
  });
}
