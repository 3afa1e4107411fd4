/** Every combination of modes: rendered as kustomize does it, and accepted by the API server. */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { execa } from "execa";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApi } from "../../src/commands/create-api.js";
import { edit } from "../../src/commands/edit.js";
import { init } from "../../src/commands/init.js";
import { manifests } from "../../src/commands/manifests.js";
import type { EditOptions } from "../../src/commands/declared/scaffold.js";
import { parseAllYaml } from "../../src/core/yaml.js";
import { createLiveClient, type HttpClient } from "../../src/kube/http-client.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import type { KubeObject } from "../../src/kube/objects.js";
import { diskFiles } from "../../src/render/disk-files.js";
import { render } from "../../src/render/render.js";
import { describeCluster } from "../support/cluster.js";
import { recordingContext } from "../support/recording-context.js";
import { serviceMonitors } from "../support/service-monitors.js";

const both = [true, false] as const;

const combinations: EditOptions[] = both.flatMap((namespaced) =>
  both.flatMap((networkPolicy) =>
    [
      { metrics: true, prometheus: true },
      { metrics: true, prometheus: false },
      { metrics: false, prometheus: false },
    ].flatMap((watched) =>
      [
        { workload: "deployment", replicas: "1" },
        { workload: "deployment", replicas: "2" },
        { workload: "daemonset", replicas: "1" },
      ].map((pods) => ({ namespaced, networkPolicy, ...watched, ...pods })),
    ),
  ),
);

describeCluster("an operator", (cluster) => {
  const root = mkdtempSync(path.join(os.tmpdir(), "tsop-test-"));
  const context = recordingContext({ cwd: root });
  const namespace = "modes-system";

  let client: HttpClient;

  const dryRun = (object: KubeObject): Promise<KubeObject> => client.apply(object, { dryRun: true });

  beforeAll(async () => {
    client = createLiveClient(await loadKubeConfig({ env: {}, kubeconfig: cluster().kubeconfig }));
    await init({ domain: "modes.example.com", projectName: "modes", tsop: "1", install: false }, context);
    await createApi({ group: "foo", version: "v1", kind: "Bar" }, context);
    await manifests({}, context);
    const labels = { "pod-security.kubernetes.io/enforce": "restricted" };
    const objects: KubeObject[] = [
      serviceMonitors,
      { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace, labels } },
      // The API server admits a pod only if its account exists; for the rest, a dry run is enough.
      { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "modes", namespace } },
    ];
    for (const object of objects) await client.apply(object);
    await cluster().kubectl(["wait", "--for=condition=Established", "crd/servicemonitors.monitoring.coreos.com"]);
  });

  afterAll(async () => {
    rmSync(root, { recursive: true });
    client.close();
    await cluster().kubectl([
      "delete",
      "crd/servicemonitors.monitoring.coreos.com",
      `namespace/${namespace}`,
      "--wait=false",
    ]);
  });

  test.each(combinations)("%j", async (options) => {
    await edit(options, context);
    const folder = path.join(root, "config/default");
    const { stdout } = await execa(path.join(cluster().assets, "kustomize"), ["build", folder], {
      stripFinalNewline: false,
    });
    expect(render(folder, diskFiles, root).yaml).toBe(stdout);
    const objects = parseAllYaml(stdout, "the output of kustomize") as KubeObject[];
    expect(objects).not.toEqual([]);
    await Promise.all(objects.map(dryRun));
    const operator = objects.find(({ kind }) => kind === "Deployment" || kind === "DaemonSet")!;
    const { metadata, spec } = (operator as unknown as { spec: { template: { metadata: object; spec: object } } }).spec
      .template;
    // No user and no group: OpenShift gives each namespace its own.
    expect(JSON.stringify(spec)).not.toMatch(/runAsUser|runAsGroup|fsGroup|hostPath|hostNetwork/);
    const pod = {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { ...metadata, name: "p", namespace },
      spec: { ...spec, serviceAccountName: "modes" },
    };
    await expect(dryRun(pod)).resolves.toMatchObject({ kind: "Pod", metadata: { name: "p" } });
  });
});
