/** Subresources of an extension API server, behind an API server. */
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { request as httpsRequest } from "node:https";
import type { IncomingMessage } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ExtensionResource } from "../../src/extension/options.js";
import { memoryStorage } from "../../src/extension/storage/memory-storage.js";
import { objectSubresource, textSubresource } from "../../src/extension/subresources/subresources.js";
import { createLiveClient, type HttpClient } from "../../src/kube/http-client.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import { readServerUnderTest } from "../apiserver/contract/server-under-test.js";
import { describeCluster } from "../support/cluster.js";
import { type Reading, readings } from "./reading-kinds.js";
import { createRoof, namespace, type ServedReadings, serveReadings } from "./serve-readings.js";

const root = `/apis/metrics.abc.com/v1/namespaces/${namespace}/readings/roof`;

describeCluster("subresources of an extension API server", (cluster) => {
  let served: ServedReadings;
  let client: HttpClient;
  let ended = 0;
  const resource: ExtensionResource = {
    definition: readings,
    storage: memoryStorage(),
    subresources: {
      log: textSubresource<Reading>(async function* ({ object, query, signal }) {
        try {
          yield `sensor ${object.spec.sensor}\n`;
          if (query.get("follow") !== "true") return;
          for (let line = 1; ; line += 1) {
            await setTimeout(10, undefined, { signal });
            yield `line ${line}\n`;
          }
        } finally {
          ended += 1;
        }
      }),
      large: textSubresource<Reading>(() => Array.from({ length: 200 }, () => "x".repeat(100_000))),
      calibrate: objectSubresource<Reading>({
        kind: "Calibration",
        get: () => ({ offset: 1 }),
        create: ({ object, body, user }) => ({
          sensor: object.spec.sensor,
          offset: body["offset"],
          by: user.username,
        }),
      }),
      broken: objectSubresource<Reading>({ get: () => Promise.reject(new Error("the sensor does not answer")) }),
    },
  };
  beforeAll(async () => {
    served = await serveReadings(cluster().kubeconfig, { resources: [resource] });
    ({ client } = served);
    await createRoof(client);
  });
  afterAll(async () => {
    await served.close();
  });

  const ask = async (method: "GET" | "POST" | "PUT", path: string, body?: object): Promise<unknown> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body), contentType: "application/json" };
    return JSON.parse(await client.transport.request({ method, path: `${root}${path}`, ...sent }));
  };

  test("return objects to GET and POST, with their own kind", async () => {
    const identity = { apiVersion: "metrics.abc.com/v1", kind: "Calibration" };
    expect(await ask("GET", "/calibrate")).toEqual({ ...identity, offset: 1 });
    expect(await ask("POST", "/calibrate", { offset: 3 })).toMatchObject({ ...identity, sensor: "north", offset: 3 });
  });

  test.each([
    ["a verb that it lacks", "PUT" as const, "/calibrate", {}, 405],
    ["a subresource that nobody declared", "GET" as const, "/other", undefined, 404],
    ["a subresource that fails", "GET" as const, "/broken", undefined, 500],
    ["a body that is no object", "POST" as const, "/calibrate", [1], 400],
    ["an object that does not exist", "GET" as const, "-2/calibrate", undefined, 404],
  ])("a request for %s is refused", async (_, method, path, body, statusCode) => {
    await expect(ask(method, path, body)).rejects.toMatchObject({ statusCode });
  });

  test("are in the discovery, with their verbs", async () => {
    const document = await client.transport.request({ method: "GET", path: "/apis/metrics.abc.com/v1" });
    expect(JSON.parse(document)).toMatchObject({
      resources: expect.arrayContaining([
        {
          name: "readings/calibrate",
          singularName: "",
          namespaced: true,
          kind: "Calibration",
          verbs: ["create", "get"],
        },
        { name: "readings/log", singularName: "", namespaced: true, kind: "Reading", verbs: ["get"] },
      ]) as unknown[],
    });
  });

  test("need their own rights", async () => {
    const nobody = createLiveClient(await loadKubeConfig({ env: {}, kubeconfig: cluster().nobodyKubeconfig }));
    const asked = nobody.transport.request({ method: "POST", path: `${root}/calibrate`, body: "{}" });
    await expect(asked).rejects.toMatchObject({
      statusCode: 403,
      message: expect.stringContaining('cannot create resource "readings/calibrate"') as string,
    });
    nobody.close();
  });

  test("send a text as it comes, until the client goes", async () => {
    const before = ended;
    expect((await readText("/log", Infinity)).text).toBe("sensor north\n");
    const { text, type } = await readText("/log?follow=true", 3);
    expect(type).toBe("text/plain");
    expect(text).toMatch(/^sensor north\nline 1\nline 2\n/);
    await expect.poll(() => ended).toBe(before + 2);
  });

  test("answer HEAD of a text without the function", async () => {
    const before = ended;
    const { token, url, ca } = readServerUnderTest(cluster().kubeconfig);
    const options = { method: "HEAD", ca, headers: { authorization: `Bearer ${token}` }, agent: false };
    const sent = httpsRequest(`${url}${root}/log?follow=true`, options);
    const [response] = (await once(sent.end(), "response")) as [IncomingMessage];
    expect(response).toMatchObject({ statusCode: 200, headers: { "content-type": "text/plain" } });
    response.resume();
    await once(response, "end");
    // A second text shows that no function runs in the background.
    await readText("/log", Infinity);
    expect(ended).toBe(before + 1);
  });

  test("send a large text to a slow client in full", async () => {
    expect((await readText("/large", Infinity)).text).toHaveLength(20_000_000);
  });

  /** Reads lines, and disconnects. */
  function readText(path: string, lines: number): Promise<{ text: string; type: string | undefined }> {
    const { token, url, ca } = readServerUnderTest(cluster().kubeconfig);
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}` };
      const sent = httpsRequest(`${url}${root}${path}`, { ca, headers, agent: false }, (response: IncomingMessage) => {
        let text = "";
        const end = (): void => {
          resolve({ text, type: response.headers["content-type"] });
          response.destroy();
        };
        response.on("data", (chunk: Buffer) => {
          text += chunk.toString();
          if (lines < Infinity && text.split("\n").length > lines) end();
        });
        response.once("end", end).once("error", reject);
      });
      sent.on("error", reject);
      sent.end();
    });
  }
});
