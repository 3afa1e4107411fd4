import { readFileSync } from "node:fs";

/** Returns the messages of Kubernetes' own kinds by group version, one per line, as protobuf/message-table.ts reads them. */
export function readProtobufMessages(): Readonly<Record<string, readonly string[]>> {
  const text = readFileSync(new URL("../../data/protobuf-messages.json", import.meta.url), "utf8");
  // scripts/k8s/fetch-protobuf.ts writes exactly this shape.
  return JSON.parse(text) as Record<string, string[]>;
}
