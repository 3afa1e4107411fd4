import { readFileSync } from "node:fs";

/** The messages of Kubernetes' own kinds by their group version, one a line, as protobuf/message-table.ts reads them. */
export function readProtobufMessages(): Readonly<Record<string, readonly string[]>> {
  const text = readFileSync(new URL("../../data/protobuf-messages.json", import.meta.url), "utf8");
  // Written by scripts/k8s/fetch-protobuf.ts in just this shape.
  return JSON.parse(text) as Record<string, string[]>;
}
