import { once } from "node:events";
import { Agent, get } from "node:https";
import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { startProxyServer } from "../../../src/testing/environment/proxy-server.js";

/** After which kube-apiserver closes an idle connection: k8s.io/apiserver/pkg/server/secure_serving.go. */
const apiServerSeconds = 90;

test("a proxy closes an idle connection later than the API server, whose clients count on it", async () => {
  const [source, context, namespace] = ["no kubeconfig", undefined, "default"];
  const server = "https://127.0.0.1:1";
  const proxy = await startProxyServer({ source, context, server, namespace, tls: {}, auth: { kind: "none" } });
  proxy.serve((_, response) => response.end());
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
  const [response] = (await once(get(proxy.config.server, { agent }), "response")) as [IncomingMessage];
  response.resume();
  const seconds = String(response.headers["keep-alive"]).replace("timeout=", "");
  agent.destroy();
  await proxy.close();
  expect(Number(seconds)).toBeGreaterThan(apiServerSeconds);
});
