/** `tsop dev` with kinds of other projects. */
import { expect, test } from "vitest";
import { unstructured } from "../../../src/kube/objects.js";
import { devProject, DevRun } from "../../support/dev-run.js";

const Crd = unstructured("apiextensions.k8s.io/v1", "CustomResourceDefinition");

/** A run whose first turn is over. */
async function running(files: Readonly<Record<string, string>>): Promise<DevRun> {
  const run = new DevRun(files);
  await run.said("Bar default/mine applied");
  return run;
}

const external = (path: string): string =>
  `${devProject["PROJECT"]!}- controller: true\n  domain: acme.com\n  external: true\n  group: certs\n  kind: Issuer\n  path: "${path}"\n  version: v1\n`;
const issuers = JSON.stringify({
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "issuers.certs.acme.com" },
  spec: {
    group: "certs.acme.com",
    names: { kind: "Issuer", plural: "issuers", singular: "issuer", listKind: "IssuerList" },
    scope: "Namespaced",
    versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
    conversion: {
      strategy: "Webhook",
      webhook: { clientConfig: { url: "https://x.example" }, conversionReviewVersions: ["v1"] },
    },
  },
});

test("a kind of another project without a CRD is reported once, until the project has its CRD", async () => {
  const run = await running({ ...devProject, PROJECT: external("external/issuer_types.ts") });
  await run.said("the embedded API server does not serve Issuer of certs.acme.com/v1");
  expect(run.text).toContain("Copy the CRD of the other project into config/external");
  run.save({ "config/external/issuers.yaml": issuers });
  await run.said("issuers.certs.acme.com created");
  expect(run.text.split("does not serve Issuer")).toHaveLength(2);
  const crd = await (await run.client()).getOrThrow(Crd, { name: "issuers.certs.acme.com" });
  expect(crd).toMatchObject({ spec: { conversion: { strategy: "None" } } });
});

test("the CRD of a kind comes from the package of the kind", async () => {
  const run = await running({
    ...devProject,
    PROJECT: external("@acme/kinds/v1"),
    "node_modules/@acme/kinds/config/crd/bases/issuers.yaml": issuers,
  });
  await run.said("issuers.certs.acme.com created");
  expect(run.text).not.toContain("does not serve");
});
