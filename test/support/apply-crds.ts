import { crdPath } from "../../src/compatibility/witness/requests.js";
import { parseAllYaml } from "../../src/core/yaml.js";
import type { KubeObject } from "../../src/kube/objects.js";
import { connect, readText, send } from "../apiserver/contract/exchange.js";
import { readServerUnderTest } from "../apiserver/contract/server-under-test.js";

/**
 * Applies CRDs as they are written: with all digits of their numbers, like kubectl, whose start takes longer than the requests.
 *
 * @param text - in YAML
 * @returns the API server's errors; empty if it accepts the CRDs
 */
export async function applyCrds(kubeconfig: string, text: string, { dryRun = false } = {}): Promise<string> {
  const connection = connect(readServerUnderTest(kubeconfig));
  const documents = text.split(/^---\n/m).filter((document) => document.trim() !== "");
  const apply = async (document: string): Promise<string> => {
    const [{ metadata }] = parseAllYaml(document, "crd.yaml") as unknown as [KubeObject];
    const query = `fieldManager=kubectl&force=true&fieldValidation=Strict${dryRun ? "&dryRun=All" : ""}`;
    const headers = {
      "content-type": "application/apply-patch+yaml",
      authorization: `Bearer ${connection.server.token}`,
    };
    const path = `${crdPath}/${metadata.name}?${query}`;
    const response = await send(connection, { method: "PATCH", path, headers, body: document });
    const answer = (await readText(response)).toString();
    const { statusCode = 0 } = response;
    if (![200, 201, 400, 422].includes(statusCode)) throw new Error(`${path}: ${statusCode} ${answer}`);
    return statusCode < 300 ? "" : answer;
  };
  try {
    return (await Promise.all(documents.map(apply))).join("");
  } finally {
    connection.agent.destroy();
  }
}
