/** Requests that the API server or another client may send to a webhook. */
import { getEventListeners } from "node:events";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { Registry } from "prom-client";
import { describe, expect, test } from "vitest";
import { createServingCertificates } from "../../../src/apiserver/http/certificates.js";
import { createWebhookServer } from "../../../src/runtime/webhook/webhook-server.js";
import { Webhooks } from "../../../src/runtime/webhook/webhooks.js";
import { FakeClock } from "../../support/fake-clock.js";
import { RecordingLogger } from "../../support/recording-logger.js";
import { handle, mount, review, serve } from "./served-webhooks.js";

// F47
describe("a webhook is asked", () => {
  const pass = handle(() => undefined);

  test.each<[string, string | object, Record<string, string>, string, number, string]>([
    ["nothing", "", { "content-type": "application/json" }, "POST", 400, "request body is empty"],
    ["no JSON", "{", { "content-type": "application/json" }, "POST", 400, "the body is not JSON: "],
    ["a list", "[]", { "content-type": "application/json" }, "POST", 400, "the body is not an object"],
    ["for a page", "", {}, "GET", 405, "webhooks accept only POST"],
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
    await expect.poll(() => seen.map(({ aborted }) => aborted)).toEqual(Array(20).fill(true));
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

// F46
describe("the certificate", () => {
  test("is read again when the folder is replaced, and a broken one is ignored", async () => {
    const { folder, clock, serial, log } = await serve(handle(() => undefined));
    const first = await serial();
    writeFileSync(path.join(folder, "..first", "tls.crt"), (await createServingCertificates(Date.now())).cert);
    await clock.advance(10_000);
    await expect
      .poll(() => log.lines.at(-1)?.message)
      .toBe("cannot use the renewed certificate; keeping the previous one");
    expect(await serial()).toBe(first);
    mount(folder, "second", await createServingCertificates(Date.now()));
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
