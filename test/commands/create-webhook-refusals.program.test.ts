/** What `tsop create webhook` refuses. */
import { describe, expect, test } from "vitest";
import type { CreateWebhookOptions } from "../../src/commands/declared/scaffold.js";
import { edit } from "../../src/commands/edit.js";
import { bar, scaffold } from "../support/scaffolds.js";
import { webhookProject } from "../support/webhook-project.js";

const bar2 = { ...bar, version: "v2" };
const withBar = await scaffold({ apis: [bar] });
const withVersions = await scaffold({ apis: [bar, { ...bar2, controller: false }] });

describe("create webhook rejects", () => {
  test.each<{ options: CreateWebhookOptions; message: string }>([
    {
      options: bar,
      message:
        "usage/invalid-argument: the command line names no type of webhook | Add one or more of --defaulting, --programmatic-validation and --conversion.",
    },
    {
      options: { kind: "Bar", version: "v1", defaulting: true },
      message:
        "usage/invalid-argument: Kubernetes has no kind Bar in core v1 | The project has foo.abc.com/v1 Bar: --group foo",
    },
    {
      options: { group: "foo", defaulting: true },
      message:
        "usage/invalid-argument: --kind is missing | Add it, for example --kind Bar.\n" +
        "usage/invalid-argument: --version is missing | Add it, for example --version v1.",
    },
    {
      options: { ...bar, defaulting: true, spoke: ["v2"] },
      message: "usage/invalid-argument: --spoke requires --conversion | Add --conversion, or omit --spoke v2.",
    },
    {
      options: { ...bar, kind: "Baz", defaulting: true },
      message:
        "usage/invalid-argument: foo.abc.com/v1 Baz is neither in the project nor a built-in kind of Kubernetes | Did you mean --kind Bar?",
    },
    {
      options: { ...bar, kind: "Submarine", defaulting: true },
      message:
        "usage/invalid-argument: foo.abc.com/v1 Submarine is neither in the project nor a built-in kind of Kubernetes | Create it with `tsop create api --group foo --version v1 --kind Submarine`, or import the CRD of another project with `tsop import crd`.",
    },
    {
      options: { ...bar, version: "v9", defaulting: true },
      message:
        "usage/invalid-argument: Bar has no version v9 in the project; it has v1, v2 | --version v1, or create the version: tsop create api --group foo --version v9 --kind Bar",
    },
    {
      options: { group: "core", version: "v1", kind: "Pot", defaulting: true },
      message: "usage/invalid-argument: Kubernetes has no kind Pot in core v1 | --kind Pod",
    },
    {
      options: { group: "apps", version: "v1", kind: "Deployment", conversion: true, spoke: ["v2"] },
      message:
        "usage/invalid-argument: apps/v1 Deployment is not a kind of this project, and only the project that defines a kind can convert its versions | Omit --conversion.",
    },
    {
      options: { ...bar, conversion: true },
      message:
        "usage/invalid-argument: --conversion makes v1 the hub, and needs --spoke for the versions to convert to it and back | --spoke v2",
    },
    {
      options: { ...bar, conversion: true, spoke: ["v1"] },
      message: "usage/invalid-argument: v1 is the hub (--version), so it cannot be a spoke | --spoke v2",
    },
    {
      options: { ...bar, conversion: true, spoke: ["v2,v2"] },
      message: "usage/invalid-argument: --spoke names v2 twice | Name it once.",
    },
    {
      options: { ...bar, conversion: true, spoke: ["v3"] },
      message: 'usage/invalid-argument: "v3" is not a version of Bar; besides the hub, it has v2 | --spoke v2',
    },
    {
      options: { ...bar, version: "1", defaulting: true },
      message: expect.stringContaining("usage/invalid-argument") as string,
    },
  ])("$options", async ({ options, message }) => {
    const { refusal } = webhookProject(withVersions);
    expect(await refusal(options)).toEqual(message);
  });

  test("a conversion of the only version", async () => {
    const { refusal } = webhookProject(withBar);
    expect(await refusal({ ...bar, conversion: true, spoke: ["v2"] })).toBe(
      "usage/invalid-argument: Bar has one version, v1, so there is nothing to convert | " +
        "Add a version first, for example: tsop create api --group foo --version v2 --kind Bar",
    );
  });

  test("an existing webhook, and a second hub", async () => {
    const { run, refusal } = webhookProject(withVersions);
    await run({ ...bar, defaulting: true, programmaticValidation: true, conversion: true, spoke: ["v2"] });
    expect(await refusal({ ...bar, defaulting: true, programmaticValidation: true })).toBe(
      "project/webhook-exists: foo.abc.com/v1 Bar already has a defaulting webhook | Edit BarDefaulter, and omit --defaulting. With --force, tsop overwrites the file of the webhooks.\n" +
        "project/webhook-exists: foo.abc.com/v1 Bar already has a validation webhook | Edit BarValidator, and omit --programmatic-validation. With --force, tsop overwrites the file of the webhooks.",
    );
    expect(await refusal({ ...bar, conversion: true, spoke: ["v2"] })).toBe(
      "project/webhook-exists: Bar already has a conversion between v2 and v1 | Edit its conversion, or add --force: tsop then adds the fields that it lacks, and keeps your code.",
    );
    expect(await refusal({ ...bar2, conversion: true, spoke: ["v1"] })).toBe(
      "project/webhook-exists: v1 is already the hub of Bar, and a kind has one hub | --version v1 --conversion --spoke v2",
    );
  });

  test("cert-manager without webhooks", async () => {
    const { context } = webhookProject(withBar);
    const error: unknown = await edit({ certManager: true }, context()).catch((failure: unknown) => failure);
    expect(String(error)).toContain("the project has no webhooks, so cert-manager has no certificate to create");
  });
});
