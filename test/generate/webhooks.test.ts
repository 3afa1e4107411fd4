import { describe, expect, test } from "vitest";
import { runManifests } from "../support/manifest-cases.js";
import { configurationsOf, runWebhooks, webhookCases } from "../support/webhook-cases.js";

const errorsOf = (run: ReturnType<typeof runWebhooks>): string[] =>
  run.diagnostics.filter(({ severity }) => severity === "error").map(({ code, message }) => `${code}: ${message}`);

describe("above a handler", () => {
  test.each(webhookCases.filter(({ said }) => said === undefined))("$tags is taken", ({ tags }) => {
    const run = runWebhooks(tags);
    expect(errorsOf(run)).toEqual([]);
    expect(configurationsOf(run)).toContain("kind: ValidatingWebhookConfiguration");
  });

  test.each(webhookCases.filter(({ said }) => said !== undefined))(
    "$tags is refused at its place",
    ({ tags, said }) => {
      const [code = "", words = ""] = said ?? [];
      const run = runWebhooks(tags);
      const found = run.diagnostics.filter((each) => each.code === code && each.message.includes(words));
      expect(found, errorsOf(run).join("\n")).not.toEqual([]);
      expect(found[0]?.at?.file).toBe("webhooks/v1/bar_webhook.ts");
      expect(found[0]?.hint).not.toBe("");
    },
  );
});

describe("two webhooks with one path", () => {
  test.each([
    'manager.webhook(Bar).withDefaulter(new Hook(), { path: "/bars" }).withValidator(new Hook(), { path: "/bars" }).complete();',
    'manager.webhook(Bar).withDefaulter(new Hook(), { path: "/validate-foo-abc-com-v1-bar" }).withValidator(new Hook()).complete();',
    'manager.webhook(Bar).withDefaulter(new Hook(), { path: "/bars" }).complete(); manager.webhook(Pod).withValidator(new Hook(), { path: "/bars" }).complete();',
  ])("are an error: %s", (rest) => {
    const run = runWebhooks("", rest);
    expect(errorsOf(run).join("\n")).toContain("is already served at /");
  });

  test("are no error if one handler has two configurations", () => {
    const handler = 'manager.webhook(Bar).withValidator(new Hook(), { path: "/bars" }).complete();';
    expect(errorsOf(runWebhooks("@webhook name=a.bar.abc.com\n@webhook name=b.bar.abc.com", handler))).toEqual([]);
  });

  test("and a webhook at the path of the conversions is an error", () => {
    const run = runWebhooks("", 'manager.webhook(Bar).withDefaulter(new Hook(), { path: "/convert" }).complete();');
    expect(errorsOf(run).join("\n")).toContain("the operator serves conversions at /convert");
  });
});

describe("a typing mistake", () => {
  test.each([
    ["@webhook failurepolicy=Ignore", "Did you mean failurePolicy?"],
    ["@webhook failurePolicy=Ignor", "Did you mean Ignore?"],
    ["@webhook verbs=delte", "Did you mean delete?"],
    ["@webhook resources=bras", "Did you mean bars?"],
    ["@webhok failurePolicy=Ignore", "Did you mean @webhook?"],
    ["@objectSelektor a=b", "Did you mean @objectSelector?"],
    ["+kubebuilder:webhok:failurePolicy=ignore", "Did you mean +kubebuilder:webhook?"],
    ["+kubebuilder:webhook:timeoutSecond=3", "Did you mean timeoutSeconds?"],
  ])("in %s is mended", (tags, hint) => {
    expect(
      runWebhooks(tags)
        .diagnostics.map((each) => each.hint)
        .join("\n"),
    ).toContain(hint);
  });
});

describe("the operations of a webhook follow the code:", () => {
  const operations = (rest: string): string[] => {
    const run = runWebhooks("", rest);
    expect(errorsOf(run)).toEqual([]);
    return [...configurationsOf(run).matchAll(/^ {4}- ([A-Z]+)$/gm)].map(([, verb = ""]) => verb);
  };

  test.each([
    ["manager.webhook(Bar).withValidator({ validateDelete: () => [] }).complete();", ["DELETE"]],
    [
      "const v = { validateCreate() {}, validateDelete() {} }; manager.webhook(Bar).withValidator(v).complete();",
      ["CREATE", "DELETE"],
    ],
    ["const hooks = manager.webhook(Bar); hooks.withDefaulter(new Hook()); hooks.complete();", ["CREATE", "UPDATE"]],
    [
      "class Sub extends Hook { validateDelete() {} } manager.webhook(Bar).withValidator(new Sub()).complete();",
      ["CREATE", "UPDATE", "DELETE"],
    ],
    [
      "const v: import('tsop').Validator<Bar> = { validateUpdate: () => [] }; manager.webhook(Bar).withValidator(v).complete();",
      ["UPDATE"],
    ],
    ["const v: any = new Hook(); manager.webhook(Bar).withValidator(v).complete();", ["CREATE", "UPDATE"]],
    [
      "for (const kind of [Bar, Pod]) manager.webhook(kind).withValidator({ validateCreate() {} }).complete();",
      ["CREATE", "CREATE"],
    ],
  ])("%s", (rest, verbs) => {
    expect(operations(rest)).toEqual(verbs);
  });

  test.each([
    [
      "declare const v: any; manager.webhook(Bar).withValidator(v).complete();",
      "which methods the handler of withValidator(v) has",
    ],
    [
      "declare const kind: any; manager.webhook(kind).withValidator(new Hook()).complete();",
      "the kind of withValidator(new Hook())",
    ],
    [
      "declare const path: string; manager.webhook(Bar).withValidator(new Hook(), { path }).complete();",
      "the path of withValidator(",
    ],
    ['manager.addAdmissionHandler("/x", () => undefined);', "missing mutating, groups, resources, verbs, versions"],
  ])("what the code does not show, the diagnostic requests: %s", (rest, message) => {
    expect(errorsOf(runWebhooks("", rest)).join("\n")).toContain("webhook/unresolved: ");
    expect(errorsOf(runWebhooks("", rest)).join("\n")).toContain(message);
  });

  test("a tag says what the code does not", () => {
    const rest = `declare const v: any;
  // @webhook verbs=create
  manager.webhook(Bar).withValidator(v).complete();`;
    expect(operations(rest)).toEqual(["CREATE"]);
  });

  test("a validator without a method is refused", () => {
    const run = runWebhooks("", "manager.webhook(Bar).withValidator({}).complete();");
    expect(errorsOf(run)).toContain("webhook/invalid: withValidator({}): the validator implements no operation");
  });

  test("verbs that the handler lets pass are pointed out", () => {
    const { diagnostics } = runWebhooks("@webhook mutating=false verbs=create;delete");
    expect(diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual(["warning webhook/unanswered"]);
  });

  test("a method of the same name of another object registers nothing", () => {
    const rest = "const other = { withValidator(x: Hook) {} }; other.withValidator(new Hook());";
    expect(configurationsOf(runWebhooks("", rest))).toBe("");
  });
});

test("a tag that is above no handler is refused", () => {
  const { diagnostics } = runWebhooks("@webhook failurePolicy=Ignore", "");
  expect(diagnostics.map(({ code }) => code)).toEqual(["tag/misplaced"]);
});

test("mutating= that is not what the code registers is refused", () => {
  const run = runWebhooks("@webhook mutating=true", "manager.webhook(Bar).withValidator(new Hook()).complete();");
  expect(errorsOf(run)).toEqual([
    "tag/conflict: @webhook: mutating=true, and withValidator(new Hook()) makes it a validator",
  ]);
});

test("one handler can have several webhooks, each with a name", () => {
  const tags = "@webhook mutating=false name=a.b.c verbs=create\n@webhook mutating=false name=d.e.f verbs=update";
  const run = runWebhooks(tags, "manager.webhook(Bar).withValidator(new Hook()).complete();");
  expect([errorsOf(run), configurationsOf(run).match(/^ {2}name: .*$/gm)]).toEqual([
    [],
    ["  name: validating-webhook-configuration", "  name: a.b.c", "  name: d.e.f"],
  ]);
});

describe("a conversion", () => {
  test.each([
    ["manager.webhook(Bar).withConversion(spoke(Bar, {} as any)).complete();", "Bar has one version, v1"],
    ["manager.webhook(Pod).withConversion(spoke(Pod, {} as any)).complete();", "Pod is not a kind of this project"],
  ])("%s is refused", (rest, message) => {
    expect(errorsOf(runWebhooks("", rest)).join("\n")).toContain(`: ${message}`);
  });
});

describe("without a handler", () => {
  const files = { "main.ts": 'import { runManager } from "tsop";\n' };
  const run = (present: Readonly<Record<string, string>>): ReturnType<typeof runManifests> =>
    runManifests(files, { existing: { read: (file) => present[file], list: () => [] } });
  const findings = ({ diagnostics }: ReturnType<typeof runManifests>): string[] =>
    diagnostics.map(({ code, severity, at }) => `${severity} ${code} ${at?.file ?? ""}`);
  const file = "config/webhook/manifests.yaml";

  test("the generated file is not to be there", () => {
    const generated = configurationsOf(runWebhooks(""));
    expect([run({ [file]: generated }).absent, findings(run({ [file]: generated }))]).toEqual([[file], []]);
    expect(run({}).absent).toEqual([file]);
  });

  test("a file that a user wrote is preserved, and reported", () => {
    const written = "apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\n";
    expect([run({ [file]: written }).absent, findings(run({ [file]: written }))]).toEqual([
      [],
      [`warning webhook/stale ${file}`],
    ]);
    expect(findings(run({ [file]: "kind: Service\n" }))).toEqual([]);
  });

  test("a kustomization that names it is pointed out", () => {
    const kustomization = "config/webhook/kustomization.yaml";
    expect(findings(run({ [kustomization]: "resources:\n- manifests.yaml\n- service.yaml\n" }))).toEqual([
      `warning webhook/stale ${kustomization}`,
    ]);
    expect(findings(run({ [kustomization]: "resources:\n- service.yaml\n" }))).toEqual([]);
  });

  test("none is generated where another generator is named", () => {
    expect(run({}).absent).toEqual([file]);
    expect(runManifests(files, { generators: ["rbac"] }).absent).toEqual([]);
  });
});
