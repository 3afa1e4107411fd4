import { randomBytes } from "node:crypto";
import { afterAll, inject } from "vitest";
import { installCrds } from "../../src/cluster/install-crds.js";
import { createLiveClient, type HttpClient } from "../../src/kube/http-client.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import type { Namespace } from "../../src/k8s/core/v1.js";
import { clientContract } from "../contract/client.js";
import { describeCluster } from "../support/cluster.js";
import {
  type ControlPlane,
  generalControllers,
  hasControllerManager,
  startControlPlane,
} from "../support/control-plane.js";
import { simpleCrd } from "../support/crds.js";

describeCluster("the client over HTTP, on a real API server,", (cluster) => {
  let client: HttpClient | undefined;
  let own: ControlPlane | undefined;
  afterAll(async () => {
    client?.close();
    await own?.stop();
  });
  const isEmbedded = inject("embeddedServer") !== undefined;
  /** A real server collects no garbage by itself. */
  const startCollecting = async (): Promise<string> => {
    own = await startControlPlane(undefined, [], { controllers: generalControllers });
    return own.kubeconfig;
  };

  const namespace = `contract-${randomBytes(4).toString("hex")}`;
  clientContract({
    createClient: async () => {
      const kubeconfig = isEmbedded || !hasControllerManager() ? cluster().kubeconfig : await startCollecting();
      client = createLiveClient(await loadKubeConfig({ env: {}, kubeconfig }));
      await client.create<Namespace>({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
      const crd = simpleCrd("contract.example.com", "parts", "Part");
      const scale = { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" };
      const versions = crd.spec.versions.map((version) => ({ ...version, subresources: { status: {}, scale } }));
      await installCrds(client, [{ ...crd, spec: { ...crd.spec, versions } }], {
        dryRun: false,
        timeoutMs: 20_000,
        signal: new AbortController().signal,
      });
      return client;
    },
    namespace,
    collectsGarbage: isEmbedded || hasControllerManager(),
  });
});
