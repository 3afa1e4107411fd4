/** `tsop create api --changes-since`: the change of a version's types becomes a new version. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { exec } from "../../src/cli/exec.js";
import { createApi } from "../../src/commands/create-api.js";
import { createWebhook } from "../../src/commands/create-webhook.js";
import type { CreateApiOptions } from "../../src/commands/declared/scaffold.js";
import { manifests } from "../../src/commands/manifests.js";
import { compileFiles } from "../support/compile-types.js";
import { git } from "../support/git.js";
import { recordingContext } from "../support/recording-context.js";
import { printProblems, refusalIn } from "../support/refusal.js";
import { bar, scaffold } from "../support/scaffolds.js";
import { filesOf, tempFolder } from "../support/temp-folder.js";

const files = await scaffold({ apis: [bar], isGenerated: true });
const types = "api/v1/bar_types.ts";
const bar2 = { ...bar, version: "v2" };

/** Creates a repository with the kind, in which its types have then changed. */
function repository(change: (text: string) => string, more: Readonly<Record<string, string>> = {}): string {
  const root = tempFolder({ ...files, ...more });
  git(root, "init", "--quiet");
  git(root, "add", "--all", "--", ":!.tsop");
  git(root, "commit", "--quiet", "--message", "state");
  const file = path.join(root, types);
  writeFileSync(file, change(readFileSync(file, "utf8")));
  return root;
}

const renamed = (text: string): string => text.replace("replicas?: Int32", "size?: Int32");
const contextOf = (cwd: string) => ({ ...recordingContext({ cwd, env: process.env }), exec });
const run = (root: string, options: CreateApiOptions) => createApi(options, contextOf(root));
const refused = async (root: string, options: CreateApiOptions): Promise<string> =>
  printProblems(await refusalIn(root, () => run(root, options)));

test("the new version has the change, the previous one is as before, and a conversion follows from both", async () => {
  const shared = { "api/v1/shared.ts": "export type Zone = string;\n" };
  const root = repository(
    (text) =>
      renamed(text)
        .replace("  size?: Int32;\n", "  size?: Int32;\n  zone?: Zone;\n")
        .replace(/(import \{ .* \} from "tsop";\n)/, '$1import type { Zone } from "./shared.js";\n'),
    shared,
  );
  const { text } = await run(root, { ...bar2, changesSince: "git:HEAD" });
  expect(text).toContain(`tsop moved your changes to api/v2/bar_types.ts, and restored ${types} from git:HEAD`);
  const after = filesOf(root);
  const committed = files[types] as string;
  expect(after[types]).toBe(committed.replace(/( \*\/\nexport interface Bar )/, " * @storageVersion\n$1"));
  const moved = after["api/v2/bar_types.ts"] ?? "";
  expect(moved).toContain("  size?: Int32;\n  zone?: Zone;\n");
  expect(moved).toContain('import type { Zone } from "../v1/shared.js";\n');
  expect(moved).toContain('CustomResource<"foo.abc.com/v2", "Bar">');
  expect(moved).toContain('defineKind<Bar>("foo.abc.com/v2", "Bar")');
  expect(moved).not.toMatch(/foo\.abc\.com\/v1|@storageVersion/);

  await manifests({}, recordingContext({ cwd: root }));
  const conversion = "webhooks/v1/bar_conversion.ts";
  const made = await createWebhook({ ...bar2, conversion: true, spoke: ["v1"] }, recordingContext({ cwd: root }));
  expect(made.text).toContain("spec.replicas of v1 and spec.size of v2 look like the same field");
  expect(readFileSync(path.join(root, conversion), "utf8")).toContain("    size: from.replicas,\n");
  expect(compileFiles([path.join(root, conversion)])).toEqual([]);
});

test("a dry run writes nothing, and --storage-version stores the new version", async () => {
  const root = repository(renamed);
  const before = filesOf(root);
  await run(root, { ...bar2, changesSince: "git:HEAD", dryRun: true });
  expect(filesOf(root)).toEqual(before);
  await run(root, { ...bar2, changesSince: "git:HEAD", storageVersion: "v2" });
  const after = filesOf(root);
  expect(after[types]).toBe(files[types]);
  expect(after["api/v2/bar_types.ts"]).toContain(" * @storageVersion\n */\nexport interface Bar ");
});

describe("refuses, and changes nothing:", () => {
  test.each<[name: string, options: CreateApiOptions, problem: RegExp]>([
    [
      "a source that is no commit",
      { ...bar2, changesSince: "HEAD" },
      /^usage\/invalid-argument: .*HEAD names no commit/,
    ],
    ["a commit that does not exist", { ...bar2, changesSince: "git:HEDA" }, /^api\/unreadable: .*has no commit HEDA/],
    ["a flag of git", { ...bar2, changesSince: "git:--help" }, /^usage\/invalid-argument: git:--help names no commit/],
    [
      "a kind without a version",
      { ...bar2, kind: "Baz", changesSince: "git:HEAD" },
      /Baz has no version with a change/,
    ],
    [
      "--resource=false",
      { ...bar, resource: false, changesSince: "git:HEAD" },
      /--changes-since and --resource=false contradict each other/,
    ],
    ["an existing version", { ...bar, changesSince: "git:HEAD" }, /^project\/resource-exists: /],
  ])("%s", async (_, options, problem) => {
    expect(await refused(repository(renamed), options)).toMatch(problem);
  });

  test("types that have not changed", async () => {
    const text = await refused(
      repository((unchanged) => unchanged),
      { ...bar2, changesSince: "git:HEAD" },
    );
    expect(text).toMatch(
      /^usage\/invalid-argument: --changes-since: api\/v1\/bar_types\.ts has not changed since HEAD/,
    );
  });

  test("types without their API version as a string, and types with a syntax error", async () => {
    const options = { ...bar2, changesSince: "git:HEAD" };
    const computed = repository((text) => text.replaceAll('"foo.abc.com/v1"', "`foo.abc.com/v1`"));
    expect(await refused(computed, options)).toContain(
      "scaffold/version-missing: api/v1/bar_types.ts does not contain",
    );
    expect(
      await refused(
        repository((text) => `${text}interface {`),
        options,
      ),
    ).toMatch(/^source\/syntax: Interface must be given a name/);
  });

  test("a commit without the types", async () => {
    const root = repository(renamed);
    git(root, "rm", "--cached", "--quiet", types);
    git(root, "commit", "--quiet", "--message", "without");
    expect(await refused(root, { ...bar2, changesSince: "git:HEAD" })).toMatch(
      /git:HEAD does not contain api\/v1\/bar_types\.ts/,
    );
  });
});
