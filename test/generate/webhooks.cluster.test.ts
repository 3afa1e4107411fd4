import { beforeAll, expect, test } from "vitest";
import { parseAllYaml } from "../../src/core/yaml.js";
import { ApiError } from "../../src/kube/api-error.js";
import type { Creatable } from "../../src/kube/client.js";
import { createLiveClient, type HttpClient } from "../../src/kube/http-client.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import type { KubeObject } from "../../src/kube/objects.js";
import { describeCluster } from "../support/cluster.js";
import { goldenCases, runManifests } from "../support/manifest-cases.js";
import { configurationsOf, runWebhooks, webhookCases } from "../support/webhook-cases.js";

describeCluster("a webhook configuration", (cluster) => {
  let client: HttpClient;
  beforeAll(async () => {
    client = createLiveClient(await loadKubeConfig({ env: {}, kubeconfig: cluster().kubeconfig }));
    return () => client.close();
  });

  /** Returns the API server's response for each document. Stores nothing. */
  const judge = (text: string): Promise<string[]> =>
    Promise.all(
      parseAllYaml(text, "manifests.yaml").map(async (object) => {
        try {
          await client.create(object as Creatable<KubeObject>, { dryRun: true, fieldValidation: "Strict" });
          return "accepted";
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          return error.message;
        }
      }),
    );

  const asked = webhookCases.filter(({ server }) => server !== "unasked");
  test.each(asked)("of $tags is judged by the API server as here", async ({ tags, said, server }) => {
    const verdicts = await judge(configurationsOf(runWebhooks(tags)));
    expect(verdicts.length).toBeGreaterThan(0);
    const expected = server ?? (said === undefined ? "accepts" : "refuses");
    expect([tags, verdicts.every((verdict) => verdict === "accepted") ? "accepts" : "refuses", verdicts]).toEqual([
      tags,
      expected,
      expect.anything(),
    ]);
  });

  test("of all that a handler can say is accepted", async () => {
    const { input } = goldenCases("manifests").find(({ name }) => name === "webhooks") ?? { input: {} };
    expect(await judge(configurationsOf(runManifests(input)))).toEqual(["accepted", "accepted"]);
  });
});
