import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { ClientOptions } from "../../src/commands/declared/generate.js";
import { client } from "../../src/commands/client.js";
import { generatedCrds } from "../../src/commands/current-crds.js";
import { hardObject, hardTypes } from "../client/hard-types.js";
import { compileTexts } from "../support/compile-types.js";
import { failureOf } from "../support/failure-of.js";
import { recordingContext } from "../support/recording-context.js";
import { tempFolder } from "../support/temp-folder.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const project = {
  PROJECT: 'domain: abc.com\nlayout:\n- typescript.tsop.dev/v1\nprojectName: shop\nversion: "3"\n',
  "package.json": '{ "version": "3.4.5" }',
  ...hardTypes,
};
const run = async (folder: string, options: Partial<ClientOptions> = {}) =>
  client({ language: "typescript", ...options }, recordingContext({ cwd: folder }));
const read = (folder: string, file: string): string => readFileSync(path.join(folder, file), "utf8");

test("the TypeScript package creates and reads an object on the embedded API server", async () => {
  const folder = tempFolder(project);
  await run(folder);
  const [crd] = generatedCrds(folder);
  const use = path.join(folder, "use");
  mkdirSync(path.join(use, "node_modules"), { recursive: true });
  symlinkSync(root, path.join(use, "node_modules/tsop"), "junction");
  // The client is installed beside tsop.
  execFileSync("cp", ["-r", path.join(folder, "clients/typescript"), path.join(use, "node_modules/shop-client")]);
  const script = `import { TestEnvironment } from "tsop/testing";
import { Import } from "shop-client/hard.abc.com/v1";
const environment = await TestEnvironment.start({ server: "embedded", crds: [${JSON.stringify(path.join(use, "crds"))}] });
try {
  await environment.client.create(${JSON.stringify(hardObject)});
  const found = await environment.client.getOrThrow(Import, { namespace: "default", name: "one" });
  console.log(JSON.stringify(found.spec));
} finally {
  await environment.stop();
}
`;
  mkdirSync(path.join(use, "crds"));
  writeFileSync(path.join(use, "crds/crd.json"), JSON.stringify(crd?.crd.manifest));
  writeFileSync(path.join(use, "use.mjs"), script);
  const printed = execFileSync(process.execPath, ["use.mjs"], { cwd: use, encoding: "utf8" });
  expect(JSON.parse(printed)).toEqual(hardObject.spec);
  const types = new Map([
    [
      path.join(use, "use.mts"),
      `import { Import } from "shop-client/hard.abc.com/v1";
import type { Import as Plain } from "shop-client/hard.abc.com/v1/types";
import type { Client } from "tsop";
export async function sizes(client: Client): Promise<(number | string)[]> {
  const found: Plain[] = (await client.list(Import)).items;
  return found.map((each) => each.spec.size);
}
// @ts-expect-error: not a phase
export const wrong: Plain["spec"]["Phase"] = "Nope";
`,
    ],
  ]);
  expect(compileTexts(types)).toEqual([]);
});

test("is content the second time, keeps the user's files, and deletes the files of versions that no longer exist", async () => {
  const folder = tempFolder(project);
  await run(folder);
  const manifest = JSON.parse(read(folder, "clients/typescript/package.json")) as object;
  expect(manifest).toMatchObject({ name: "shop-client", version: "3.4.5", peerDependencies: { tsop: ">=0.1.0" } });
  writeFileSync(
    path.join(folder, "clients/typescript/package.json"),
    `${JSON.stringify({ ...manifest, license: "MIT" }, undefined, 2)}\n`,
  );
  writeFileSync(path.join(folder, "clients/typescript/README.md"), "# Mine\n");
  expect(await run(folder, { check: true })).toMatchObject({ exitCode: 0 });
  const types = read(folder, "api/v1/import_types.ts");
  writeFileSync(path.join(folder, "api/v1/import_types.ts"), types.replaceAll("hard.abc.com/v1", "hard.abc.com/v2"));
  const { exitCode, diagnostics } = await run(folder, { check: true });
  expect([exitCode, diagnostics?.[0]?.code]).toEqual([3, "reference/out-of-date"]);
  await run(folder);
  expect(existsSync(path.join(folder, "clients/typescript/hard.abc.com_v1/types.d.ts"))).toBe(false);
  expect(read(folder, "clients/typescript/README.md")).toBe("# Mine\n");
  expect(JSON.parse(read(folder, "clients/typescript/package.json"))).toMatchObject({
    license: "MIT",
    exports: { "./hard.abc.com/v2": {} },
  });
});

test.each<[string, Partial<ClientOptions>, string, RegExp]>([
  ["sources without a name", { sources: ["a.yaml"] }, "usage/invalid-argument", /needs a name/],
  ["a name that npm does not accept", { name: "../x" }, "usage/invalid-argument", /cannot be the name/],
  ["a Go module outside of itself", { name: "a/../b", language: "go" }, "usage/invalid-argument", /cannot be the name/],
  ["a version that is none", { version: "one" }, "usage/invalid-argument", /is not a version/],
  ["a folder outside the project", { out: "../x" }, "usage/invalid-argument", /outside the project/],
  ["an unknown kind", { kind: ["Nope"] }, "reference/no-kinds", /matches no kind/],
  ["a file of another author", { out: "mine" }, "scaffold/collision", /did not generate it/],
])("rejects %s, and writes nothing", async (_, options, code, message) => {
  const folder = tempFolder({ ...project, "mine/kubernetes.d.ts": "export {};\n" });
  const error = await failureOf(run(folder, options));
  expect(error).toMatchObject({ code, message: expect.stringMatching(message) as string });
  expect(existsSync(path.join(folder, "clients"))).toBe(false);
});
