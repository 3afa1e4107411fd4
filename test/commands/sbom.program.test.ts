import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { build, type BundleOptions } from "../../src/commands/build.js";
import { project } from "../support/bar-project.js";
import { recordingContext } from "../support/recording-context.js";
import { tempFolder } from "../support/temp-folder.js";

interface Sbom {
  readonly metadata: { readonly timestamp?: string; readonly component: object };
  readonly components: readonly Readonly<Record<string, unknown>>[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

const library = (name: string, version: string, more: object = {}): string =>
  JSON.stringify({ name, version, type: "module", exports: "./index.js", ...more });

const integrity = `sha512-${Buffer.from("tarball.".repeat(8)).toString("base64")}`;

const files = {
  PROJECT: project,
  "package.json": '{"name":"bar","version":"1.2.3","license":"MIT"}',
  "main.ts":
    'import { used } from "@scope/used"; import { local } from "local"; import "unused"; import "./own.ts"; console.log(used, local);',
  "own.ts": 'import { deep } from "deep"; console.log(deep);',
  "node_modules/@scope/used/package.json": library("@scope/used", "1.0.0", { license: "(MIT OR Apache-2.0)" }),
  "node_modules/@scope/used/index.js": 'import { deep } from "deep"; export const used = deep;',
  "node_modules/@scope/used/node_modules/deep/package.json": library("deep", "2.0.0+build.1", {
    license: "SEE LICENSE IN LICENSE",
  }),
  "node_modules/@scope/used/node_modules/deep/index.js": 'import { x } from "./esm/x.js"; export const deep = x;',
  "node_modules/@scope/used/node_modules/deep/esm/package.json": '{"type":"module"}',
  "node_modules/@scope/used/node_modules/deep/esm/x.js": "export const x = Math.random();",
  "node_modules/deep/package.json": library("deep", "1.0.0"),
  "node_modules/deep/index.js": "export const deep = Math.random();",
  "node_modules/local/package.json": library("local", "0.1.0", { license: "UNLICENSED" }),
  "node_modules/local/index.js": "export const local = Math.random();",
  "node_modules/unused/package.json": library("unused", "1.0.0", { sideEffects: false }),
  "node_modules/unused/index.js": "export const unused = 1;",
  "package-lock.json": JSON.stringify({
    lockfileVersion: 3,
    packages: {
      "node_modules/@scope/used": { version: "1.0.0", integrity, resolved: "https://registry.example/used.tgz" },
      "node_modules/local": { version: "0.1.0", resolved: "file:vendor/local.tgz" },
    },
  }),
};

async function sbom(
  options: BundleOptions = {},
  env: Readonly<Record<string, string>> = {},
  more: Readonly<Record<string, string>> = {},
) {
  const cwd = tempFolder({ ...files, ...more });
  await build({ sbom: true, ...options }, recordingContext({ cwd, env }));
  const text = readFileSync(path.join(cwd, "dist/sbom.cdx.json"), "utf8");
  return { cwd, text, document: JSON.parse(text) as Sbom };
}

function schema(name: string): object {
  const file = new URL(
    `../../node_modules/@cyclonedx/cyclonedx-library/res/schema/${name}.SNAPSHOT.schema.json`,
    import.meta.url,
  );
  return JSON.parse(readFileSync(file, "utf8")) as object;
}

const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
for (const name of ["spdx", "jsf-0.82", "cryptography-defs"])
  ajv.addSchema({ ...schema(name), $id: `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json` });
const validate = ajv.compile(schema("bom-1.7"));

function faults(document: object): unknown {
  validate(document);
  return validate.errors ?? [];
}

test("the list is what CycloneDX's own schema wants", async () => {
  const { document } = await sbom({ baseImage: "gcr.io/base/node:24" }, { SOURCE_DATE_EPOCH: "1700000000" });
  expect(faults(document)).toEqual([]);
  expect(faults({ ...document, components: [{ name: "x" }] }), "the schema sees faults").not.toEqual([]);
});

test("it names the packages in the bundle, and no others", async () => {
  const { document } = await sbom({ baseImage: "r.example.com:5000/node:24" });
  expect(document.metadata.timestamp).toBeUndefined();
  expect(document.metadata.component).toMatchObject({
    name: "demo",
    version: "1.2.3",
    licenses: [{ expression: "MIT" }],
  });
  expect(document.components).toEqual([
    {
      type: "library",
      "bom-ref": "@scope/used@1.0.0",
      name: "@scope/used",
      version: "1.0.0",
      hashes: [{ alg: "SHA-512", content: Buffer.from(integrity.slice(7), "base64").toString("hex") }],
      licenses: [{ expression: "(MIT OR Apache-2.0)" }],
      purl: "pkg:npm/%40scope/used@1.0.0",
    },
    { type: "library", "bom-ref": "deep@1.0.0", name: "deep", version: "1.0.0", purl: "pkg:npm/deep@1.0.0" },
    {
      type: "library",
      "bom-ref": "deep@2.0.0+build.1",
      name: "deep",
      version: "2.0.0+build.1",
      licenses: [{ license: { name: "SEE LICENSE IN LICENSE" } }],
      purl: "pkg:npm/deep@2.0.0%2Bbuild.1",
    },
    // Another package may have this name on the registry.
    {
      type: "library",
      "bom-ref": "local@0.1.0",
      name: "local",
      version: "0.1.0",
      licenses: [{ license: { name: "UNLICENSED" } }],
    },
    {
      type: "container",
      "bom-ref": "image:r.example.com:5000/node:24",
      name: "r.example.com:5000/node",
      version: "24",
    },
  ]);
  expect(document.dependencies).toEqual([
    { ref: "@scope/used@1.0.0", dependsOn: ["deep@2.0.0+build.1"] },
    { ref: "deep@1.0.0", dependsOn: [] },
    { ref: "deep@2.0.0+build.1", dependsOn: [] },
    { ref: "local@0.1.0", dependsOn: [] },
    { ref: "operator:demo@1.2.3", dependsOn: ["@scope/used@1.0.0", "deep@1.0.0", "local@0.1.0"] },
  ]);
});

test("it names the packages that a package is itself bundled of, where these are in the bundle", async () => {
  const within = {
    "main.ts": 'import { used } from "bundling"; console.log(used);',
    "node_modules/bundling/package.json": library("bundling", "1.0.0", { exports: "./dist/index.js" }),
    "node_modules/bundling/dist/index.js": "export const used = Math.random();",
    "node_modules/bundling/dist/packages.json": JSON.stringify({
      "index.js": [{ name: "inner", version: "3.0.0", license: "MIT" }],
      "other.js": [{ name: "other", version: "1.0.0", license: "MIT" }],
    }),
  };
  const { document } = await sbom({}, {}, within);
  expect(document.components.map((each) => each["bom-ref"])).toEqual(["bundling@1.0.0", "inner@3.0.0"]);
  expect(document.components[1]).toMatchObject({ licenses: [{ expression: "MIT" }], purl: "pkg:npm/inner@3.0.0" });
  expect(document.dependencies).toEqual([
    { ref: "bundling@1.0.0", dependsOn: ["inner@3.0.0"] },
    { ref: "inner@3.0.0", dependsOn: [] },
    { ref: "operator:demo@1.2.3", dependsOn: ["bundling@1.0.0"] },
  ]);
  expect(faults(document)).toEqual([]);
});

test("it is the same from another folder, and without a lockfile has no hashes", async () => {
  expect((await sbom()).text).toBe((await sbom()).text);
  const cut = JSON.stringify({ packages: { "node_modules/deep": { integrity: "sha512-AAAA" } } });
  for (const lockfile of ["{", cut]) {
    const { document } = await sbom({}, {}, { "package-lock.json": lockfile });
    expect(JSON.stringify(document)).not.toContain("hashes");
  }
});

test("one of another bundle does not stay", async () => {
  const { cwd } = await sbom();
  await build({}, recordingContext({ cwd }));
  expect(existsSync(path.join(cwd, "dist/sbom.cdx.json"))).toBe(false);
});
