import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseAllYaml, parseYaml } from "../../src/core/yaml.js";
import { createLiveClient, type HttpClient } from "../../src/kube/http-client.js";
import { isInexact } from "../../src/kube/json.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import type { KubeObject } from "../../src/kube/objects.js";
import { applyCrds } from "../support/apply-crds.js";
import { describeCluster } from "../support/cluster.js";
import { goldenCases, readFolder, runManifests } from "../support/manifest-cases.js";
import { withCrds } from "../support/with-crds.js";

/** Runs kubectl and returns its output, whether it succeeded or not. */
type Kubectl = (args: readonly string[], input: string) => Promise<{ ok: boolean; said: string }>;

describeCluster("a real API server", (cluster) => {
  const kubectl: Kubectl = async (args, input) => {
    try {
      return { ok: true, said: await cluster().kubectl(args, input) };
    } catch (error) {
      return { ok: false, said: String(error) };
    }
  };

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
  async function refusalOf(text: string, object: KubeObject, place: { namespace?: string }): Promise<string> {
    const sent = isInexact(object)
      ? cluster().kubectl(["create", "--dry-run=server", "--validate=strict", "-n", namespace, "-f", "-"], text)
      : client.create(
          { ...object, metadata: { ...place, ...object.metadata } },
          { dryRun: true, fieldValidation: "Strict" },
        );
    return sent.then(() => "", String);
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

        const samples = texts("config/samples/").join("");
        const applied = await kubectl(["apply", "--server-side", "-n", namespace, "-f", "-"], samples);
        expect(applied, applied.said).toMatchObject({ ok: true });
        // If only one object of a name is allowed, the next samples need that name.
        await cluster().kubectl(["delete", "--ignore-not-found", "-n", namespace, "-f", "-"], samples);

        const files = Object.entries(readFolder(path.join(folder, "objects")));
        await Promise.all(
          files.map(async ([file, text]) => {
            const object = parseYaml(text, file) as KubeObject;
            const kind = definitions.find(({ spec }) => spec.names.kind === object.kind);
            const said = await refusalOf(text, object, kind?.spec.scope === "Cluster" ? {} : { namespace });
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
