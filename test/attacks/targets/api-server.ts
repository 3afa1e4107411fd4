import { request } from "node:https";
import { text } from "node:stream/consumers";
import { startApiServer } from "../../../src/apiserver/start-api-server.js";
import { sampleKinds, widgetDefinition } from "../../apiserver/fuzz/sample-kinds.js";
import type { ApiAddress } from "../listener.js";
import type { Started } from "./target-program.js";

/** The namespace that attacks write to. */
export const attackedNamespace = "fuzz";

export async function startApiServerTarget(): Promise<Started> {
  const server = await startApiServer();
  const token = "attacker-token"; // the same in each run, for requests are cut by their lengths
  server.addUser({ name: "attacker", groups: ["system:masters"], token });
  const api = { url: server.url, ca: server.caCertificate, token };
  await ask(api, "POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", widgetDefinition);
  await ask(api, "POST", "/api/v1/namespaces", { metadata: { name: attackedNamespace } });
  const collections = sampleKinds.map(({ path }) => path.replaceAll("$ns", attackedNamespace));
  return {
    api,
    listeners: [
      {
        ...{ name: "API server", port: Number(new URL(server.url).port), isTls: true, speaks: "api", token },
        paths: ["/version", "/api", "/openapi/v3", ...collections],
        good: { method: "GET", path: "/readyz" },
      },
    ],
    forget: async () => {
      for (const path of collections) await ask(api, "DELETE", `${path}?gracePeriodSeconds=0`);
      server.compact();
    },
  };
}

async function ask({ url, ca, token }: ApiAddress, method: string, path: string, body?: object): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    request(new URL(path, url), { method, headers, ca, agent: false }, (response) => resolve(text(response)))
      .on("error", reject)
      .end(body === undefined ? undefined : JSON.stringify(body));
  });
}
