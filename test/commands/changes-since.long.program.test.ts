/** `tsop create api --changes-since`: the change of a version's types becomes a new version. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
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

describe("the files that the types import", () => {
  const withShared = (name: string): string =>
    (files[types] as string).replace(
      /(import \{ .* \} from "tsop";\n)/,
      `$1import type { Zone } from "./${name}.js";\n`,
    );
  const before = {
    [types]: withShared("zones"),
    "api/v1/zones.ts": 'export type { Zone } from "./zone.js";\n',
    "api/v1/zone.ts": 'import type { Name } from "../names.js";\nexport type Zone = Name;\n',
    "api/names.ts": "export type Name = string;\n",
    "main.ts": `${files["main.ts"] as string}import "./api/v1/zone.js";\n`,
  };
  const options = { ...bar2, changesSince: "git:HEAD" };
  const change = (root: string, file: string, text: string): void => writeFileSync(path.join(root, file), text);

  test("go to the new version if they or their imports have changed, though the types are the same", async () => {
    const root = repository((same) => same, before);
    change(root, "api/v1/zone.ts", 'import type { Name } from "../names.js";\nexport type Zone = Name | number;\n');
    await run(root, options);
    const after = filesOf(root);
    expect(after["api/v1/zone.ts"]).toBe(before["api/v1/zone.ts"]);
    expect(after["api/v1/zones.ts"]).toBe(before["api/v1/zones.ts"]);
    expect(after["api/v2/zone.ts"]).toContain("Name | number");
    expect(after["api/v2/zone.ts"]).toContain('from "../names.js"');
    expect(after["api/v2/zones.ts"]).toContain('from "./zone.js"');
    expect(after["api/v2/bar_types.ts"]).toContain('from "./zones.js"');
  });

  test("are restored if they are deleted or renamed, and a new file moves unless other files import it", async () => {
    const root = repository((same) => same, before);
    const zone = before["api/v1/zone.ts"];
    rmSync(path.join(root, "api/v1/zone.ts"));
    change(root, "main.ts", files["main.ts"] as string);
    change(root, "api/v1/area.ts", `${zone}export type Area = 1;\n`);
    change(root, "api/v1/zones.ts", 'export type { Zone } from "./area.js";\n');
    const { text } = await run(root, options);
    const after = filesOf(root);
    expect(after["api/v1/zone.ts"]).toBe(zone);
    expect(after["api/v1/zones.ts"]).toBe(before["api/v1/zones.ts"]);
    expect(after["api/v2/zones.ts"]).toBe('export type { Zone } from "./area.js";\n');
    expect(after["api/v2/area.ts"]).toContain("Area = 1");
    expect(after["api/v1/area.ts"]).toBeUndefined();
    expect(text).toContain("moved your changes to api/v2/bar_types.ts, api/v2/zones.ts, api/v2/area.ts, and restored");

    const used = repository((same) => same, before);
    change(used, "api/v1/area.ts", "export type Zone = 2;\n");
    change(used, "api/v1/zones.ts", 'export type { Zone } from "./area.js";\n');
    change(used, "main.ts", `${before["main.ts"]}import "./api/v1/area.js";\n`);
    await run(used, options);
    expect(filesOf(used)["api/v1/area.ts"]).toBe("export type Zone = 2;\n");
  });

  test("are an error outside the version, if both versions would share their change", async () => {
    const root = repository(renamed, before);
    change(root, "api/names.ts", "export type Name = number;\n");
    expect(await refused(root, options)).toMatch(
      /^usage\/invalid-argument: --changes-since: the types of v1 import files outside their version that have changed since HEAD: api\/names\.ts \| v1 and v2 would share this change\. .*git checkout HEAD -- api\/names\.ts/,
    );
    rmSync(path.join(root, "api/names.ts"));
    expect(await refused(root, options)).toContain("have changed since HEAD: api/names.ts");
  });

  test("outside the version may change if the previous types do not import them", async () => {
    const root = repository(renamed, { "api/names.ts": before["api/names.ts"] });
    change(root, "api/names.ts", "export type Name = number;\n");
    change(root, types, withShared("../names").replace("./../", "../"));
    await run(root, options);
    expect(filesOf(root)["api/v2/bar_types.ts"]).toContain('from "../names.js"');
  });
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
    [
      "a typing mistake",
      { ...bar2, changesSince: "gti:HEAD" },
      /gti:HEAD names no commit \| Did you mean .* git:HEAD\?/,
    ],
    [
      "a commit that does not exist",
      { ...bar2, changesSince: "git:HEDA" },
      /^api\/unreadable: .*has no commit HEDA \| Did you mean git:HEAD\?/,
    ],
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

  test("a commit with the types in another place", async () => {
    const root = repository(renamed);
    git(root, "mv", types, "api/bar_types.ts");
    git(root, "commit", "--quiet", "--message", "moved");
    git(root, "mv", "api/bar_types.ts", types);
    expect(await refused(root, { ...bar2, changesSince: "git:HEAD" })).toMatch(
      /does not contain api\/v1\/bar_types\.ts \| It contains api\/bar_types\.ts\. If the file has moved/,
    );
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
