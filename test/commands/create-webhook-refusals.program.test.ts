/** What `tsop create webhook` refuses. */
import { describe, expect, test } from "vitest";
import type { CreateWebhookOptions } from "../../src/commands/declared/scaffold.js";
import { edit } from "../../src/commands/edit.js";
import { bar, scaffold } from "../support/scaffolds.js";
import { webhookProject } from "../support/webhook-project.js";

const bar2 = { ...bar, version: "v2" };
const withBar = await scaffold({ apis: [bar] });
const withVersions = await scaffold({ apis: [bar, { ...bar2, controller: false }] });

describe("what is refused", () => {
  test.each<{ options: CreateWebhookOptions; message: string }>([
    {
      options: bar,
      message:
        "usage/invalid-argument: no kind of webhook is chosen | Add one or more of --defaulting, --programmatic-validation and --conversion.",
    },
    {
      options: { kind: "Bar", version: "v1", defaulting: true },
      message:
        "usage/invalid-argument: Kubernetes has no kind Bar in core v1 | The project has foo.abc.com/v1 Bar: --group foo",
    },
    {
      options: { group: "foo", defaulting: true },
      message:
        "usage/invalid-argument: --kind is missing | Add it, for instance --kind Bar.\n" +
        "usage/invalid-argument: --version is missing | Add it, for instance --version v1.",
    },
    {
      options: { ...bar, defaulting: true, spoke: ["v2"] },
      message:
        "usage/invalid-argument: --spoke names a version to convert, and there is no --conversion | Add --conversion, or leave out --spoke v2.",
    },
    {
      options: { ...bar, kind: "Baz", defaulting: true },
      message:
        "usage/invalid-argument: foo.abc.com/v1 Baz is neither in the project nor a kind of Kubernetes' own | Did you mean --kind Bar?",
    },
    {
      options: { ...bar, kind: "Submarine", defaulting: true },
      message:
        "usage/invalid-argument: foo.abc.com/v1 Submarine is neither in the project nor a kind of Kubernetes' own | Make it with `tsop create api --group foo --version v1 --kind Submarine`; a kind that others define with `tsop import crd`.",
    },
    {
      options: { ...bar, version: "v9", defaulting: true },
      message:
        "usage/invalid-argument: Bar has no version v9 in the project; it has v1, v2 | --version v1, or make it: tsop create api --group foo --version v9 --kind Bar",
    },
    {
      options: { group: "core", version: "v1", kind: "Pot", defaulting: true },
      message: "usage/invalid-argument: Kubernetes has no kind Pot in core v1 | --kind Pod",
    },
    {
      options: { group: "apps", version: "v1", kind: "Deployment", conversion: true, spoke: ["v2"] },
      message:
        "usage/invalid-argument: apps/v1 Deployment is no kind of this project, and only who defines a kind converts between its versions | Leave out --conversion.",
    },
    {
      options: { ...bar, conversion: true },
      message:
        "usage/invalid-argument: --conversion makes v1 the hub, and no --spoke says which versions are converted to it and back | --spoke v2",
    },
    {
      options: { ...bar, conversion: true, spoke: ["v1"] },
      message: "usage/invalid-argument: v1 is the hub (--version), and cannot be a spoke of itself | --spoke v2",
    },
    {
      options: { ...bar, conversion: true, spoke: ["v2,v2"] },
      message: "usage/invalid-argument: --spoke names v2 twice | Once is enough.",
    },
    {
      options: { ...bar, conversion: true, spoke: ["v3"] },
      message: 'usage/invalid-argument: "v3" is no version of Bar; beside the hub it has v2 | --spoke v2',
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
      "usage/invalid-argument: Bar has one version, v1, so that there is nothing to convert | " +
        "Add one first, for instance: tsop create api --group foo --version v2 --kind Bar",
    );
  });

  test("what is there already, and a second hub", async () => {
    const { run, refusal } = webhookProject(withVersions);
    await run({ ...bar, defaulting: true, programmaticValidation: true, conversion: true, spoke: ["v2"] });
    expect(await refusal({ ...bar, defaulting: true, programmaticValidation: true })).toBe(
      "project/webhook-exists: foo.abc.com/v1 Bar has a defaulting webhook already | Edit BarDefaulter, and leave out --defaulting; with --force, the file of the webhooks is made anew.\n" +
        "project/webhook-exists: foo.abc.com/v1 Bar has a validation webhook already | Edit BarValidator, and leave out --programmatic-validation; with --force, the file of the webhooks is made anew.",
    );
    expect(await refusal({ ...bar, conversion: true, spoke: ["v2"] })).toBe(
      "project/webhook-exists: Bar is converted between v2 and v1 already | Edit its conversion.",
    );
    expect(await refusal({ ...bar2, conversion: true, spoke: ["v1"] })).toBe(
      "project/webhook-exists: v1 is the hub of Bar already, and a kind has one hub | --version v1 --conversion --spoke v2",
    );
  });

  test("cert-manager without webhooks", async () => {
    const { context } = webhookProject(withBar);
    const error: unknown = await edit({ certManager: true }, context()).catch((failure: unknown) => failure);
    expect(String(error)).toContain("there are no webhooks that cert-manager could make a certificate for");
  });
});
