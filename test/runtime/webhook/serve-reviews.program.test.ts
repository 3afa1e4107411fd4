/** What the API server, or anybody else, may send to a webhook. */
import { getEventListeners } from "node:events";
import { mkdtempSync, rmSync, symlinkSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import os from "node:os";
import path from "node:path";
import { TLSSocket } from "node:tls";
import { Registry } from "prom-client";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createServingCertificates, type ServingCertificates } from "../../../src/apiserver/http/certificates.js";
import { type CustomResource, defineKind } from "../../../src/kube/objects.js";
import { listen, type Listener } from "../../../src/runtime/http/listener.js";
import { AdmissionDenied, type AdmissionHandler } from "../../../src/runtime/webhook/admission.js";
import {
  answerByDefaulter,
  answerByHandler,
  answerByValidator,
} from "../../../src/runtime/webhook/answer-admission.js";
import { type ObjectPart, spoke } from "../../../src/runtime/webhook/conversion.js";
import { answerConversion } from "../../../src/runtime/webhook/convert.js";
import { createWebhookServer } from "../../../src/runtime/webhook/webhook-server.js";
import { Webhooks } from "../../../src/runtime/webhook/webhooks.js";
import { FakeClock } from "../../support/fake-clock.js";
import { RecordingLogger } from "../../support/recording-logger.js";

interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
  spec: { size?: number; notes?: Record<string, string>; list?: string[] };
}
const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
interface BarV2 extends CustomResource<"foo.abc.com/v2", "Bar"> {
  spec: { replicas?: number };
  status?: { ready: boolean };
}
const BarV2 = defineKind<BarV2>("foo.abc.com/v2", "Bar");

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly body: { apiVersion: string; response: Record<string, unknown> };
}

interface Served {
  readonly listener: Listener;
  readonly log: RecordingLogger;
  readonly clock: FakeClock;
  readonly registry: Registry;
  readonly folder: string;
  readonly certificates: ServingCertificates;
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

async function serve(setUp: (webhooks: Webhooks) => void): Promise<Served> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "tsop-webhook-"));
  ends.push(() => rmSync(folder, { recursive: true }));
  const certificates = await mount(folder, "first");
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
  ends.push(() => listener.close());
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
    ...{ listener, log, clock, registry, folder, certificates, stop },
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
async function mount(folder: string, name: string): Promise<ServingCertificates> {
  const certificates = await createServingCertificates(Date.now());
  const data = path.join(folder, `..${name}`);
  mkdirSync(data);
  writeFileSync(path.join(data, "tls.crt"), certificates.cert);
  writeFileSync(path.join(data, "tls.key"), certificates.key);
  symlinkSync(`..${name}`, path.join(folder, "..next"));
  renameSync(path.join(folder, "..next"), path.join(folder, "..data"));
  if (name === "first")
    for (const file of ["tls.crt", "tls.key"]) symlinkSync(`..data/${file}`, path.join(folder, file));
  return certificates;
}

const bar = { apiVersion: "foo.abc.com/v1", kind: "Bar", metadata: { namespace: "default", name: "a" }, spec: {} };

function review(fields: object, apiVersion = "admission.k8s.io/v1"): object {
  const kind = { group: "foo.abc.com", version: "v1", kind: "Bar" };
  const resource = { group: "foo.abc.com", version: "v1", resource: "bars" };
  const request = { uid: "u1", kind, resource, name: "a", namespace: "default", operation: "CREATE", object: bar };
  return { apiVersion, kind: "AdmissionReview", request: { ...request, userInfo: { username: "jane" }, ...fields } };
}

const handle = (handler: AdmissionHandler) => (webhooks: Webhooks) =>
  webhooks.addAdmission("/hook", answerByHandler(handler));

/** The patch of an answer. */
function patchOf({ body: { response } }: Answer): unknown {
  const { patch } = response;
  return typeof patch === "string" ? JSON.parse(Buffer.from(patch, "base64").toString()) : patch;
}

// F47
describe("a webhook is asked", () => {
  const pass = handle(() => undefined);

  test.each<[string, string | object, Record<string, string>, string, number, string]>([
    ["nothing", "", { "content-type": "application/json" }, "POST", 400, "request body is empty"],
    ["no JSON", "{", { "content-type": "application/json" }, "POST", 400, "the body is no JSON: "],
    ["a list", "[]", { "content-type": "application/json" }, "POST", 400, "the body is no object"],
    ["for a page", "", {}, "GET", 405, "webhooks are asked by POST"],
    ["in YAML", "a: b", { "content-type": "application/yaml" }, "POST", 415, "contentType=application/yaml"],
    [
      "of another kind",
      { apiVersion: "v1", kind: "Pod" },
      { "content-type": "application/json" },
      "POST",
      400,
      "expected AdmissionReview of admission.k8s.io/v1 or admission.k8s.io/v1beta1, got Pod of v1",
    ],
    [
      "with what cannot be printed",
      { apiVersion: { toString: 1, valueOf: 1 }, kind: ["AdmissionReview"] },
      { "content-type": "application/json" },
      "POST",
      400,
      "got a value of type object of a value of type object",
    ],
    [
      "of a kind with a long name",
      { apiVersion: "v1", kind: "K".repeat(1_000_000) },
      { "content-type": "application/json" },
      "POST",
      400,
      `got ${"K".repeat(100)}… of v1`,
    ],
    ["without a uid", review({ uid: "" }), { "content-type": "application/json" }, "POST", 400, "without request.uid"],
    [
      "without a request",
      { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview" },
      { "content-type": "application/json" },
      "POST",
      400,
      "AdmissionReview without a request",
    ],
    [
      "with more than 7 MiB",
      `"${"a".repeat(7 * 1024 * 1024)}"`,
      { "content-type": "application/json" },
      "POST",
      413,
      "request entity is too large; limit is 7340032 bytes",
    ],
  ])("%s", async (_name, body, headers, method, status, text) => {
    const { ask } = await serve(pass);
    const answer = await ask("/hook", body, headers, method);
    expect(answer.status).toBe(status);
    expect(answer.text).toContain(text);
  });

  test("where nothing is served", async () => {
    const { ask } = await serve(pass);
    expect(await ask("/hok", review({}))).toMatchObject({ status: 404, text: "no webhook is served at /hok\n" });
    expect(await ask("//", review({}))).toMatchObject({ status: 404, text: "no webhook is served at //\n" });
    expect(await ask("//hook", review({}))).toMatchObject({ status: 404, text: "no webhook is served at //hook\n" });
  });

  test("under the older version, and answers under it", async () => {
    const { ask } = await serve(pass);
    const { body } = await ask("/hook", review({}, "admission.k8s.io/v1beta1"));
    expect(body).toMatchObject({ apiVersion: "admission.k8s.io/v1beta1", response: { uid: "u1", allowed: true } });
  });

  test("about an operation that is none", async () => {
    const { ask } = await serve(pass);
    const { body } = await ask("/hook", review({ operation: "create" }));
    expect(body.response).toMatchObject({
      allowed: false,
      status: { code: 400, message: expect.stringContaining("create") as string },
    });
  });

  test.each(["an answer", "a failure"])("many times, and nothing is left behind by %s (F47)", async (outcome) => {
    const seen: AbortSignal[] = [];
    const { ask, stop } = await serve(
      handle((_, { signal }) => {
        signal.addEventListener("abort", () => undefined);
        seen.push(signal);
        expect(getEventListeners(stop.signal, "abort")).toHaveLength(1);
        if (outcome === "a failure") throw new Error("boom");
      }),
    );
    for (let count = 0; count < 20; count += 1) await ask("/hook?timeout=10s", review({}));
    await vi.waitFor(() => expect(seen.map(({ aborted }) => aborted)).toEqual(Array(20).fill(true)));
    expect(getEventListeners(stop.signal, "abort")).toEqual([]);
  });

  test("while the manager stops: the signal fires", async () => {
    let reason: unknown;
    const { ask, stop } = await serve(
      handle((_, { signal }) => {
        stop.abort("stopped");
        reason = signal.reason;
      }),
    );
    await ask("/hook", review({}));
    expect(reason).toBe("stopped");
  });

  test("by an API server that waits no longer", async () => {
    let reason: unknown;
    const waiting = handle((_, { signal }) => {
      return new Promise((resolve) => signal.addEventListener("abort", () => resolve(void (reason = signal.reason))));
    });
    const { ask } = await serve(waiting);
    await ask("/hook?timeout=1s", review({}));
    expect(reason).toMatchObject({ name: "TimeoutError" });
  });
});

describe("a handler", () => {
  test("may change what it is given: keys with slashes and tildes, lists, and what is taken away", async () => {
    const object = { ...bar, spec: { size: 1, notes: { "a/b~c": "x", gone: "y" }, list: ["a", "b", "c"] } };
    const { ask } = await serve((webhooks) =>
      webhooks.addAdmission(
        "/hook",
        answerByDefaulter({
          default: (given) => {
            const { spec } = given as Bar;
            spec.notes = { "a/b~c": "z" };
            spec.list?.splice(1, 1);
            delete spec.size;
          },
        }),
      ),
    );
    expect(patchOf(await ask("/hook", review({ object })))).toEqual(
      expect.arrayContaining([
        { op: "remove", path: "/spec/size" },
        { op: "replace", path: "/spec/notes/a~1b~0c", value: "z" },
        { op: "remove", path: "/spec/notes/gone" },
        { op: "remove", path: "/spec/list/1" },
      ]),
    );
  });

  test("may give back a copy, in which undefined is absent", async () => {
    const { ask } = await serve(
      handle(({ object }) => ({ ...object, spec: { size: undefined, list: ["a"] } }) as never),
    );
    expect(patchOf(await ask("/hook", review({})))).toEqual([{ op: "add", path: "/spec/list", value: ["a"] }]);
  });

  test("that changes each of thousands of items is answered at once", async () => {
    const list = (fields: object) => Array.from({ length: 5_000 }, (_, index) => ({ name: `n${index}`, ...fields }));
    const { ask } = await serve(handle(() => ({ ...bar, spec: { list: list({ size: 1 }) } })));
    const answer = await ask("/hook", review({ object: { ...bar, spec: { list: list({}) } } }));
    expect(patchOf(answer)).toHaveLength(5_000);
  });

  test.each<[string, object, object, boolean]>([
    ["a list that it shortens", { list: [{ id: 2 ** 60 }, 1, 2] }, { list: [3, { id: 2 ** 60 }] }, false],
    ["a list that it fills in", { list: [{ id: 2 ** 60 }] }, { list: [{ id: 2 ** 60, size: 1 }] }, true],
    ["a field that it sets itself", {}, { serial: 2 ** 60 }, true],
  ])("does not write back a number that reading has rounded: %s", async (_, before, after, isAllowed) => {
    const { ask } = await serve(handle(() => ({ ...bar, spec: after })));
    const { body } = await ask("/hook", review({ object: { ...bar, spec: before } }));
    expect(body.response["allowed"]).toBe(isAllowed);
    if (!isAllowed)
      expect(body.response).toMatchObject({ status: { message: expect.stringContaining("2^53") as string } });
  });

  test("that changes nothing sends no patch", async () => {
    const { ask } = await serve(handle(({ object }) => object));
    expect((await ask("/hook", review({}))).body.response).toEqual({ uid: "u1", allowed: true });
  });

  test("of a deletion has the object that was there, whatever stands in the new one's place", async () => {
    const seen: unknown[] = [];
    const { ask } = await serve((webhooks) => {
      webhooks.addAdmission("/default", answerByDefaulter({ default: () => void seen.push("defaulter") }));
      webhooks.addAdmission(
        "/validate",
        answerByValidator({ validateDelete: ({ metadata }) => void seen.push(metadata.name) }),
      );
    });
    for (const object of [{}, null]) {
      await ask("/default", review({ operation: "DELETE", object, oldObject: bar }));
      await ask("/validate", review({ operation: "DELETE", object, oldObject: bar }));
    }
    expect(seen).toEqual(["a", "a"]);
  });

  test("that throws is answered with 500, logged, and counted; the next one is served", async () => {
    let isBroken = true;
    const { ask, log, registry } = await serve(
      handle(() => {
        if (isBroken) throw new TypeError("x is undefined");
      }),
    );
    expect((await ask("/hook", review({}))).body.response).toEqual({
      ...{ uid: "u1", allowed: false },
      status: { status: "Failure", code: 500, message: "x is undefined" },
    });
    isBroken = false;
    expect((await ask("/hook", review({}))).body.response).toEqual({ uid: "u1", allowed: true });
    expect(log.lines.filter(({ level }) => level === "error")).toMatchObject([
      { message: "the webhook failed", fields: { webhook: "/hook", requestID: "u1" } },
    ]);
    const metrics = await registry.metrics();
    expect(metrics).toContain('controller_runtime_webhook_panics_total{webhook="/hook"} 1');
    expect(metrics).toContain('controller_runtime_webhook_requests_total{webhook="/hook",code="200"} 2');
    expect(metrics).toContain('controller_runtime_webhook_requests_in_flight{webhook="/hook"} 0');
  });

  test("refuses with the code that it wants, and warns beside it", async () => {
    const { ask } = await serve(
      handle((_, { warn }) => {
        warn("think again");
        throw new AdmissionDenied("too many", { code: 429 });
      }),
    );
    expect((await ask("/hook", review({}))).body.response).toEqual({
      ...{ uid: "u1", allowed: false, warnings: ["think again"] },
      status: { status: "Failure", code: 429, message: "too many" },
    });
  });
});

// F48
describe("conversions", () => {
  const conversion = spoke(Bar, {
    toHub: ({ spec, metadata }) => ({
      spec: { replicas: spec.size ?? 1 },
      status: undefined,
      metadata: { annotations: { ...metadata.annotations, from: "v1" } },
    }),
    fromHub: ({ spec }: ObjectPart<BarV2>) => {
      if ((spec.replicas ?? 0) < 0) throw new RangeError("v1 knows no negative size");
      return { spec: { size: spec.replicas ?? 1 } };
    },
  });
  const ask = async (desiredAPIVersion: string, objects: readonly unknown[], by = conversion) => {
    const served = await serve((webhooks) => webhooks.addConversion(BarV2, [by as never]));
    const request = { uid: "c1", desiredAPIVersion, objects };
    const { body } = await served.ask("/convert", {
      ...{ apiVersion: "apiextensions.k8s.io/v1", kind: "ConversionReview", request },
    });
    return body.response;
  };
  const v2 = (replicas: number, name = "b") => ({
    ...bar,
    apiVersion: "foo.abc.com/v2",
    metadata: { ...bar.metadata, name, uid: name },
    spec: { replicas },
  });

  test("of a long list let other requests have their turn", async () => {
    let turns = 0;
    let next = setImmediate(function turn() {
      turns += 1;
      next = setImmediate(turn);
    });
    const objects = Array.from({ length: 5_000 }, (_, index) => ({ ...bar, spec: { size: index } }));
    const conversions = new Map([["Bar.foo.abc.com", { hub: BarV2, spokes: [conversion as never] }]]);
    const request = { desiredAPIVersion: "foo.abc.com/v2", objects };
    const answer = await answerConversion({ uid: "c1", apiVersion: "apiextensions.k8s.io/v1", request }, conversions);
    clearImmediate(next);
    const { response } = JSON.parse(answer) as { response: { convertedObjects: { spec: unknown }[] } };
    expect(response.convertedObjects.map(({ spec }) => spec)).toEqual(objects.map((_, replicas) => ({ replicas })));
    expect(turns).toBeGreaterThanOrEqual(49);
  });

  test("take mixed versions, keep the order, and what identifies an object", async () => {
    expect(await ask("foo.abc.com/v2", [v2(1, "x"), { ...bar, spec: { size: 3 } }, v2(2, "y")])).toEqual({
      uid: "c1",
      result: { status: "Success" },
      convertedObjects: [
        v2(1, "x"),
        {
          ...bar,
          apiVersion: "foo.abc.com/v2",
          metadata: { ...bar.metadata, annotations: { from: "v1" } },
          spec: { replicas: 3 },
        },
        v2(2, "y"),
      ],
    });
  });

  test("take what is left of an object, as it is when somebody applies it in another version", async () => {
    const renaming = spoke(Bar, {
      toHub: ({ spec: { size } }) => ({ spec: size === undefined ? {} : { replicas: size }, status: undefined }),
      fromHub: ({ spec: { replicas } }: ObjectPart<BarV2>) => ({
        spec: replicas === undefined ? {} : { size: replicas },
      }),
    });
    const part = { apiVersion: "foo.abc.com/v2", kind: "Bar" };
    const parts = [
      { ...part, spec: { replicas: 2 } },
      { ...part, spec: {} },
      { ...part, spec: null, status: null },
      { ...part, status: { ready: true } },
    ];
    const answer = await ask("foo.abc.com/v1", parts, renaming);
    const converted = { apiVersion: "foo.abc.com/v1", kind: "Bar", metadata: {} };
    // A spec that was not there would be one that does not go away.
    expect(answer["convertedObjects"]).toEqual([
      { ...converted, spec: { size: 2 } },
      { ...converted, spec: {} },
      { ...converted, spec: {} },
      converted,
    ]);
  });

  test("name the reason where a converter did not expect a part", async () => {
    const careless = spoke(Bar, {
      toHub: ({ spec: { size } }) => ({ spec: { replicas: Number(size!.toFixed(0)) }, status: undefined }),
      fromHub: ({ spec }: ObjectPart<BarV2>) => ({ spec: { size: spec.replicas } }),
    });
    const part = { apiVersion: "foo.abc.com/v1", kind: "Bar", spec: {} };
    const answer = await ask("foo.abc.com/v2", [part], careless);
    expect(answer["result"]).toEqual({
      status: "Failure",
      message:
        "some Bar: cannot convert foo.abc.com/v1 to foo.abc.com/v2: Cannot read properties of undefined (reading 'toFixed'). " +
        "For server-side apply the API server also converts parts of objects: a converter has to accept that any field is missing",
    });
  });

  test.each<[string, unknown[], string]>([
    [
      "one bad object",
      [v2(1), v2(-1, "bad")],
      "Bar default/bad: cannot convert foo.abc.com/v2 to foo.abc.com/v1: v1 knows no negative size",
    ],
    [
      "a version that nobody knows",
      [{ ...bar, apiVersion: "foo.abc.com/v3" }],
      "Bar default/a: cannot convert foo.abc.com/v3 to foo.abc.com/v1: foo.abc.com/v3 is neither the hub (foo.abc.com/v2) nor one of its spokes",
    ],
    [
      "another kind",
      [
        { ...bar, kind: "Baz" },
        { ...bar, apiVersion: "foo.abc.com/v2", kind: "Baz" },
      ],
      "Baz default/a: no conversion of Baz is served here",
    ],
    [
      "what has metadata of another kind",
      [{ apiVersion: "foo.abc.com/v1", kind: "Bar", metadata: "x" }],
      "request.objects[0] is no object of Kubernetes",
    ],
    ["what is no object", ["x"], "request.objects[0] is no object of Kubernetes"],
  ])("fail as a whole for %s, which is named", async (_name, objects, message) => {
    // By the reason, a deployment sees whether this operator knows the version at all.
    const reason = /neither|no conversion/.test(message) ? { reason: "NotFound" } : {};
    const result = { status: "Failure", ...reason, message };
    expect(await ask("foo.abc.com/v1", objects)).toEqual({ uid: "c1", result });
  });
});

// F46
describe("the certificate", () => {
  test("is taken anew when the folder is swapped, and a broken one is not taken", async () => {
    const { folder, clock, serial, log } = await serve(handle(() => undefined));
    const first = await serial();
    writeFileSync(path.join(folder, "..first", "tls.crt"), (await createServingCertificates(Date.now())).cert);
    await clock.advance(10_000);
    await expect
      .poll(() => log.lines.at(-1)?.message)
      .toBe("cannot use the renewed certificate; keeping the one before");
    expect(await serial()).toBe(first);
    await mount(folder, "second");
    await clock.advance(10_000);
    await expect.poll(serial).not.toBe(first);
  });

  test("that is not there is told with the flags", async () => {
    const options = {
      address: { host: "127.0.0.1", port: 0 },
      lingerMs: 0,
      certificate: { kind: "files", files: { folder: "/nowhere", certName: "a", keyName: "b" } } as const,
    };
    const parts = {
      registry: new Registry(),
      log: new RecordingLogger(),
      clock: new FakeClock(),
      signal: new AbortController().signal,
    };
    await expect(createWebhookServer(new Webhooks(), options, parts)).rejects.toMatchObject({
      code: "files/read-failed",
      message: expect.stringContaining("cannot use the certificate for webhooks in /nowhere") as string,
      hint: expect.stringContaining("--webhook-cert-path") as string,
    });
  });
});

describe("a server that ends", () => {
  test("lets the answer that is under way be given, and closes the connection", async () => {
    let go: () => void = () => undefined;
    const { ask, listener } = await serve(handle(() => new Promise((resolve) => (go = () => resolve(undefined)))));
    const answer = ask("/hook", review({}));
    await expect.poll(() => go.toString()).toContain("resolve");
    const drained = listener.drain(5_000);
    go();
    expect((await answer).body.response).toEqual({ uid: "u1", allowed: true });
    await drained;
    await expect(ask("/hook", review({}))).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });
});
