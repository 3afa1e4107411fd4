/** `tsop create api --external-api-path` and `create webhook --external-api-path`: kinds of other projects. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { createApi } from "../../src/commands/create-api.js";
import { createWebhook } from "../../src/commands/create-webhook.js";
import { deleteController } from "../../src/commands/delete-controller.js";
import { deleteWebhook } from "../../src/commands/delete-webhook.js";
import { edit } from "../../src/commands/edit.js";
import { manifests } from "../../src/commands/manifests.js";
import { renameKind } from "../../src/commands/rename.js";
import { replay, thisScaffolder } from "../../src/commands/update/replay.js";
import { parseProject } from "../../src/project/parse.js";
import { compileFiles } from "../support/compile-types.js";
import { externalFile, fromPackage, installed, issuer } from "../support/external-kinds.js";
import { recordingContext } from "../support/recording-context.js";
import { bar, type Files, scaffold } from "../support/scaffolds.js";
import { filesOf, snapshot, tempFolder } from "../support/temp-folder.js";

const withBar = await scaffold({ apis: [bar], isGenerated: true });
const withoutPackages = (files: Files): Files =>
  Object.fromEntries(Object.entries(files).filter(([file]) => !file.startsWith("node_modules/")));

function project(more: Files = installed()) {
  const root = tempFolder({ ...withBar, ...more });
  const context = recordingContext({ cwd: root });
  return { root, context, read: (file: string): string => readFileSync(path.join(root, file), "utf8") };
}

describe("create api for a kind of a package", () => {
  test("writes a controller that compiles, and records the kind as kubebuilder does", async () => {
    const { root, context, read } = project();
    await createApi({ ...issuer, ...fromPackage, resource: false }, context);
    const added = Object.keys(withoutPackages(filesOf(root))).filter((file) => !(file in withBar));
    expect(added).toEqual(["controllers/issuer_controller.test.ts", "controllers/issuer_controller.ts"]);
    expect(read("controllers/issuer_controller.ts")).toContain('import { Issuer } from "@acme/kinds";');
    expect(read("PROJECT")).toContain(
      '- controller: true\n  domain: acme.com\n  external: true\n  group: certs\n  kind: Issuer\n  path: "@acme/kinds"\n  version: v1\n',
    );
    expect(compileFiles(["controllers/issuer_controller.ts", "main.ts"].map((file) => path.join(root, file)))).toEqual(
      [],
    );
  });

  test("manifests generates its permissions, and neither a CRD nor a sample", async () => {
    const { root, context, read } = project();
    await createApi({ ...issuer, ...fromPackage }, context);
    const result = await manifests({}, context);
    expect(result.diagnostics ?? []).toEqual([]);
    expect(read("config/rbac/role.yaml")).toContain(
      "- apiGroups:\n  - certs.acme.com\n  resources:\n  - issuers\n  verbs:\n  - get\n  - list\n  - watch\n",
    );
    const before = Object.keys(withBar).filter((file) => file.startsWith("config/"));
    const after = Object.keys(filesOf(root)).filter((file) => file.startsWith("config/"));
    expect(after).toEqual(before);
  });

  test("the tags of the types name its resource", async () => {
    const { context, read } = project();
    await createApi({ ...issuer, kind: "Setting", ...fromPackage }, context);
    await manifests({}, context);
    expect(read("config/rbac/role.yaml")).toContain("  - settings-of-cluster\n");
  });

  test("delete gives the bytes of before, also in a multi-group project", async () => {
    const { root, context } = project();
    const before = snapshot(root);
    await createApi({ ...issuer, ...fromPackage }, context);
    await createApi({ ...issuer, resource: false, controllerName: "issuer-audit" }, context);
    await createWebhook({ ...issuer, defaulting: true, defaultingPath: "/mutate-issuers" }, context);
    await deleteWebhook(issuer, context);
    await deleteController({ ...issuer, controllerName: "issuer-audit" }, context);
    await deleteController(issuer, context);
    expect(snapshot(root)).toEqual(before);
    await createApi({ ...issuer, ...fromPackage }, context);
    await edit({ multigroup: true }, context);
    await edit({ multigroup: false }, context);
    await deleteController(issuer, context);
    expect(snapshot(root)).toEqual(before);
  });

  test("edit --multigroup moves the controller and leaves the import; rename of an own kind leaves both", async () => {
    const { root, context, read } = project();
    await createApi({ ...issuer, ...fromPackage }, context);
    await edit({ multigroup: true }, context);
    expect(read("controllers/certs/issuer_controller.ts")).toContain('import { Issuer } from "@acme/kinds";');
    await renameKind({ from: "Bar", to: "Baz", migration: false }, context);
    const resources = parseProject(read("PROJECT")).resources;
    expect(resources.find(({ kind }) => kind === "Issuer")).toMatchObject({ external: true, path: "@acme/kinds" });
    await expect(renameKind({ from: "Issuer", to: "Other" }, context)).rejects.toThrow("is not a kind of this project");
    expect(Object.keys(filesOf(root))).toContain("api/foo/v1/baz_types.ts");
  });

  test("the package becomes a dependency, and tsop installs it", async () => {
    const { context, read } = project();
    await createApi({ ...issuer, ...fromPackage, externalApiModule: "@acme/kinds@^1.2.0" }, context);
    expect(JSON.parse(read("package.json"))).toMatchObject({ dependencies: { "@acme/kinds": "^1.2.0" } });
    expect(parseProject(read("PROJECT")).resources.at(-1)).toMatchObject({ module: "@acme/kinds@^1.2.0" });
    expect(context.recording.executed.map(({ args }) => args[0])).toEqual(["install"]);
    await createApi({ ...issuer, resource: false, controllerName: "issuer-audit" }, context);
    const first = await deleteController({ ...issuer, controllerName: "issuer-audit" }, context);
    expect(first.text).not.toContain("still lists");
    const last = await deleteController(issuer, context);
    expect(last.text).toContain(
      "package.json still lists @acme/kinds: if no code imports it, remove it with npm uninstall",
    );
    const { context: other, read: readOther } = project();
    await createApi({ ...issuer, ...fromPackage, externalApiModule: "@acme/kinds", install: false }, other);
    expect(JSON.parse(readOther("package.json"))).toMatchObject({ dependencies: { "@acme/kinds": "^1.2.0" } });
    expect(other.recording.executed).toEqual([]);
  });
});

describe("tsop update", () => {
  test.each([
    ["a package", installed(), fromPackage],
    ["a file", externalFile, { ...fromPackage, externalApiPath: "external/issuer_types.ts" }],
  ])("creates the controller and the webhook of a kind in %s again, without its package", async (_, files, flags) => {
    const { context, read } = project(files);
    await createApi({ ...issuer, ...flags }, context);
    await createWebhook({ ...issuer, defaulting: true }, context);
    const facts = { modes: undefined, images: undefined, header: read("hack/boilerplate.ts.txt"), tsop: "1" };
    const again = await replay(thisScaffolder("1"), { ...facts, project: parseProject(read("PROJECT")) }, context);
    for (const file of ["controllers/issuer_controller.ts", "webhooks/v1/issuer_webhook.ts", "main.ts"]) {
      expect(again.texts.get(file)).toBe(read(file));
    }
    expect(context.recording.executed).toEqual([]);
  });
});

describe("create webhook for a kind of a package", () => {
  test("writes handlers and a test that compile; manifests generates their configuration", async () => {
    const { root, context, read } = project();
    await createWebhook({ ...issuer, ...fromPackage, defaulting: true, programmaticValidation: true }, context);
    await manifests({}, context);
    expect(read("config/webhook/manifests.yaml")).toContain("    - issuers\n");
    expect(read("PROJECT")).toContain("  external: true\n");
    expect(compileFiles([path.join(root, "webhooks/v1/issuer_webhook.ts")])).toEqual([]);
    const missing = { ...issuer, ...fromPackage, conversion: true, spoke: ["v2"] };
    await expect(createWebhook(missing, context)).rejects.toThrow("is not a kind of this project");
  });
});
