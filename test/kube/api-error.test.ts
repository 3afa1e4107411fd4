import { describe, expect, test } from "vitest";
import { TsopError } from "../../src/core/errors.js";
import {
  ApiError,
  isAlreadyExists,
  isConflict,
  isExpired,
  isForbidden,
  isInvalid,
  isNotFound,
  isTooManyRequests,
  isUnauthorized,
  toStatus,
} from "../../src/kube/api-error.js";

const checks = {
  isAlreadyExists,
  isConflict,
  isExpired,
  isForbidden,
  isInvalid,
  isNotFound,
  isTooManyRequests,
  isUnauthorized,
};

describe("an ApiError", () => {
  test.each([
    [404, "NotFound", "isNotFound"],
    [409, "AlreadyExists", "isAlreadyExists"],
    [409, "Conflict", "isConflict"],
    [410, "Expired", "isExpired"],
    [410, "Gone", "isExpired"],
    [422, "Invalid", "isInvalid"],
    [403, "Forbidden", "isForbidden"],
    [401, "Unauthorized", "isUnauthorized"],
    [429, "TooManyRequests", "isTooManyRequests"],
  ])("of %d %s is told apart by %s alone", (code, reason, name) => {
    const error = new ApiError({ kind: "Status", code, reason }, code);
    const holding = Object.entries(checks).filter(([, check]) => check(error));
    expect(holding.map(([check]) => check)).toEqual([name]);
  });

  test("is not every error", () => {
    for (const error of [new Error("404"), undefined, null, "NotFound", { statusCode: 404 }]) {
      expect(Object.values(checks).some((check) => check(error))).toBe(false);
    }
  });

  test("keeps what the server said", () => {
    const causes = [{ reason: "FieldValueInvalid", field: "spec.replicas", message: "too many" }];
    const status = {
      kind: "Status",
      reason: "Invalid",
      message: "not valid",
      details: { causes, retryAfterSeconds: 3 },
    } as const;
    const error = new ApiError({ ...status, details: { causes, retryAfterSeconds: 3 } }, 422, {
      request: { method: "PUT", path: "/x" },
    });
    expect(error).toBeInstanceOf(TsopError);
    expect(error).toMatchObject({
      name: "ApiError",
      code: "cluster/api-error",
      exitCode: 1,
      message: "PUT /x: not valid (422 Invalid)",
      reason: "Invalid",
      statusCode: 422,
      causes,
      retryAfterMs: 3000,
      status,
    });
  });

  test.each([
    [
      'deployments.apps is forbidden: User "x" cannot list resource "deployments" in API group "apps" at the cluster scope',
      "@rbac groups=apps resources=deployments verbs=list\n",
    ],
    [
      'pods "p" is forbidden: User "system:serviceaccount:a:b" cannot get resource "pods" in API group "" in the namespace "team"',
      "@rbac groups=core resources=pods verbs=get\n",
    ],
    [
      'bars.foo.abc.com "b" is forbidden: User "x" cannot patch resource "bars/status" in API group "foo.abc.com" in the namespace "default": RBAC: clusterrole.rbac.authorization.k8s.io "y" not found',
      "@rbac groups=foo.abc.com resources=bars/status verbs=patch\n",
    ],
  ])("names the rule that is missing: %s", (message, tag) => {
    const error = new ApiError({ kind: "Status", reason: "Forbidden", message }, 403);
    expect(error.code).toBe("cluster/forbidden");
    expect(error.hint).toContain(tag);
    expect(error.hint?.includes("namespace")).toBe(message.includes("namespace"));
  });

  test("names no rule where another than RBAC forbids", () => {
    const message = 'pods "p" is forbidden: exceeded quota: q, requested: pods=1';
    expect(new ApiError({ kind: "Status", reason: "Forbidden", message }, 403).hint).toBeUndefined();
  });
});

describe("an answer without a Status", () => {
  test.each([
    ["404 page not found\n", 404, "404 page not found"],
    ["", 500, "HTTP status 500"],
    ['{"error":"no"}', 500, '{"error":"no"}'],
    ["<html><head><title>503</title></head>\n<body>Service  Unavailable</body></html>", 503, "503 Service Unavailable"],
    ["null", 500, "null"],
  ])("%j becomes the message", (text, code, message) => {
    expect(toStatus(text, code)).toEqual({ kind: "Status", status: "Failure", code, message });
  });
});
