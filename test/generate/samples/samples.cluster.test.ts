import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonValue } from "../../../src/core/json.js";
import type { CustomResourceDefinition } from "../../../src/cluster/crd.js";
import { installCrds } from "../../../src/cluster/install-crds.js";
import { uninstallCrds } from "../../../src/cluster/uninstall-crds.js";
import { parseAllYaml } from "../../../src/core/yaml.js";
import { importCrds } from "../../../src/import/import-crd.js";
import { ApiError } from "../../../src/kube/api-error.js";
import { createLiveClient, type HttpClient } from "../../../src/kube/http-client.js";
import { loadKubeConfig } from "../../../src/kube/kubeconfig.js";
import type { KubeObject } from "../../../src/kube/objects.js";
import { describeCluster } from "../../support/cluster.js";
import { runManifests } from "../../support/manifest-cases.js";
import { parsePublishedCrd, publishedCrds } from "../../support/published-crds.js";

const options = { dryRun: false, timeoutMs: 60_000, signal: new AbortController().signal };
const projects = [...new Set(publishedCrds().map((name) => name.split("/")[0]!))];

describeCluster("samples of published CRDs", (cluster) => {
  let client: HttpClient;

  beforeAll(async () => {
    client = createLiveClient(await loadKubeConfig({ env: {}, kubeconfig: cluster().kubeconfig }));
  });
  afterAll(() => client.close());

  test.each(projects)("are taken by the API server, or said to be incomplete: %s", async (project) => {
    const names = publishedCrds().filter((name) => name.startsWith(`${project}/`));
    const crds = names.map((name) => parsePublishedCrd(name) as JsonValue);
    const installed = crds.map(bare);
    const refused: string[] = [];
    let count = 0;
    try {
      await installCrds(client, installed, options);
      for (const [index, crd] of crds.entries()) {
        const { kinds } = importCrds([crd], names[index]!);
        const files = Object.fromEntries(
          kinds.map(({ kind, version, types }) => [`api/${version}/${kind.toLowerCase()}_types.ts`, types]),
        );
        const { artifacts, diagnostics } = runManifests(files, { generators: ["samples", "variants"] });
        const gaps = diagnostics.filter(({ code }) => code === "sample/incomplete");
        for (const { path, content } of artifacts) {
          count += 1;
          const [object] = parseAllYaml(content, path) as unknown as [KubeObject];
          const answer = await said(object);
          if (answer === "" || gaps.length > 0) continue;
          refused.push(`${names[index]} ${path.split("/").at(-1)}: ${answer}`);
        }
      }
    } finally {
      await uninstallCrds(client, installed, { ...options, deleteData: true, wait: false });
    }
    expect(count).toBeGreaterThan(names.length);
    expect(refused).toEqual([]);
  });

  async function said(object: KubeObject): Promise<string> {
    try {
      await client.create(object, { dryRun: true });
      return "";
    } catch (error) {
      if (error instanceof ApiError) return error.message;
      return client
        .create({ ...object, metadata: { ...object.metadata, namespace: "default" } }, { dryRun: true })
        .then(
          () => "",
          (other: unknown) => {
            if (other instanceof ApiError) return other.message;
            throw other;
          },
        );
    }
  }
});

/** Removes the conversion, because no webhook converts objects here, and the descriptions, which only cost time. */
function bare(crd: JsonValue): CustomResourceDefinition {
  const { spec, ...rest } = JSON.parse(
    JSON.stringify(crd, (key, value: unknown) =>
      key === "description" && typeof value === "string" ? undefined : value,
    ),
  ) as { spec: Record<string, JsonValue> };
  return { ...rest, spec: { ...spec, conversion: { strategy: "None" } } } as unknown as CustomResourceDefinition;
}
