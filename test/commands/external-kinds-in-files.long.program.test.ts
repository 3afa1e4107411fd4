/** `tsop create api --external-api-path` with a file: kinds whose types another project wrote. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { createApi } from "../../src/commands/create-api.js";
import { createWebhook } from "../../src/commands/create-webhook.js";
import { edit } from "../../src/commands/edit.js";
import { manifests } from "../../src/commands/manifests.js";
import { compileProject } from "../support/compile-project.js";
import { externalFile, issuer } from "../support/external-kinds.js";
import { barCrd, run as importCrd } from "../support/import-crd.js";
import { recordingContext } from "../support/recording-context.js";
import { bar, scaffold } from "../support/scaffolds.js";
import { filesOf, tempFolder } from "../support/temp-folder.js";

describe("create api for a kind in a file", () => {
  test("all its files compile, and edit --multigroup adapts the imports", async () => {
    const root = tempFolder({ ...(await scaffold({ apis: [bar], isGenerated: true })), ...externalFile });
    const context = recordingContext({ cwd: root });
    const read = (file: string): string => readFileSync(path.join(root, file), "utf8");
    const options = { ...issuer, externalApiPath: "./external/issuer_types.ts", externalApiDomain: "acme.com" };
    await createApi(options, context);
    await createWebhook({ ...issuer, group: "certs.acme.com", programmaticValidation: true }, context);
    expect(read("PROJECT")).toContain("  path: external/issuer_types.ts\n");
    expect(compileProject(filesOf(root))).toEqual([]);
    await edit({ multigroup: true }, context);
    expect(read("webhooks/certs/v1/issuer_webhook.ts")).toContain('"../../../external/issuer_types.js"');
    expect(compileProject(filesOf(root))).toEqual([]);
    await manifests({}, context);
    expect(read("config/rbac/role.yaml")).toContain("  - issuers\n");
    expect(Object.keys(filesOf(root)).filter((file) => file.includes("crd/bases"))).toHaveLength(1);
  });

  test("types that import crd wrote in another project are an external kind here", async () => {
    const { files } = await importCrd(
      tempFolder(await scaffold({ init: { domain: "other.org" } })),
      { sources: ["-"] },
      barCrd(),
    );
    const types = files["api/v1/bar_types.ts"] ?? "";
    const [, apiVersion = ""] = /CustomResource<"([^"]+)"/.exec(types) ?? [];
    const [group = "", version = ""] = apiVersion.split("/");
    const root = tempFolder({ ...(await scaffold({ init: { domain: "mine.org" } })), "external/bar_types.ts": types });
    const context = recordingContext({ cwd: root });
    await createApi({ group, version, kind: "Bar", externalApiPath: "external/bar_types.ts" }, context);
    expect(compileProject(filesOf(root))).toEqual([]);
    await manifests({}, context);
    const after = filesOf(root);
    expect(after["config/rbac/role.yaml"]).toContain(`  - ${group}\n  resources:\n  - bars\n`);
    expect(Object.keys(after).filter((file) => /crd\/bases|samples\/.*bar/.test(file))).toEqual([]);
  });
});
