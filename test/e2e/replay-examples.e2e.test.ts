/** Each example is what its begin.sh makes, and what an author has reason to edit. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { manifests } from "../../src/commands/manifests.js";
import { rbacCheck } from "../../src/commands/rbac-check.js";
import { compileFolder } from "../support/compile-types.js";
import { exampleFolder, exampleNames } from "../support/examples/example-folders.js";
import linkTsop from "../support/examples/link-tsop.js";
import { recordingContext } from "../support/recording-context.js";
import { succeed } from "../support/shell.js";

const checkout = fileURLToPath(new URL("../..", import.meta.url));
const tsop = path.join(checkout, "bin/tsop.js");

/** The files that the author edits, and the files that tsop generates from them, which `tsop manifests --check` checks. */
const edited = [
  /^(?:api|apiserver|controllers|webhooks|test)\//,
  /^(?:main\.ts|apiserver\.ts|README\.md|PROJECT)$/,
  /^config\/(?:samples|crd|schemas|webhook)\//,
  /^config\/(?:rbac|apiserver)\/role\.yaml$/,
  // Modes of `tsop edit`, and what an operator is told by flags.
  /^config\/(?:default|rbac)\/kustomization\.yaml$/,
  /^config\/manager\/(?:manager|kustomization)\.yaml$/,
];

let folder: string;
beforeAll(() => {
  linkTsop();
  folder = mkdtempSync(path.join(os.tmpdir(), "tsop-replay-"));
  mkdirSync(path.join(folder, "bin"));
  const program = path.join(folder, "bin/tsop");
  const init = `if [ "$1" = init ]; then shift; set -- init --tsop file:../.. --no-install "$@"; fi`;
  writeFileSync(program, `#!/bin/sh\n${init}\nexec "${process.execPath}" "${tsop}" "$@"\n`);
  chmodSync(program, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(exampleNames)("the example %s", (name) => {
  const example = exampleFolder(name);

  test("is the output of begin.sh, except the files that its author edited", async () => {
    const begun = path.join(folder, name);
    mkdirSync(begun);
    const PATH = [path.join(folder, "bin"), process.env["PATH"] ?? ""].join(path.delimiter);
    await succeed("bash", [path.join(example, "begin.sh")], { cwd: begun, env: { PATH } });
    const files = filesOf(begun);
    const present = new Set(filesOf(example));
    expect(files.filter((file) => !present.has(file))).toEqual([]);
    const untouched = files.filter((file) => !edited.some((pattern) => pattern.test(file)));
    expect(untouched.filter((file) => read(example, file) !== read(begun, file))).toEqual([]);
  });

  test("its generated files are up to date, its role is what its code needs, and it compiles", async () => {
    const context = recordingContext({ cwd: example });
    // In this process, which has read the declarations.
    for (const { exitCode, ...found } of [await manifests({ check: true }, context), await rbacCheck({}, context)]) {
      expect(exitCode, JSON.stringify(found)).toBe(0);
    }
    expect(compileFolder(example)).toBe("");
  });
});

function filesOf(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(root, path.join(parentPath, name)).replaceAll(path.sep, "/"))
    .filter((file) => !/^(?:node_modules|dist|\.tsop)\//.test(file));
}

/** Without the year of a licence; a package.json without what its author has added. */
function read(root: string, file: string): string {
  const text = readFileSync(path.join(root, file), "utf8").replace(/Copyright \d{4}/, "Copyright");
  if (file !== "package.json") return text;
  const { dependencies, devDependencies, ...rest } = JSON.parse(text) as Record<string, unknown>;
  const { tsop: own } = dependencies as Readonly<Record<string, string>>;
  return JSON.stringify({ ...rest, own, hasTools: devDependencies !== undefined });
}
