/** Projects as people format them: `create` changes the lines that have to change, and no others. */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { diffLines } from "diff";
import { ESLint } from "eslint";
import { check, format, type Options } from "prettier";
import { afterAll, describe, expect, test } from "vitest";
import { createApi } from "../../src/commands/create-api.js";
import { createWebhook } from "../../src/commands/create-webhook.js";
import { init } from "../../src/commands/init.js";
import { manifests } from "../../src/commands/manifests.js";
import { faultsIn, programOf } from "../support/compile-types.js";
import { recordingContext } from "../support/recording-context.js";

const bar = { group: "foo", version: "v1", kind: "Bar" };
const files = ["main.ts", "api/v1/bar_types.ts", "webhooks/v1/bar_webhook.ts"];

interface Variant {
  readonly what: string;
  /** The project's settings for Prettier. */
  readonly prettier?: Options;
  readonly change?: (text: string, file: string) => string;
}

const inMain = (change: (text: string) => string): Pick<Variant, "change"> => ({
  change: (text, file) => (file === "main.ts" ? change(text) : text),
});
const setUp = /, \(manager\) => \{([\s\S]*)\}\);/;

const variants: readonly Variant[] = [
  { what: "as scaffolded" },
  { what: "no semicolons", prettier: { semi: false } },
  { what: "single quotes", prettier: { singleQuote: true } },
  { what: "tabs", prettier: { useTabs: true } },
  { what: "four spaces", prettier: { tabWidth: 4 } },
  { what: "CRLF", prettier: { endOfLine: "crlf" } },
  {
    what: "no last commas, no semicolons, single quotes, tabs",
    prettier: { trailingComma: "none", semi: false, singleQuote: true, useTabs: true },
  },
  { what: "short lines", prettier: { printWidth: 80 } },
  { what: "very short lines", prettier: { printWidth: 66, objectWrap: "collapse" } },
  { what: "a byte order mark", change: (text) => `\uFEFF${text}` },
  { what: "no markers", change: (text) => text.replace(/^[ \t]*\/\/ \+tsop:scaffold:.*\n/gm, "") },
  {
    what: "comments inside import lists",
    change: (text) =>
      text
        .replace("{ runManager }", "{\n  // starts it\n  runManager, // and stops it\n}")
        .replace("import type { AdmissionContext, ", "import { type AdmissionContext, // of a request\n  type ")
        .replace(/(import \{ type AdmissionContext[^}]*?), Manager \}/, "$1, type Manager }"),
  },
  {
    what: "a namespace import",
    ...inMain((text) => text.replace("{ runManager }", "* as tsop").replace("await run", "await tsop.run")),
  },
  {
    what: "runManager by another name",
    ...inMain((text) =>
      text.replace("{ runManager }", "{ runManager as run }").replace("await runManager", "await run"),
    ),
  },
  {
    what: "a function that is declared by name",
    ...inMain((text) =>
      text
        .replace(setUp, ", setUp);\n\nfunction setUp(manager: Manager): void {$1}")
        .replace("{ runManager }", "{ type Manager, runManager }")
        .replace(/^.*scaffold:builder\n/m, ""),
    ),
  },
  {
    what: "a function that is a constant, with another name for the manager",
    ...inMain((text) =>
      text
        .replace(/^await runManager[\s\S]*/m, (call) => {
          const body = setUp.exec(call)?.[1]?.replaceAll("manager", "mgr") ?? "";
          return `const setUp = (mgr: Manager) => {${body}};\n\n${call.replace(setUp, ", setUp);")}`;
        })
        .replace("{ runManager }", "{ type Manager, runManager }")
        .replace(/^.*scaffold:builder\n/m, ""),
    ),
  },
  { what: "re-exports", ...inMain((text) => `${text}\nexport { type Manager, runManager as start } from "tsop";\n`) },
  {
    what: "export default",
    change: (text, file) => (file.startsWith("api/") ? `${text}\nexport default Bar;\n` : text),
  },
  {
    what: "no doc comment at the kind",
    change: (text, file) =>
      file.startsWith("api/") ? text.replace(/\/\*\*\n \* Bar is the schema[\s\S]*?\*\/\n/, "") : text,
  },
  {
    what: "a doc comment on one line",
    change: (text, file) =>
      file.startsWith("api/") ? text.replace(/\/\*\*\n \* (Bar is the schema.*)\n \*\/\n/, "/** $1 */\n") : text,
  },
  {
    what: "decoys in texts and comments",
    ...inMain(
      (text) =>
        `${text}\nexport const decoy = \`\n// +tsop:scaffold:builder\nawait runManager({}, (manager) => {\n});\n\`;\n// runManager(decoy, (manager) => {});\n`,
    ),
  },
];

/** Holds all projects, and the packages that they import. */
const parent = mkdtempSync(path.join(os.tmpdir(), "tsop-formatted-"));
afterAll(() => rmSync(parent, { recursive: true, force: true }));
const projects: string[] = [];

async function project({ what, prettier, change = (text) => text }: Variant): Promise<string> {
  const root = path.join(parent, what.replaceAll(" ", "-"));
  mkdirSync(root);
  projects.push(root);
  const context = recordingContext({ cwd: root });
  await init({ domain: "abc.com", projectName: "demo", tsop: "1", install: false }, context);
  await createApi(bar, context);
  await createWebhook({ ...bar, defaulting: true }, context);
  if (prettier !== undefined) writeFileSync(path.join(root, ".prettierrc"), JSON.stringify(prettier));
  for (const file of files) {
    const changed = change(readFileSync(path.join(root, file), "utf8"), file);
    writeFileSync(path.join(root, file), prettier === undefined ? changed : await formatted(changed, prettier));
  }
  return root;
}

const formatted = (text: string, options: Options): Promise<string> =>
  format(text, { ...options, parser: "typescript" });

/** Lines that may go, because something is added to them: imports, and a doc comment on one line. */
const mayChange = /^(?:import .*\bfrom\b.*|\s*\/\*\* .* \*\/|[\w, ]+\} from .*)$/;

describe.each(variants)("$what", (variant) => {
  test("only the lines that have to change do", async () => {
    const root = await project(variant);
    const read = (file: string): string => readFileSync(path.join(root, file), "utf8");
    const before = files.map(read);
    const context = recordingContext({ cwd: root });
    await createApi({ ...bar, kind: "Baz" }, context);
    await createWebhook({ ...bar, programmaticValidation: true }, context);
    await createApi({ ...bar, version: "v2" }, context);
    for (const [index, file] of files.entries()) {
      const [old, now] = [before[index]!, read(file)];
      const gone = diffLines(old, now)
        .filter(({ removed }) => removed)
        .flatMap(({ value }) => value.trimEnd().split(/\r?\n/));
      expect(
        gone.filter((line) => !mayChange.test(line)),
        file,
      ).toEqual([]);
      expect(/\r\n/.test(now) && /[^\r]\n/.test(now), `${file}: line breaks`).toBe(false);
      expect(now.startsWith("\uFEFF"), file).toBe(old.startsWith("\uFEFF"));
      // What handlers hold is as wide as it is.
      if (variant.prettier !== undefined && !file.startsWith("webhooks/")) {
        expect(await check(now, { ...variant.prettier, parser: "typescript" }), `${file}:\n${now}`).toBe(true);
      }
    }
    expect(read("main.ts").match(/new BazReconciler\((\w+)\.client\)\.setupWithManager\(\1\)/g)).toHaveLength(1);
    expect(read("webhooks/v1/bar_webhook.ts").match(/\.withValidator\(new BarValidator\(\)\)/g)).toHaveLength(1);
    expect(read("api/v1/bar_types.ts").match(/@storageVersion/g)).toHaveLength(1);
    const generated = await manifests({}, context);
    expect(generated.text).toContain("config/crd/bases/foo.abc.com_bars.yaml");
  });
});

const sourcesOf = (root: string): string[] => files.map((file) => path.join(root, file));

test("the compiler accepts all of them", () => {
  const program = programOf(projects.flatMap(sourcesOf)); // one for all: declarations are bound and merged once
  for (const root of projects) expect(faultsIn(sourcesOf(root), program), root).toEqual([]);
  expect(projects).toHaveLength(variants.length);
});

test("the linter of the scaffold accepts all of them", async () => {
  const repository = fileURLToPath(new URL("../../", import.meta.url));
  const modules = path.join(parent, "node_modules");
  for (const name of ["eslint", "typescript-eslint", "typescript", "@types/node"]) {
    mkdirSync(path.dirname(path.join(modules, name)), { recursive: true });
    symlinkSync(path.join(repository, "node_modules", name), path.join(modules, name));
  }
  symlinkSync(repository, path.join(modules, "tsop"));
  const config = path.join(parent, "eslint.config.js"); // one for all: types are looked up once
  copyFileSync(path.join(projects[0]!, "eslint.config.js"), config);
  const results = await new ESLint({ cwd: parent, overrideConfigFile: config }).lintFiles(projects.flatMap(sourcesOf));
  expect(results).toHaveLength(files.length * projects.length);
  expect(results.flatMap(({ filePath, messages }) => messages.map((fault) => ({ filePath, ...fault })))).toEqual([]);
});
