import { describe, expect, test } from "vitest";
import { FaultPlan, matches, type RequestMatch } from "../../../src/testing/environment/faults.js";
import { readRequest } from "../../../src/testing/environment/request-attributes.js";

const bars = "/apis/foo.abc.com/v1/namespaces/default/bars";

describe("what a request asks for", () => {
  test.each<[string, string, object]>([
    [
      "GET",
      `${bars}?limit=500`,
      { verb: "list", group: "foo.abc.com", version: "v1", resource: "bars", namespace: "default", name: "" },
    ],
    ["GET", `${bars}?watch=true`, { verb: "watch", resource: "bars" }],
    ["GET", `${bars}?watch=1`, { verb: "watch" }],
    ["GET", `${bars}?watch=false`, { verb: "list" }],
    ["GET", `${bars}/a%2Fb`, { verb: "get", name: "a/b" }],
    ["GET", `${bars}/%zz`, { verb: "get", name: "%zz" }],
    ["POST", bars, { verb: "create" }],
    ["PUT", `${bars}/a/status`, { verb: "update", name: "a", subresource: "status" }],
    ["PATCH", `${bars}/a`, { verb: "patch", subresource: "" }],
    ["DELETE", `${bars}/a`, { verb: "delete" }],
    ["DELETE", bars, { verb: "deletecollection" }],
    ["GET", "/api/v1/pods", { verb: "list", group: "", version: "v1", resource: "pods", namespace: "" }],
    ["GET", "/api/v1/namespaces/a", { verb: "get", resource: "namespaces", namespace: "", name: "a" }],
    ["PUT", "/api/v1/namespaces/a/finalize", { resource: "namespaces", name: "a", subresource: "finalize" }],
    [
      "POST",
      "/api/v1/namespaces/a/pods/p/eviction",
      { verb: "create", resource: "pods", name: "p", subresource: "eviction" },
    ],
    ["GET", "/version", { resource: "", verb: "list" }],
  ])("%s %s", (method, url, attributes) => {
    expect(readRequest(method, url)).toMatchObject(attributes);
  });
});

describe("a plan of faults", () => {
  const update = readRequest("PUT", `${bars}/a`);

  test.each<[RequestMatch, boolean]>([
    [{}, true],
    [
      { verb: "update", resource: "bars", group: "foo.abc.com", namespace: "default", name: "a", subresource: "" },
      true,
    ],
    [{ verb: "patch" }, false],
    [{ group: "" }, false],
    [{ subresource: "status" }, false],
  ])("%j means the request: %s", (match, isMeant) => {
    expect(matches(match, update)).toBe(isMeant);
  });

  test("the oldest plan comes first, and none comes too often", () => {
    const plan = new FaultPlan();
    plan.add({ name: "a" }, { kind: "reset" }, 2);
    plan.add({}, { kind: "hang" }, 1);
    expect([plan.left, ...[1, 2, 3, 4].map(() => plan.next(update)?.kind)]).toEqual([
      3,
      "reset",
      "reset",
      "hang",
      undefined,
    ]);
  });
});
