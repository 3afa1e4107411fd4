import { randomBytes } from "node:crypto";
import { afterAll } from "vitest";
import { installCrds } from "../../../src/cluster/install-crds.js";
import type { Namespace } from "../../../src/k8s/core/v1.js";
import { createLiveClient, type HttpClient } from "../../../src/kube/http-client.js";
import { loadKubeConfig } from "../../../src/kube/kubeconfig.js";
import { describeCluster } from "../../support/cluster.js";
import { simpleCrd } from "../../support/crds.js";
import { objectContract } from "./object-contract.js";

describeCluster("on a real API server,", (cluster) => {
  let client: HttpClient | undefined;
  afterAll(() => client?.close());

  const namespace = `objects-${randomBytes(4).toString("hex")}`;
  objectContract({
    createClient: async () => {
      client = createLiveClient(await loadKubeConfig({ env: {}, kubeconfig: cluster().kubeconfig }));
      await client.create<Namespace>({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
      await installCrds(client, [simpleCrd("contract.example.com", "parts", "Part")], {
        dryRun: false,
        timeoutMs: 20_000,
        signal: new AbortController().signal,
      });
      return client;
    },
    namespace,
  });
});
