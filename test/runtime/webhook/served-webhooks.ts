/** Webhooks behind TLS on loopback, asked as an API server asks them. */
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import path from "node:path";
import { TLSSocket } from "node:tls";
import { Registry } from "prom-client";
import { onTestFinished } from "vitest";
import { createServingCertificates, type ServingCertificates } from "../../../src/apiserver/http/certificates.js";
import { type CustomResource, defineKind } from "../../../src/kube/objects.js";
import { listen, type Listener } from "../../../src/runtime/http/listener.js";
import type { AdmissionHandler } from "../../../src/runtime/webhook/admission.js";
import { answerByHandler } from "../../../src/runtime/webhook/answer-admission.js";
import { createWebhookServer } from "../../../src/runtime/webhook/webhook-server.js";
import { Webhooks } from "../../../src/runtime/webhook/webhooks.js";
import { FakeClock } from "../../support/fake-clock.js";
import { RecordingLogger } from "../../support/recording-logger.js";
import { tempFolder } from "../../support/temp-folder.js";

export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
  spec: { size?: number; notes?: Record<string, string>; list?: string[] };
}
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly body: { apiVersion: string; response: Record<string, unknown> };
}

export interface Served {
  readonly listener: Listener;
  readonly log: RecordingLogger;
  readonly clock: FakeClock;
  readonly registry: Registry;
  readonly folder: string;
  /** Fires when the manager has stopped. */
  readonly stop: AbortController;
  readonly ask: (
    path: string,
    body: string | object,
    headers?: Record<string, string>,
    method?: string,
  ) => Promise<Answer>;
  /** Whose certificate it shows. */
  readonly serial: () => Promise<string>;
}

/** The certificate with which each server begins. */
let first: Promise<ServingCertificates> | undefined;

/** Serves webhooks until the test ends. */
export async function serve(setUp: (webhooks: Webhooks) => void): Promise<Served> {
  const folder = tempFolder();
  mount(folder, "first", await (first ??= createServingCertificates(Date.now())));
  const [webhooks, log, clock, registry] = [new Webhooks(), new RecordingLogger(), new FakeClock(), new Registry()];
  setUp(webhooks);
  const options = {
    ...{ address: { host: "127.0.0.1", port: 0 }, lingerMs: 0 },
    certificate: { kind: "files", files: { folder, certName: "tls.crt", keyName: "tls.key" } } as const,
  };
  const stop = new AbortController();
  const parts = { registry, log, clock, signal: stop.signal };
  const { server } = await createWebhookServer(webhooks, options, parts);
  const listener = await listen(server, options.address, { purpose: "webhooks", flag: "--webhook-port" });
  onTestFinished(() => listener.close());
  const send = (where: string, body: string, headers: Record<string, string>, method = "POST") =>
    new Promise<{ status: number; text: string; serial: string }>((resolve, reject) => {
      const url = `https://${listener.address}${where}`;
      request(url, { method, headers, agent: false, rejectUnauthorized: false }, (response) => {
        const serial = response.socket instanceof TLSSocket ? response.socket.getPeerCertificate().serialNumber : "";
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text, serial }));
      })
        .on("error", reject)
        .end(body);
    });
  return {
    ...{ listener, log, clock, registry, folder, stop },
    ask: async (where, body, headers = { "content-type": "application/json" }, method = "POST") => {
      const { status, text } = await send(
        where,
        typeof body === "string" ? body : JSON.stringify(body),
        headers,
        method,
      );
      return {
        status,
        text,
        body: text.startsWith("{") ? (JSON.parse(text) as Answer["body"]) : { apiVersion: "", response: {} },
      };
    },
    serial: async () => (await send("/", "", {}, "GET")).serial,
  };
}

/** As the kubelet mounts a Secret: the files are links into a folder that is swapped as a whole. */
export function mount(folder: string, name: string, certificates: ServingCertificates): void {
  const data = path.join(folder, `..${name}`);
  mkdirSync(data);
  writeFileSync(path.join(data, "tls.crt"), certificates.cert);
  writeFileSync(path.join(data, "tls.key"), certificates.key);
  symlinkSync(`..${name}`, path.join(folder, "..next"));
  renameSync(path.join(folder, "..next"), path.join(folder, "..data"));
  if (name === "first")
    for (const file of ["tls.crt", "tls.key"]) symlinkSync(`..data/${file}`, path.join(folder, file));
}

export const bar = {
  apiVersion: "foo.abc.com/v1",
  kind: "Bar",
  metadata: { namespace: "default", name: "a" },
  spec: {},
};

/** An AdmissionReview of `bar`. */
export function review(fields: object, apiVersion = "admission.k8s.io/v1"): object {
  const kind = { group: "foo.abc.com", version: "v1", kind: "Bar" };
  const resource = { group: "foo.abc.com", version: "v1", resource: "bars" };
  const request = { uid: "u1", kind, resource, name: "a", namespace: "default", operation: "CREATE", object: bar };
  return { apiVersion, kind: "AdmissionReview", request: { ...request, userInfo: { username: "jane" }, ...fields } };
}

/** Serves one handler, at /hook. */
export const handle = (handler: AdmissionHandler) => (webhooks: Webhooks) =>
  webhooks.addAdmission("/hook", answerByHandler(handler));

/** The patch of an answer. */
export function patchOf({ body: { response } }: Answer): unknown {
  const { patch } = response;
  return typeof patch === "string" ? JSON.parse(Buffer.from(patch, "base64").toString()) : patch;
}
