import { describe, expect, test } from "vitest";
import {
  askedServices,
  isProbe,
  own,
  printProbe,
  probeOf,
  readProbeAnswer,
  webhookStages,
  withBundles,
} from "../../../src/cluster/deploy/webhook-stages.js";
import type { WebhookEntry } from "../../../src/cluster/point-webhooks.js";

const hooks = { name: "hooks", namespace: "system" };
const entry = (name: string, path: string | undefined = `/${name}`, more: object = {}): WebhookEntry => ({
  name,
  clientConfig: { service: { ...hooks, ...(path === "" ? {} : { path }) }, ...more },
});
const names = (entries: readonly WebhookEntry[]): string[] => entries.map(({ name }) => name);
const stagesOf = (live: readonly WebhookEntry[], wanted: readonly WebhookEntry[]) => {
  const { kept, removed, added } = webhookStages(live, wanted);
  return { kept: names(kept), removed: names(removed), added: names(added) };
};

describe("the stages of a configuration", () => {
  test.each<[string, WebhookEntry[], WebhookEntry[], object]>([
    ["nothing is there yet", [], [entry("a")], { kept: [], removed: [], added: ["a"] }],
    ["nothing changes", [entry("a")], [entry("a")], { kept: ["a"], removed: [], added: [] }],
    [
      "one goes, one comes",
      [entry("a"), entry("b")],
      [entry("b"), entry("c")],
      { kept: ["b"], removed: ["a"], added: ["c"] },
    ],
    ["a path changes", [entry("a", "/old")], [entry("a", "/new")], { kept: [], removed: ["a"], added: ["a"] }],
    ["a path that is not said is /", [entry("a", "")], [entry("a", "/")], { kept: ["a"], removed: [], added: [] }],
    [
      "a port that is not said is 443",
      [{ name: "a", clientConfig: { service: { ...hooks, port: 443 } } }],
      [{ name: "a", clientConfig: { service: hooks } }],
      { kept: ["a"], removed: [], added: [] },
    ],
    [
      "another port",
      [{ name: "a", clientConfig: { service: { ...hooks, port: 8443 } } }],
      [{ name: "a", clientConfig: { service: hooks } }],
      { kept: [], removed: ["a"], added: ["a"] },
    ],
    [
      "another URL",
      [{ name: "a", clientConfig: { url: "https://a/1" } }],
      [{ name: "a", clientConfig: { url: "https://a/2" } }],
      { kept: [], removed: ["a"], added: ["a"] },
    ],
    [
      "rules and bundles alone change",
      [entry("a", "/a", { caBundle: "eA==" })],
      [entry("a")],
      { kept: ["a"], removed: [], added: [] },
    ],
    [
      "a probe was left behind",
      [entry("a"), printProbe(probeOf(hooks, 0, "x"))],
      [entry("a"), printProbe(probeOf(hooks, 0, "x"))],
      { kept: ["a"], removed: [], added: [] },
    ],
  ])("%s", (_, live, wanted, stages) => expect(stagesOf(live, wanted)).toEqual(stages));

  test("what stays is as the cluster has it: the earlier Pods answer it", () => {
    const live = { ...entry("a"), timeoutSeconds: 1 };
    expect(webhookStages([live], [{ ...entry("a"), timeoutSeconds: 9 } as WebhookEntry]).kept).toEqual([live]);
  });
});

test("Services are asked once each, at all their paths", () => {
  const other = { name: "d", clientConfig: { service: { name: "other", namespace: "system", path: "/d" } } };
  const url = { name: "e", clientConfig: { url: "https://e" } };
  expect(askedServices([entry("a"), entry("b"), entry("c", "/a"), other, url])).toEqual([
    { service: { ...hooks, path: "/a" }, paths: ["/a", "/b"] },
    { service: other.clientConfig.service, paths: ["/d"] },
  ]);
});

describe("whom the API server is to trust", () => {
  const bundle = (entries: readonly WebhookEntry[]): (string | undefined)[] =>
    entries.map(({ clientConfig }) => clientConfig.caBundle);
  const otherwise = new Map([["system/hooks:443", "SECRET"]]);

  test.each<[string, WebhookEntry, WebhookEntry[], WebhookEntry[], string | undefined]>([
    [
      "what the manifests say",
      entry("a"),
      [entry("a", "/a", { caBundle: "LIVE" })],
      [entry("a", "/a", { caBundle: "SAID" })],
      "SAID",
    ],
    [
      "what the cluster has",
      entry("a", "/a", { caBundle: "OLD" }),
      [entry("a", "/a", { caBundle: "LIVE" })],
      [entry("a")],
      "LIVE",
    ],
    [
      "what another entry of the Service has",
      entry("a"),
      [entry("b", "/b", { caBundle: "LIVE" })],
      [entry("a")],
      "LIVE",
    ],
    [
      "what is proved by the probe, before another entry",
      entry("a"),
      [
        entry("b", "/b", { caBundle: "LIVE" }),
        { name: "probe-0.webhooks.tsop.dev", clientConfig: { service: hooks, caBundle: "PROVED" } },
      ],
      [entry("a")],
      "PROVED",
    ],
    ["what the Secret says, where the cluster has none", entry("a"), [entry("b")], [entry("a")], "SECRET"],
    [
      "nothing of another Service",
      { name: "a", clientConfig: { service: { ...hooks, name: "other" } } },
      [entry("b", "/b", { caBundle: "LIVE" })],
      [],
      undefined,
    ],
    [
      "nothing for a URL",
      { name: "a", clientConfig: { url: "https://a" } },
      [entry("b", "/b", { caBundle: "LIVE" })],
      [],
      undefined,
    ],
  ])("%s", (_, one, live, manifests, expected) => {
    expect(bundle(withBundles([one], live, manifests, otherwise))).toEqual([expected]);
  });
});

describe("a probe", () => {
  const probe = probeOf({ ...hooks, path: "/validate", port: 8443 }, 1, "word");

  test("leads to the Service, to no handler, and is called for one request alone", () => {
    expect(probe.clientConfig.service).toEqual({ ...hooks, port: 8443, path: "/tsop-deploy-probe" });
    expect(printProbe(probe)).toMatchObject({
      failurePolicy: "Fail",
      objectSelector: { matchLabels: { "tsop.dev/webhook-probe": "word" } },
      rules: [{ resources: ["selfsubjectreviews"] }],
    });
    expect(own([entry("a"), printProbe(probe)])).toEqual([entry("a")]);
    expect(isProbe(entry("probe.webhooks.tsop.dev"))).toBe(false);
  });

  const failed = (why: string): string =>
    `Internal error occurred: failed calling webhook "probe-1.webhooks.tsop.dev": failed to call webhook: ${why}`;
  test.each<[string | undefined, string]>([
    [failed("the server could not find the requested resource"), "called"],
    [failed("couldn't get version/kind; json parse error"), "called"],
    ['admission webhook "probe-1.webhooks.tsop.dev" denied the request: no', "called"],
    [
      failed('Post "https://hooks.system.svc:443/x": dial tcp 10.0.0.1:443: connect: connection refused'),
      "unreachable",
    ],
    [failed('Post "https://hooks.system.svc:443/x": tls: failed to verify certificate: x509'), "unreachable"],
    [failed('Post "https://hooks.system.svc:443/x": context deadline exceeded'), "unreachable"],
    [failed("the server is currently unable to handle the request"), "unreachable"],
    [failed('an error on the server ("boom") has prevented the request from succeeding'), "unreachable"],
    [undefined, "not-asked"],
    ['admission webhook "policy.example.com" denied the request: no', "not-asked"],
    ['failed calling webhook "probe-11.webhooks.tsop.dev": failed to call webhook: x', "not-asked"],
    ["the server could not find the requested resource", "not-asked"],
  ])("%s: %s", (said, kind) => expect(readProbeAnswer(probe, said).kind).toBe(kind));
});
