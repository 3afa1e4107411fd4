import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseApiVersion } from "../../src/core/gvk.js";
import { parseAllYaml, parseYaml } from "../../src/core/yaml.js";
import { createLiveClient, type HttpClient } from "../../src/kube/http-client.js";
import { isInexact } from "../../src/kube/json.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import { type KubeObject, unstructured } from "../../src/kube/objects.js";
import { applyCrds } from "../support/apply-crds.js";
import { describeCluster } from "../support/cluster.js";
import { goldenCases, readFolder, runManifests } from "../support/manifest-cases.js";
import { withCrds } from "../support/with-crds.js";

describeCluster("a real API server", (cluster) => {
  const namespace = "golden";
  let client: HttpClient;

  beforeAll(async () => {
    client = createLiveClient(await loadKubeConfig({ env: {}, kubeconfig: cluster().kubeconfig }));
    // The namespaces in the roles and samples of the cases.
    for (const name of [namespace, "other", "shop-system"]) {
      await client.apply<KubeObject>({ apiVersion: "v1", kind: "Namespace", metadata: { name } });
    }
  });
  afterAll(() => client.close());

  /** Returns the API server's error; empty if it accepts the object. */
  async function refusalOf(text: string, object: KubeObject): Promise<string> {
    const sent = isInexact(object)
      ? cluster().kubectl(["create", "--dry-run=server", "--validate=strict", "-n", namespace, "-f", "-"], text)
      : client.create(object, { dryRun: true, fieldValidation: "Strict" });
    return sent.then(() => "", String);
  }

  /** Applies the samples, and deletes them: if only one object of a name is allowed, the next samples need that name. */
  async function trySamples(text: string, samples: readonly KubeObject[]): Promise<void> {
    if (samples.some(isInexact)) {
      await cluster().kubectl(["apply", "--server-side", "-n", namespace, "-f", "-"], text);
      await cluster().kubectl(["delete", "--ignore-not-found", "-n", namespace, "-f", "-"], text);
      return;
    }
    for (const sample of samples) await client.apply(sample, { fieldValidation: "Strict" });
    for (const { apiVersion, kind, metadata } of samples) await client.delete(unstructured(apiVersion, kind), metadata);
  }

  test.concurrent.each(goldenCases("manifests"))(
    "accepts the generated files of $name, and validates its objects as intended",
    async ({ name, folder, input, options }) => {
      const { artifacts } = runManifests(input, options);
      const texts = (start: string): string[] =>
        artifacts
          .filter((file) => file.path.startsWith(start))
          .map(({ content }) => (content.startsWith("---") ? content : `---\n${content}`));
      const crds = texts("config/crd/");
      expect(crds).not.toEqual([]);
      expect(await applyCrds(cluster().kubeconfig, crds.join(""), { dryRun: true })).toBe("");
      // No webhook converts objects here.
      if (["conversion", "transformed"].includes(name)) return;
      await withCrds(cluster(), client, crds, async (definitions) => {
        const roles = parseAllYaml(texts("config/rbac/").join(""), "roles.yaml") as unknown as KubeObject[];
        for (const role of roles) await client.apply(role, { dryRun: true });

        const placed = (object: KubeObject): KubeObject => {
          const { group } = parseApiVersion(object.apiVersion);
          const kind = definitions.find(({ spec }) => spec.group === group && spec.names.kind === object.kind);
          const place = kind?.spec.scope === "Cluster" ? {} : { namespace };
          return { ...object, metadata: { ...place, ...object.metadata } };
        };
        const samples = texts("config/samples/").join("");
        const objects = parseAllYaml(samples, "samples.yaml") as unknown as KubeObject[];
        await trySamples(samples, objects.map(placed));

        const files = Object.entries(readFolder(path.join(folder, "objects")));
        await Promise.all(
          files.map(async ([file, text]) => {
            const said = await refusalOf(text, placed(parseYaml(text, file) as KubeObject));
            const isGood = file.startsWith("good-");
            expect([file, said === "", said]).toEqual([
              file,
              isGood,
              isGood ? "" : expect.stringMatching(/is invalid|unknown field|strict decoding/),
            ]);
          }),
        );
      });
    },
  );
});
