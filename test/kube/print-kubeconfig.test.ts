import path from "node:path";
import { expect, test } from "vitest";
import type { ClusterConfig } from "../../src/kube/cluster-config.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import { printKubeconfig } from "../../src/kube/print-kubeconfig.js";
import { tempFolder } from "../support/temp-folder.js";

const config: ClusterConfig = {
  source: "a test",
  context: "no: name",
  server: "https://127.0.0.1:1234",
  namespace: "team-a",
  tls: { ca: { kind: "data", data: "-----BEGIN CERTIFICATE-----\n" } },
  auth: { kind: "token", token: "t" },
};

test.each<[string, ClusterConfig]>([
  ["a token", config],
  ["impersonation", { ...config, impersonate: { user: "u", groups: ["g"], extra: {} } }],
  ["no certificate", { ...config, tls: { insecureSkipVerify: true, serverName: "localhost" } }],
])("the kubeconfig of %s reads as the same connection", async (_, given) => {
  const cwd = tempFolder({ kubeconfig: printKubeconfig(given) });
  const file = path.join(cwd, "kubeconfig");
  expect(await loadKubeConfig({ env: {}, kubeconfig: file })).toEqual({ ...given, source: file });
});

test.each<[string, ClusterConfig]>([
  ["a login that is no token", { ...config, auth: { kind: "none" } }],
  ["a file", { ...config, tls: { ca: { kind: "file", path: "ca.crt" } } }],
])("%s is not written", (_, given) => {
  expect(() => printKubeconfig(given)).toThrow(expect.objectContaining({ code: "cluster/unsupported-kubeconfig" }));
});
