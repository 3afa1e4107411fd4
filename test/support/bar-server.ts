import { onTestFinished } from "vitest";
import { createLiveClient, type HttpClient } from "../../src/kube/http-client.js";
import { type CustomResource, defineKind } from "../../src/kube/objects.js";
import { answer, type Script, type ScriptedServer, startScriptedServer } from "./scripted-server.js";

export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
  spec?: { serial?: number; size?: string };
  status?: Record<string, unknown>;
}
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
export const key = { namespace: "default", name: "a" };
export const discovery = "/apis/foo.abc.com/v1";

export interface Setup {
  readonly server: ScriptedServer;
  readonly client: HttpClient;
  /** All requests except discovery. */
  readonly requests: () => { method: string; path: string; type: string | undefined; body: unknown }[];
}

/** Creates a client of a server that serves Bars, and that handles them as the script says. */
export async function connect(script: Script, { subresources = ["status"] } = {}): Promise<Setup> {
  const names = ["bars", ...subresources.map((name) => `bars/${name}`)];
  const resources = names.map((name) => ({ name, kind: "Bar", namespaced: true, verbs: [] }));
  const server = await startScriptedServer((request, response, index) => {
    if (request.path === discovery) answer(response, 200, { resources });
    else script(request, response, index);
  });
  const client = createLiveClient(server.config, { fieldManager: "bar-operator", wait: () => Promise.resolve() });
  onTestFinished(() => client.close());
  const requests = () =>
    server.received
      .filter(({ path }) => path !== discovery)
      .map(({ method, path, headers, body }) => ({
        method,
        path: path.replace(`${discovery}/namespaces/default`, ""),
        type: headers["content-type"],
        body: body === "" ? undefined : (JSON.parse(body) as unknown),
      }));
  return { server, client, requests };
}

export function bar(more: Partial<Bar> = {}): Bar {
  return { apiVersion: "foo.abc.com/v1", kind: "Bar", metadata: { ...key }, ...more };
}

export const echo: Script = (request, response) =>
  answer(response, 200, request.body === "" ? bar() : JSON.parse(request.body));
