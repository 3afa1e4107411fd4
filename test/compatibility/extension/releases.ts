/** Two releases of an extension API server: what it does with the objects, and what `tsop api diff` says about it. */
import { expect } from "vitest";
import { compareCrds } from "../../../src/compatibility/compare-crds.js";
import type { Crd, ObjectStore } from "../../../src/compatibility/crd.js";
import type { TrialAnswer } from "../../../src/compatibility/witness/requests.js";
import type { ExactJsonObject, UnknownObject } from "../../../src/core/json.js";
import { crdDocument, crdFrom, summary, withField } from "../../support/compared-crds.js";
import { createExtensionTrialServer, type ExtensionTrialServer, type ResourceParts } from "./extension-trials.js";

export const text = { type: "string" };
export const field = withField(text);

export const version = (name: string, schema: object = field, more: object = {}): object => ({
  ...{ name, served: true, storage: false, schema: { openAPIV3Schema: schema } },
  ...more,
});
export const stored = { storage: true };
export const withVersions = (...versions: object[]): UnknownObject => crdDocument({}, { versions });
export const path = (of: string, plural = "bars"): string => `/apis/foo.example.com/${of}/namespaces/default/${plural}`;

export interface Release {
  readonly document: UnknownObject;
  readonly parts?: ResourceParts;
  readonly store?: ObjectStore;
}

/** Starts the first release, creates an object, and starts the second release over the same storage. */
export async function upgrade(first: Release, second: Release, of = "v1", spec: object = { field: "x" }) {
  const server = createExtensionTrialServer();
  await start(server, first);
  const object = { apiVersion: `foo.example.com/${of}`, kind: "Bar", metadata: { name: "a" }, spec } as ExactJsonObject;
  expect(await server.request("POST", path(of), object)).toMatchObject({ code: 201 });
  await start(server, second);
  return server;
}

export function start(server: ExtensionTrialServer, { document, parts }: Release): Promise<void> {
  return server.release(document as ExactJsonObject, parts);
}

/** Returns the verdicts, with the reasons of one of them. */
export function verdicts(first: Release, second: Release): { all: string[]; whys: string } {
  const [before, after] = [first, second].map(({ document, parts, store = "file" }): Crd => ({
    ...crdFrom(document),
    ...{ store, conversion: parts?.conversion === undefined ? "None" : "code" },
  })) as [Crd, Crd];
  const changes = compareCrds(before, after);
  const whys = changes.flatMap((each) => Object.values(each.verdicts).map(({ why }: { why: string }) => why));
  return { all: changes.map(summary), whys: whys.join("\n") };
}

export const put = async (server: ExtensionTrialServer, at: string): Promise<TrialAnswer> =>
  server.request("PUT", at, (await server.request("GET", at)).body as ExactJsonObject);
