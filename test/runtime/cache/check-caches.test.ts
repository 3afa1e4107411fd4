import { expect, test } from "vitest";
import { type Kind, unstructured } from "../../../src/index.js";
import { TsopError } from "../../../src/core/errors.js";
import { ApiError } from "../../../src/kube/api-error.js";
import { checkCaches } from "../../../src/runtime/cache/cache.js";
import { isWaitingForConversion, longestPauseMs } from "../../../src/runtime/cache/watch-failure.js";

const Bar = unstructured("foo.abc.com/v2", "Bar");
const failed = (statusCode: number, message: string): ApiError =>
  new ApiError({ apiVersion: "v1", kind: "Status", status: "Failure", message, code: statusCode }, statusCode);

const conversionFailed = failed(
  500,
  'conversion webhook for foo.abc.com/v1, Kind=Bar failed: Post "…": connection refused',
);

test.each([
  ["the version is not served yet", new TsopError("cluster/kind-not-served", "no Bar"), true],
  ["its path is not there", failed(404, "404 page not found"), true],
  ["nobody converts", conversionFailed, true],
  ["a right is missing", failed(403, "bars is forbidden"), false],
  ["the API server is at fault", failed(500, "etcd is gone"), false],
  ["nothing is known yet", undefined, false],
])("where %s, a conversion is %s", (_, failure, isWaiting) => {
  expect(isWaitingForConversion(failure)).toBe(isWaiting);
  expect(longestPauseMs(failure) < 30_000).toBe(isWaiting);
});

test("who converts a kind is ready before it can be read; who does not, is not", () => {
  const cache = {
    unsynced: (isExcused?: (kind: Kind, failure: unknown) => boolean) =>
      isExcused?.(Bar, conversionFailed) === true ? [] : ["Bar"],
    states: () => [],
    describe: () => "Bar",
  };
  const check = (converted: boolean) => (): void =>
    checkCaches([cache], { limitMs: 1, isExcused: (_, failure) => converted && isWaitingForConversion(failure) });
  expect(check(true)).not.toThrow();
  expect(check(false)).toThrow("not filled yet: Bar");
});
