import { describe, expect, test } from "vitest";
import type { CustomResourceDefinition } from "../../../src/cluster/crd.js";
import { crdStages } from "../../../src/cluster/deploy/crd-stages.js";
import { simpleCrd } from "../../support/crds.js";

/** `v1 *v2 (v3)`: v2 is stored, v3 is not served. */
function crd(versions: string, converter?: string, caBundle?: string): CustomResourceDefinition {
  const plain = simpleCrd("stages.example.com", "bars", "Bar");
  const service = { name: converter ?? "", namespace: "system", path: "/convert" };
  const clientConfig = { service, ...(caBundle === undefined ? {} : { caBundle }) };
  const conversion = { strategy: "Webhook", webhook: { clientConfig, conversionReviewVersions: ["v1"] } };
  const parsed = versions.split(" ").map((text) => ({
    name: text.replaceAll(/[*()]/g, ""),
    served: !text.includes("("),
    storage: text.includes("*"),
  }));
  return { ...plain, spec: { ...plain.spec, versions: parsed, ...(converter === undefined ? {} : { conversion }) } };
}

function show({ spec }: CustomResourceDefinition): string {
  const versions = spec.versions.map(({ name, served, storage }) => {
    const text = `${storage === true ? "*" : ""}${name}`;
    return served ? text : `(${text})`;
  });
  return `${versions.join(" ")}, ${spec.conversion?.webhook?.clientConfig?.service?.name ?? "none"}`;
}

describe("before the Pods are replaced, a CRD has", () => {
  test.each([
    ["a new version: not yet", crd("*v1"), crd("*v1 v2", "ours"), "*v1, none", true],
    ["a new version that is stored: not yet", crd("*v1"), crd("v1 *v2", "ours"), "*v1, none", true],
    ["a conversion for the first time: not yet", crd("*v1 v2"), crd("*v1 v2", "ours"), "*v1 v2, none", true],
    ["another storage version: not yet", crd("*v1 v2", "ours"), crd("v1 *v2", "ours"), "*v1 v2, ours", true],
    ["a version that is given up: no more", crd("*v1 v2", "ours"), crd("*v1"), "*v1, ours", true],
    ["one for another: neither", crd("v1 *v2", "ours"), crd("*v2 v3", "ours"), "*v2, ours", true],
    ["a version that is served again: not yet", crd("*v1 (v2)", "ours"), crd("*v1 v2", "ours"), "*v1 (v2), ours", true],
    [
      "a version that is served no more: no more",
      crd("*v1 v2", "ours"),
      crd("*v1 (v2)", "ours"),
      "*v1 (v2), ours",
      false,
    ],
    ["another Service: that of before", crd("*v1 v2", "ours"), crd("*v1 v2", "other"), "*v1 v2, ours", true],
    ["what it has: that", crd("*v1 v2", "ours"), crd("*v1 v2", "ours"), "*v1 v2, ours", false],
    ["versions without a webhook: all", crd("*v1"), crd("*v1 v2"), "*v1 v2, none", false],
    ["nothing in common: all, for the API server to judge", crd("*v1"), crd("*v2 v3", "ours"), "*v2 v3, ours", false],
  ])("%s", (_, live, wanted, first, isStaged) => {
    const stages = crdStages(live, wanted);
    expect([show(stages.first), stages.isStaged]).toEqual([first, isStaged]);
  });

  test("everything, where there is none", () => {
    const wanted = crd("*v1 v2", "ours");
    expect(crdStages(undefined, wanted)).toEqual({
      first: wanted,
      isStaged: false,
      endsConversion: false,
      dropped: [],
    });
  });
});

test("the CA bundle of another client remains", () => {
  const { first } = crdStages(crd("*v1 v2", "ours", "Q0E="), crd("v1 *v2", "ours"));
  expect(first.spec.conversion?.webhook?.clientConfig).not.toHaveProperty("caBundle");
});

test("a defaulted port is the same Service", () => {
  const live = crd("*v1 v2", "ours");
  Object.assign(live.spec.conversion!.webhook!.clientConfig!.service!, { port: 443 });
  expect(crdStages(live, crd("*v1 v2", "ours")).isStaged).toBe(false);
});

test("versions that are given up are not served, and the webhook ends with them", () => {
  const { dropped, endsConversion } = crdStages(crd("*v1 v2 v3", "ours"), crd("*v1"));
  expect(dropped.map(({ name, served, storage }) => [name, served, storage])).toEqual([
    ["v2", false, false],
    ["v3", false, false],
  ]);
  expect(endsConversion).toBe(true);
});
