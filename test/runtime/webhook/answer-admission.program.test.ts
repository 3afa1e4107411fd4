/** What the API server is answered for a handler. */
import { describe, expect, test } from "vitest";
import { AdmissionDenied } from "../../../src/runtime/webhook/admission.js";
import { answerByDefaulter, answerByValidator } from "../../../src/runtime/webhook/answer-admission.js";
import { type Bar, bar, handle, patchOf, review, serve } from "./served-webhooks.js";

describe("a handler", () => {
  test("may change its argument: keys with slashes and tildes, lists, and removed fields", async () => {
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

  test("of a deletion has the old object, whatever the new object contains", async () => {
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
