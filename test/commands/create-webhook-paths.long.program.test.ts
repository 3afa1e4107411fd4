/** `tsop create webhook --defaulting-path` and `--validation-path`. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { deleteWebhook } from "../../src/commands/delete-webhook.js";
import { manifests } from "../../src/commands/manifests.js";
import type { CreateWebhookOptions } from "../../src/commands/declared/scaffold.js";
import { compileFiles } from "../support/compile-types.js";
import { bar, scaffold } from "../support/scaffolds.js";
import { snapshot } from "../support/temp-folder.js";
import { webhookProject } from "../support/webhook-project.js";

const withBar = await scaffold({ apis: [bar], isGenerated: true });
const both = { ...bar, defaulting: true, programmaticValidation: true };
const handlers = "webhooks/v1/bar_webhook.ts";

describe("create webhook with paths", () => {
  test("writes them into the code, PROJECT and the configuration", async () => {
    const { root, read, run, context } = webhookProject(withBar);
    await run({ ...both, defaultingPath: "/mutate-bars", validationPath: "/bars/validate" });
    expect(read(handlers)).toContain(
      '    .withDefaulter(new BarDefaulter(), { path: "/mutate-bars" })\n' +
        '    .withValidator(new BarValidator(), { path: "/bars/validate" })\n',
    );
    expect(read("PROJECT")).toContain(
      "  webhooks:\n    defaulting: true\n    defaultingPath: /mutate-bars\n    validation: true\n    validationPath: /bars/validate\n    webhookVersion: v1\n",
    );
    expect(compileFiles([path.join(root, handlers)])).toEqual([]);
    await manifests({}, context());
    const paths = [...read("config/webhook/manifests.yaml").matchAll(/^ +path: (.*)$/gm)].map(([, found]) => found);
    expect(paths).toEqual(["/mutate-bars", "/bars/validate"]);
  });

  test("step by step makes the same as all at once, and deletion gives the bytes of before", async () => {
    const [atOnce, inSteps] = [webhookProject(withBar), webhookProject(withBar)];
    const before = snapshot(atOnce.root);
    const options = { ...bar, defaulting: true, defaultingPath: "/mutate-bars" };
    await inSteps.run(options);
    const withDefaulter = snapshot(inSteps.root);
    await inSteps.run({ ...bar, programmaticValidation: true });
    await atOnce.run({ ...both, defaultingPath: "/mutate-bars" });
    expect(snapshot(inSteps.root)).toEqual(snapshot(atOnce.root));
    await deleteWebhook({ ...bar, programmaticValidation: true }, inSteps.context());
    expect(snapshot(inSteps.root)).toEqual(withDefaulter);
    await deleteWebhook(bar, atOnce.context());
    expect(snapshot(atOnce.root)).toEqual(before);
  });

  test("an edited path keeps delete from deleting the file", async () => {
    const { root, read, run, context } = webhookProject(withBar);
    await run({ ...bar, defaulting: true, defaultingPath: "/mutate-bars" });
    writeFileSync(path.join(root, handlers), read(handlers).replace("/mutate-bars", "/other"));
    await expect(deleteWebhook(bar, context())).rejects.toThrow(`${handlers} was edited`);
  });

  test("the path of a registration that PROJECT does not list is added to it, and a different one is kept", async () => {
    const { root, read, run, refusal } = webhookProject(withBar);
    await run({ ...bar, programmaticValidation: true });
    const file = path.join(root, handlers);
    const plain = read(handlers).replace(".withValidator(", ".withDefaulter(mine)\n    .withValidator(");
    writeFileSync(file, plain.replace("mine)", 'mine, { path: "/mine" })'));
    const options = { ...bar, defaulting: true, defaultingPath: "/bars" };
    expect(await refusal(options)).toContain(
      `scaffold/marker-missing: ${handlers} does not have one call of .withDefaulter() without other options`,
    );
    expect(read(handlers)).toContain('mine, { path: "/mine" })');
    writeFileSync(file, plain);
    await run(options);
    expect(read(handlers)).toContain('.withDefaulter(mine, { path: "/bars" })');
  });

  test("--force creates the file again with the recorded paths", async () => {
    const { read, run } = webhookProject(withBar);
    await run({ ...both, defaultingPath: "/mutate-bars" });
    const text = read(handlers);
    await run({ ...both, force: true });
    expect(read(handlers)).toBe(text);
    await run({ ...both, defaultingPath: "/bars", force: true });
    expect(read(handlers)).toBe(text.replace("/mutate-bars", "/bars"));
    expect(read("PROJECT")).toContain("defaultingPath: /bars\n");
  });
});

describe("create webhook rejects", () => {
  test.each<[string, CreateWebhookOptions, string]>([
    [
      "a path without its webhook",
      { ...bar, defaulting: true, validationPath: "/x" },
      "--validation-path requires --programmatic-validation | Add --programmatic-validation, or omit --validation-path /x.",
    ],
    [
      "a path without a slash",
      { ...bar, defaulting: true, defaultingPath: "bars" },
      '--defaulting-path: the API server rejects the path "bars" | Start it with a slash',
    ],
    [
      "a path with upper-case letters",
      { ...bar, defaulting: true, defaultingPath: "/Bars" },
      'rejects the path "/Bars"',
    ],
    ["a path with a query", { ...bar, defaulting: true, defaultingPath: "/bars?x=1" }, 'rejects the path "/bars?x=1"'],
    ["code", { ...bar, defaulting: true, defaultingPath: '/" }); process.exit(); //' }, "rejects the path"],
    ["an empty path", { ...bar, defaulting: true, defaultingPath: "" }, 'rejects the path ""'],
    [
      "the path of the conversions",
      { ...bar, defaulting: true, defaultingPath: "/convert" },
      "--defaulting-path: the operator serves conversions at /convert",
    ],
    [
      "one path for two webhooks",
      { ...both, defaultingPath: "/x", validationPath: "/x" },
      "the validation webhook of foo.abc.com/v1 Bar and the defaulting webhook of foo.abc.com/v1 Bar would have the same path, /x",
    ],
    [
      "the default path of another webhook",
      { ...both, defaultingPath: "/validate-foo-abc-com-v1-bar" },
      "would have the same path, /validate-foo-abc-com-v1-bar | Choose another path with --defaulting-path or --validation-path.",
    ],
    [
      "all problems at once",
      { ...bar, defaulting: true, defaultingPath: "x", validationPath: "y" },
      "--validation-path requires --programmatic-validation",
    ],
  ])("%s", async (_, options, message) => {
    const { refusal } = webhookProject(withBar);
    expect(await refusal(options)).toContain(message);
  });

  test("a path that the webhook of another kind has", async () => {
    const { run, refusal } = webhookProject(withBar);
    await run({ ...bar, defaulting: true, defaultingPath: "/x" });
    const pod = { group: "core", version: "v1", kind: "Pod", programmaticValidation: true, validationPath: "/x" };
    expect(await refusal(pod)).toContain(
      "the validation webhook of v1 Pod and the defaulting webhook of foo.abc.com/v1 Bar would have the same path, /x",
    );
  });
});
