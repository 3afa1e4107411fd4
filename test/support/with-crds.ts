import type { CustomResourceDefinition } from "../../src/cluster/crd.js";
import { uninstallCrds } from "../../src/cluster/uninstall-crds.js";
import { waitUntilServed } from "../../src/cluster/wait-until-served.js";
import { parseAllYaml } from "../../src/core/yaml.js";
import type { HttpClient } from "../../src/kube/http-client.js";
import { applyCrds } from "./apply-crds.js";
import type { Cluster } from "./cluster.js";

/**
 * Installs CRDs while `use` runs, and then removes them with their objects.
 *
 * @param texts - in YAML
 */
export async function withCrds<T>(
  cluster: Cluster,
  client: HttpClient,
  texts: readonly string[],
  use: (crds: readonly CustomResourceDefinition[]) => Promise<T>,
): Promise<T> {
  const text = texts.join("");
  const crds = parseAllYaml(text, "crds.yaml") as CustomResourceDefinition[];
  const options = { timeoutMs: 60_000, signal: new AbortController().signal };
  try {
    const refused = await applyCrds(cluster.kubeconfig, text);
    if (refused !== "") throw new Error(refused);
    for (const crd of crds) await waitUntilServed(client, crd, options);
    return await use(crds);
  } finally {
    await uninstallCrds(client, crds, { ...options, dryRun: false, deleteData: true });
  }
}
