import { expect, test } from "vitest";
import { comparableTexts } from "../../../src/cluster/deploy/comparable-text.js";

const metadata = {
  name: "a",
  uid: "1",
  resourceVersion: "2",
  generation: 3,
  managedFields: [],
  creationTimestamp: "now",
};

test("what the API server keeps for itself is no difference", () => {
  const { before, after } = comparableTexts({ apiVersion: "v1", kind: "ConfigMap", metadata, status: {} } as never, {
    kind: "ConfigMap",
    apiVersion: "v1",
    metadata: { name: "a" },
  });
  expect(before).toBe("apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n");
  expect(after).toBe(before);
});

test("a missing object has an empty text", () => {
  expect(comparableTexts(undefined, undefined)).toEqual({ before: "", after: "" });
});

test("of a Secret, no value is shown, only whether it changes", () => {
  const secret = (data: object) => ({
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: "a", annotations: { "kubectl.kubernetes.io/last-applied-configuration": "hunter2" } },
    data,
    stringData: { plain: "hunter2" },
  });
  const { before, after } = comparableTexts(
    secret({ same: "hunter2", other: "hunter2", gone: "hunter2" }),
    secret({ same: "hunter2", other: "hunter3" }),
  );
  expect(`${before}${after}`).not.toContain("hunter");
  expect(before).toContain("data:\n  gone: '***'\n  other: '*** (before)'\n  same: '***'\n");
  expect(after).toContain("data:\n  other: '*** (after)'\n  same: '***'\n");
});
