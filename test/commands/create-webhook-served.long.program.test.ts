/** `create webhook` for the kinds of the extension API server: conversions and rules in its process. */
import { describe, expect, test } from "vitest";
import { createApiserver } from "../../src/commands/create-apiserver.js";
import { createWebhook } from "../../src/commands/create-webhook.js";
import { deleteWebhook } from "../../src/commands/delete-webhook.js";
import { manifests } from "../../src/commands/manifests.js";
import { printProblems, refusalIn } from "../support/refusal.js";
import { openVersions, reading, resourceFile } from "../support/served-versions.js";
import { filesOf } from "../support/temp-folder.js";

const rulesFile = "apiserver/reading_rules.ts";

describe("create webhook --conversion, for a kind of the extension API server", () => {
  const conversion = { ...reading, version: "v2", conversion: true, spoke: ["v1"] };

  test("adds the conversion with its test, and the resource converts", async () => {
    const { root, context, read } = await openVersions();
    const before = filesOf(root);
    const { text } = await createWebhook(conversion, context);
    const changed = Object.entries(filesOf(root)).filter(([file, content]) => before[file] !== content);
    expect(changed.map(([file]) => file).toSorted()).toEqual([
      "PROJECT",
      resourceFile,
      "apiserver/v1/reading_conversion.test.ts",
      "apiserver/v1/reading_conversion.ts",
    ]);
    expect(read(resourceFile)).toContain("conversion: { hub: Reading, spokes: [readingV1] },");
    expect(read(resourceFile)).toContain('import { Reading } from "../api/v2/reading_types.js";');
    expect(read(resourceFile)).toContain('import { readingV1 } from "./v1/reading_conversion.js";');
    expect(text).toContain(`${resourceFile} now works with the objects of v2, the hub`);
    expect(read("apiserver/v1/reading_conversion.test.ts")).toContain("{ crd: ReadingDefinition }");
    expect(read("PROJECT")).toMatch(/webhooks:\n\s+conversion: true\n/);
    await manifests({}, context);
    expect((await manifests({ check: true }, context)).exitCode).toBe(0);
  });

  test("adds another spoke later, and merges fields with --force", async () => {
    const { context, read, edit } = await openVersions();
    await createWebhook(conversion, context);
    await createApiserver({ ...reading, version: "v3" }, context);
    await createWebhook({ ...conversion, spoke: ["v3"] }, context);
    expect(read(resourceFile)).toContain("conversion: { hub: Reading, spokes: [readingV1, readingV3] },");
    const field = "  amount?: Int32;\n";
    edit("api/v2/reading_types.ts", field, `${field}  /** The unit. */\n  unit?: string;\n`);
    await createWebhook({ ...conversion, force: true }, context);
    expect(read("apiserver/v1/reading_conversion.ts")).toContain("unit: undefined");
    expect(read(resourceFile).match(/conversion:/g)).toHaveLength(1);
  });

  test("names what to write if the resource has another form, and writes nothing", async () => {
    const { root, context, edit } = await openVersions();
    edit(resourceFile, "storage: memoryStorage(),", "...{ storage: memoryStorage() },");
    const problems = printProblems(await refusalIn(root, () => createWebhook(conversion, context)));
    expect(problems).toContain(`${resourceFile} does not have one object with the fields definition and storage`);
    expect(problems).toContain("conversion: { hub: Reading, spokes: [readingV1] },");
  });

  test("refuses mistakes in the versions as for a CRD", async () => {
    const { root, context } = await openVersions();
    const wrong = { ...conversion, spoke: ["v7"] };
    expect(printProblems(await refusalIn(root, () => createWebhook(wrong, context)))).toContain("--spoke v1");
  });
});

describe("create webhook --defaulting --programmatic-validation, for a kind of the extension API server", () => {
  test("adds classes and a test, and the resource uses them; each also later", async () => {
    const { root, context, read } = await openVersions();
    const named = { ...reading, version: "v1" };
    await createWebhook({ ...named, defaulting: true }, context);
    await createWebhook({ ...named, programmaticValidation: true }, context);
    expect(read(resourceFile)).toContain(
      "    defaulter: new ReadingDefaulter(),\n    validator: new ReadingValidator(),\n",
    );
    expect(read(resourceFile)).toContain('import { ReadingDefaulter, ReadingValidator } from "./reading_rules.js";');
    expect(read(rulesFile)).toContain(
      'import type { AdmissionContext, Defaulter, ValidationResult, Validator } from "tsop";',
    );
    expect(read("apiserver/reading_rules.test.ts").match(/^ {2}test\(/gm)).toHaveLength(2);
    const files = Object.keys(filesOf(root)).filter((file) => /^(?:webhooks|config\/webhook)/.test(file));
    expect(files).toEqual([]);
    expect(read("main.ts")).not.toContain("Reading");
    await manifests({}, context);
    expect((await manifests({ check: true }, context)).exitCode).toBe(0);
  });

  test("a later conversion makes the rules work with the hub", async () => {
    const { root, context, read } = await openVersions();
    await createWebhook({ ...reading, version: "v1", defaulting: true }, context);
    await createWebhook({ ...reading, version: "v2", conversion: true, spoke: ["v1"] }, context);
    expect(read(rulesFile)).toContain('from "../api/v2/reading_types.js"');
    expect(read("PROJECT").match(/webhooks:/g)).toHaveLength(1);
    const again = () => createWebhook({ ...reading, version: "v1", programmaticValidation: true }, context);
    expect(printProblems(await refusalIn(root, again))).toContain("--version v2 --programmatic-validation");
  });

  test("deletes one of them, and keeps the other", async () => {
    const { context, read } = await openVersions();
    const named = { ...reading, version: "v1" };
    await createWebhook({ ...named, defaulting: true, programmaticValidation: true }, context);
    await deleteWebhook({ ...named, programmaticValidation: true }, context);
    expect(read(resourceFile)).toContain("defaulter: new ReadingDefaulter(),");
    expect(read(resourceFile)).not.toContain("Validator");
    expect(read(rulesFile)).not.toContain("Validat");
    expect(read("apiserver/reading_rules.test.ts")).not.toContain("Validator");
  });

  test("refuses what the kind cannot have", async () => {
    const { root, context } = await openVersions();
    await createApiserver({ group: "metrics", version: "v1", kind: "Load", storage: "virtual" }, context);
    const load = { group: "metrics", version: "v1", kind: "Load", defaulting: true };
    const virtual = printProblems(await refusalIn(root, () => createWebhook(load, context)));
    expect(virtual).toContain("no client writes them");
    expect(virtual).toContain("Omit --defaulting");
    const flags = { ...reading, version: "v1", defaulting: true, defaultingPath: "/x", certManager: true };
    const served = printProblems(await refusalIn(root, () => createWebhook(flags, context)));
    expect(served).toContain("Omit --defaulting-path and --cert-manager.");
    const other = { ...reading, version: "v2", defaulting: true };
    const version = printProblems(await refusalIn(root, () => createWebhook(other, context)));
    expect(version).toContain("works with the Reading of ../api/v1/reading_types.js");
  });
});
