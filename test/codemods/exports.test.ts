/** The exports of the library never disappear without a codemod that changes the sources of users. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { codemods } from "../../src/codemods/all.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const listFile = `${root}test/data/exports.json`;
const entries = {
  tsop: "src/index.ts",
  "tsop/testing": "src/testing/index.ts",
  "tsop/client-node": "src/client-node/index.ts",
  "tsop/apiserver": "src/extension/index.ts",
};

/** Returns the names that a file exports; each file lists them in braces. */
function exportsOf(file: string): string[] {
  const text = readFileSync(root + file, "utf8").replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, "");
  return [...text.matchAll(/export (?:type )?\{([^}]*)\}/g)]
    .flatMap(([, names = ""]) => names.split(","))
    .map((name) =>
      name
        .trim()
        .replace(/^type /, "")
        .replace(/^.* as /, ""),
    )
    .filter((name) => name !== "")
    .toSorted();
}

const present = Object.fromEntries(Object.entries(entries).map(([module, file]) => [module, exportsOf(file)]));
const recorded = JSON.parse(readFileSync(listFile, "utf8")) as Record<string, string[]>;

test("test/data/exports.json lists every export", () => {
  if (process.env["UPDATE_GOLDEN"] !== undefined) {
    const all = Object.entries(present).map(([module, names]) => [
      module,
      [...new Set([...(recorded[module] ?? []), ...names])].toSorted(),
    ]);
    writeFileSync(listFile, `${JSON.stringify(Object.fromEntries(all), undefined, 2)}\n`);
  }
  const listed = JSON.parse(readFileSync(listFile, "utf8")) as Record<string, string[]>;
  for (const [module, names] of Object.entries(present)) expect(listed[module]).toEqual(expect.arrayContaining(names));
});

test("an export that is gone has a codemod", () => {
  const covered = codemods.flatMap(({ changes }) =>
    changes.flatMap((change) =>
      change.kind === "rename-export"
        ? [`${change.module} ${change.from}`]
        : change.kind === "move-export"
          ? [`${change.from} ${change.name}`]
          : [],
    ),
  );
  const gone = Object.entries(recorded).flatMap(([module, names]) =>
    names.filter((name) => present[module]?.includes(name) !== true).map((name) => `${module} ${name}`),
  );
  expect(gone.filter((name) => !covered.includes(name))).toEqual([]);
});
