import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { ImportCrdOptions } from "../../src/commands/declared/scaffold.js";
import { importCrd } from "../../src/commands/import-crd.js";
import { crdOf } from "./crds.js";
import { recordingContext } from "./recording-context.js";
import { printProblems, refusalIn } from "./refusal.js";
import type { Files } from "./scaffolds.js";
import { filesOf } from "./temp-folder.js";

export const schema = {
  type: "object",
  properties: { spec: { type: "object", properties: { size: { type: "integer" } } } },
};

/** Returns a CRD as a user pipes it in. */
export function barCrd(changes: object = {}): string {
  return JSON.stringify(crdOf(schema, { ...changes }));
}

export interface Outcome {
  readonly files: Files;
  readonly text: string;
  readonly json: Readonly<Record<string, unknown>>;
  readonly warnings: readonly string[];
}

/** Runs `tsop import crd` in a folder. */
export async function run(root: string, options: ImportCrdOptions, stdin?: string): Promise<Outcome> {
  const context = recordingContext({ cwd: root, ...(stdin === undefined ? {} : { stdin }) });
  const { text, json } = await importCrd(options, context);
  return { files: filesOf(root), text, json, warnings: context.recording.warnings };
}

/** Returns the errors of the import: one line for each problem. */
export async function refusal(root: string, options: ImportCrdOptions, stdin?: string): Promise<string> {
  return printProblems(await refusalIn(root, () => run(root, options, stdin)));
}

/** Serves requests until the test ends. Returns the URL. */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
