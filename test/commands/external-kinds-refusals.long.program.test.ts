/** What `tsop create api --external-api-path` refuses. In each case, nothing is written. */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { exec } from "../../src/cli/exec.js";
import { createApi } from "../../src/commands/create-api.js";
import type { CreateApiOptions } from "../../src/commands/declared/scaffold.js";
import type { ExecResult } from "../../src/commands/context.js";
import { importCrd } from "../../src/commands/import-crd.js";
import { refusal } from "../support/create-api.js";
import { externalFile, fromPackage, installed, issuer, packageFiles } from "../support/external-kinds.js";
import { recordingContext } from "../support/recording-context.js";
import { printProblems, refusalIn } from "../support/refusal.js";
import { bar, scaffold } from "../support/scaffolds.js";
import { tempFolder } from "../support/temp-folder.js";

const withBar = { ...(await scaffold({ apis: [bar] })), ...installed(), ...externalFile };
const api = { ...issuer, ...fromPackage };
const at = (externalApiPath: string): CreateApiOptions => ({ ...api, externalApiPath });

describe("create api rejects", () => {
  test.each<[string, CreateApiOptions, string]>([
    [
      "a path without its flag",
      { ...issuer, externalApiDomain: "acme.com" },
      "--external-api-domain requires --external-api-path",
    ],
    [
      "a module without a path",
      { ...issuer, externalApiModule: "@acme/kinds@1" },
      "--external-api-module requires --external-api-path",
    ],
    ["types of its own", { ...api, resource: true }, "--external-api-path and --resource contradict each other"],
    ["nothing to create", { ...api, controller: false }, "leave nothing to create"],
    ["flags of types", { ...api, namespaced: false }, "--namespaced and --resource=false contradict each other"],
    ["an absolute path", at("/etc/types.ts"), '--external-api-path: "/etc/types.ts" is not a path in the project'],
    ["an absolute folder", at("/etc"), '"/etc" is not a path in the project'],
    ["a path of Windows", at("C:\\types.ts"), "is not a path in the project"],
    ["an escaping path", at("../other/issuer_types.ts"), "is not a path in the project"],
    ["an escape inside a path", at("external/../../x.ts"), "is not a path in the project"],
    ["an escape inside a module", at("@acme/kinds/../../x"), "is neither a module of a package nor a file"],
    ["declarations", at("./external/issuer.d.ts"), "is not a TypeScript source"],
    ["a file without extension", at("./external/issuer_types"), "is not a TypeScript source"],
    ["code as a path", at('kinds"; process.exit(); "'), "is neither a module of a package nor a file"],
    ["a version in the path", at("@acme/kinds@1.2.0"), "contains a version, and a path names only the module"],
    ["an empty path", at(""), "is neither a module of a package nor a file"],
    [
      "another package",
      { ...api, externalApiModule: "@acme/knids@1.2.0" },
      "--external-api-module: @acme/knids does not provide @acme/kinds",
    ],
    [
      "an option as a package",
      { ...api, externalApiModule: "--registry=http://x" },
      "is not a package with its version",
    ],
    ["an invalid version", { ...api, externalApiModule: "@acme/kinds@1 && x" }, "is not a package with its version"],
    [
      "a tarball outside of the project",
      { ...api, externalApiModule: "@acme/kinds@file:../x.tgz" },
      "is not a package with its version",
    ],
    [
      "a package for a file",
      { ...at("external/issuer_types.ts"), externalApiModule: "x@1" },
      "is a file of the project, which no package provides",
    ],
    ["an invalid domain", { ...api, externalApiDomain: "Acme!" }, '--external-api-domain: "Acme!" is not a domain'],
    [
      "a group without a dot",
      { ...issuer, externalApiPath: "@acme/kinds" },
      "Add --external-api-domain, for example --external-api-domain cert-manager.io.",
    ],
    [
      "a package that is no dependency",
      at("@acme/knids"),
      "the package @acme/knids is not a dependency of the project | Add it with --external-api-module @acme/knids@VERSION",
    ],
    ["a module that the package lacks", at("@acme/kinds/v2"), "@acme/kinds has no module @acme/kinds/v2 with types"],
    [
      "a typing mistake in the kind",
      { ...api, kind: "Isuer" },
      "@acme/kinds exports no kind Isuer | Did you mean --kind Issuer?",
    ],
    [
      "another kind",
      { ...api, kind: "Gateway" },
      "@acme/kinds exports no kind Gateway | It exports Issuer, Order, Setting.",
    ],
    [
      "another version",
      { ...api, version: "v2" },
      "@acme/kinds exports Issuer of certs.acme.com/v1, not certs.acme.com/v2 Issuer | --group certs.acme.com --version v1 --kind Issuer",
    ],
    [
      "another group",
      { ...api, externalApiDomain: "acme.org" },
      "exports Issuer of certs.acme.com/v1, not certs.acme.org/v1 Issuer",
    ],
    [
      "a type without its value",
      { ...api, kind: "Order" },
      "@acme/kinds exports only the type Order, and a controller needs its value",
    ],
    ["a file that does not exist", at("external/isuer_types.ts"), "external/isuer_types.ts does not exist"],
    ["a file without a kind", at("vitest.config.ts"), "vitest.config.ts exports no kind"],
    [
      "a file among the sources",
      at("api/v1/bar_types.ts"),
      "api/v1/bar_types.ts is in api, and tsop generates the CRDs of all kinds there",
    ],
    [
      "a kind of the project",
      { ...bar, externalApiPath: "@acme/kinds", externalApiDomain: "abc.com" },
      "foo.abc.com/v1 Bar is a kind of this project, with its types in api/v1",
    ],
    [
      "a kind of Kubernetes",
      { group: "networking.k8s.io", version: "v1", kind: "Ingress", externalApiPath: "@acme/kinds" },
      "is a built-in kind, whose types tsop contains",
    ],
    [
      "no version without an installation",
      { ...at("@other/kinds"), externalApiModule: "@other/kinds", install: false },
      "--no-install requires the version of @other/kinds",
    ],
  ])("%s", async (_, options, message) => {
    expect(printProblems(await refusal(tempFolder(withBar), options))).toContain(message);
  });

  test("a package that package.json lists, and that is not installed", async () => {
    const manifest = JSON.parse(withBar["package.json"] ?? "") as { dependencies: object };
    const listed = JSON.stringify({ ...manifest, dependencies: { ...manifest.dependencies, "@acme/more": "1" } });
    const message = printProblems(await refusal(tempFolder({ ...withBar, "package.json": listed }), at("@acme/more")));
    expect(message).toContain(
      "the package @acme/more is not installed | Install the packages, and repeat the command: npm install",
    );
  });

  test("a path that differs from the recorded path, and import crd of the same kind", async () => {
    const root = tempFolder(withBar);
    await createApi(api, recordingContext({ cwd: root }));
    const options = { ...at("external/issuer_types.ts"), controllerName: "other" };
    expect(printProblems(await refusal(root, options))).toContain(
      "PROJECT records the types of certs.acme.com/v1 Issuer in @acme/kinds, not in external/issuer_types.ts",
    );
    const crd = {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: "issuers.certs.acme.com" },
      spec: {
        ...{ group: "certs.acme.com", scope: "Namespaced", names: { kind: "Issuer", plural: "issuers" } },
        versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
      },
    };
    const context = recordingContext({ cwd: root, stdin: JSON.stringify(crd) });
    const error = await refusalIn(root, () => importCrd({ sources: ["-"] }, context));
    expect(printProblems(error)).toContain("is recorded as a kind of another project, with its types in @acme/kinds");
  });

  test.each([
    ["path: ../../etc/x.ts", 'path: "../../etc/x.ts" is not a path in the project'],
    ["path: a\"; import 'x", "is neither a module of a package nor a file"],
    ["group: certs", "path is missing"],
    ["path: '@acme/kinds'\n  module: --evil", 'module: "--evil" is not a package with its version'],
  ])("PROJECT with an external kind and %s", async (line, message) => {
    const entry = `- external: true\n  domain: acme.com\n  kind: Issuer\n  version: v1\n  ${line}\n`;
    const text = (withBar["PROJECT"] ?? "").replace('version: "3"', `${entry}version: "3"`);
    expect(printProblems(await refusal(tempFolder({ ...withBar, PROJECT: text }), api))).toContain(message);
  });
});

describe("create api with a package that is not installed", () => {
  const module = { ...at("@new/kinds"), externalApiModule: "@new/kinds@1.2.0" };
  const failure: ExecResult = {
    exitCode: 1,
    terminatedBy: undefined,
    stdout: "",
    stderr: "npm error code E404\nnpm error 404 Not Found",
  };

  test("reports a package that the registry does not have", async () => {
    const root = tempFolder(withBar);
    const context = recordingContext({ cwd: root, onExec: () => failure });
    const error = await refusalIn(root, () => createApi(module, context));
    expect(printProblems(error)).toContain(
      "scaffold/package-not-found: npm cannot get @new/kinds@1.2.0:\nnpm error code E404",
    );
    expect(context.recording.executed[0]?.args).toContain("--ignore-scripts");
  });

  test("reads its exports from the package itself, before it writes anything", async () => {
    const source = tempFolder(packageFiles);
    execFileSync("npm", ["pack", "--silent"], { cwd: source, shell: process.platform === "win32" });
    const root = tempFolder(await scaffold());
    mkdirSync(path.join(root, "vendor"));
    copyFileSync(path.join(source, "acme-kinds-1.2.0.tgz"), path.join(root, "vendor/kinds.tgz"));
    const context = { ...recordingContext({ cwd: root, env: process.env }), exec };
    const options = { ...api, externalApiModule: "@acme/kinds@file:vendor/kinds.tgz", dryRun: true };
    const error = await refusalIn(root, () => createApi({ ...options, kind: "Isuer" }, context));
    expect(printProblems(error)).toContain("@acme/kinds exports no kind Isuer | Did you mean --kind Issuer?");
    const { text } = await createApi(options, context);
    expect(text).toContain("create     controllers/issuer_controller.ts\n");
    expect(text).toContain("overwrite  package.json");
  });

  test("trusts the flags with --no-install", async () => {
    const root = tempFolder(withBar);
    const context = recordingContext({ cwd: root });
    const { text } = await createApi({ ...module, install: false }, context);
    expect(text).toContain("npm install, then: npm run typecheck");
    expect(context.recording.executed).toEqual([]);
  });
});
