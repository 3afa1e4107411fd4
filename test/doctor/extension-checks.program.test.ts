import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkExtension } from "../../src/doctor/cluster/extension-checks.js";
import { type ExtensionFacts, gatherExtension } from "../../src/doctor/cluster/extension-facts.js";
import { TsopError } from "../../src/core/errors.js";
import type { APIService } from "../../src/k8s/apiregistration/v1.js";
import { TestEnvironment } from "../../src/testing/environment/test-environment.js";

const check = (facts: ExtensionFacts | undefined): string[] =>
  [checkExtension({ extension: { kind: "known", value: facts } })]
    .flat()
    .map(({ status, message }) => `${status}: ${message}`);

const name = "v1.metrics.abc.com";
const healthy = { name, problem: undefined, trust: undefined };

describe("the findings", () => {
  test.each<[string, ExtensionFacts | undefined, string[]]>([
    ["no server", undefined, []],
    ["a healthy server", { apis: [healthy], isIdentified: true }, [`ok: the extension API server serves ${name}`]],
    [
      "rights that are missing",
      { apis: [healthy], isIdentified: undefined },
      [`ok: the extension API server serves ${name}`],
    ],
    [
      "a server that is down and has no caBundle",
      { apis: [{ name, problem: { reason: "R", message: "m" }, trust: "no-ca" }], isIdentified: true },
      [
        `failure: the APIService ${name} is not available (R): m`,
        `failure: the APIService ${name} has no caBundle: kube-apiserver trusts no certificate of its server`,
      ],
    ],
    [
      "certificates that do not match, and missing flags",
      { apis: [{ ...healthy, trust: "other-ca" }], isIdentified: false },
      [
        `failure: the caBundle of the APIService ${name} does not belong to the certificate of its server`,
        "failure: kube-apiserver does not identify itself to extension API servers: they treat every user as anonymous",
      ],
    ],
  ])("of %s", (_, facts, findings) => {
    expect(check(facts)).toEqual(findings);
  });

  test("of facts that could not be gathered are warnings", () => {
    const error = new TsopError("cluster/forbidden", "no");
    expect(checkExtension({ extension: { kind: "failed", error } })).toMatchObject([{ status: "warning" }]);
  });
});

describe("the facts", () => {
  let environment: TestEnvironment;
  beforeAll(async () => {
    environment = await TestEnvironment.start({ server: "embedded", crds: [] });
  });
  afterAll(() => environment.stop());

  const apiService: APIService = {
    ...{ apiVersion: "apiregistration.k8s.io/v1", kind: "APIService", metadata: { name } },
    spec: {
      ...{ group: "metrics.abc.com", version: "v1", groupPriorityMinimum: 1_000, versionPriority: 15 },
      service: { namespace: "default", name: "missing" },
    },
  };
  const gather = () => gatherExtension(environment.client, [apiService], new AbortController().signal);

  test("of a server that is not deployed are none", async () => {
    expect(await gather()).toBeUndefined();
  });

  test("contain the condition and the certificate", async () => {
    await environment.apply(apiService);
    await expect.poll(gather).toMatchObject({
      apis: [{ name, problem: { reason: "ServiceNotFound" }, trust: "no-ca" }],
      isIdentified: true,
    });
  });
});
