import { readFileSync } from "node:fs";
import type { KubernetesVersion } from "../schema/kubernetes-versions.js";
import { versionedData } from "../schema/versioned-data.js";

/** Returns the messages of Kubernetes' own kinds by group version, one per line, as protobuf/message-table.ts reads them. */
export function readProtobufMessages(version: KubernetesVersion): Readonly<Record<string, readonly string[]>> {
  const text = readFileSync(versionedData(version, "protobuf-messages.json"), "utf8");
  // scripts/k8s/fetch-protobuf.ts writes exactly this shape.
  return JSON.parse(text) as Record<string, string[]>;
}
