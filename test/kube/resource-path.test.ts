import { describe, expect, test } from "vitest";
import type { ApiResource } from "../../src/kube/discovery-documents.js";
import { collectionPath, creationPath, objectPath, withQuery } from "../../src/kube/resource-path.js";

function resource(group: string, plural: string, namespaced: boolean): ApiResource {
  const rest = { singular: "", verbs: [], subresources: [], shortNames: [], categories: [] };
  return { group, version: "v1", kind: plural.toUpperCase(), plural, namespaced, ...rest };
}
const pods = resource("", "pods", true);
const roles = resource("rbac.authorization.k8s.io", "clusterroles", false);

describe("the path", () => {
  test.each([
    ["of pods in a namespace", collectionPath(pods, "default"), "/api/v1/namespaces/default/pods"],
    ["of pods everywhere", collectionPath(pods, undefined), "/api/v1/pods"],
    ["of pods where the namespace is empty", collectionPath(pods, ""), "/api/v1/pods"],
    [
      "of one pod's status",
      objectPath(pods, { namespace: "a", name: "b" }, "status"),
      "/api/v1/namespaces/a/pods/b/status",
    ],
    [
      "of a cluster role, whose name keeps its case and is encoded",
      objectPath(roles, { namespace: "", name: "system:Node räume?" }),
      "/apis/rbac.authorization.k8s.io/v1/clusterroles/system%3ANode%20r%C3%A4ume%3F",
    ],
    ["of a new pod", creationPath(pods, "default"), "/api/v1/namespaces/default/pods"],
  ])("%s", (_, path, expected) => {
    expect(path).toBe(expected);
  });

  test.each(["", ".", "..", "a/b", "../../secrets", "a%2fb"])("refuses the name %j", (name) => {
    expect(() => objectPath(pods, { namespace: "default", name })).toThrow("cannot be the name of an object");
    expect(() => collectionPath(pods, name === "" ? "/" : name)).toThrow("cannot be the namespace");
  });

  test("refuses with a code and a way out", () => {
    expect(() => collectionPath(roles, "default")).toThrow(
      expect.objectContaining({ code: "cluster/invalid-request", hint: "Omit the namespace." }),
    );
  });

  test("refuses a namespaced kind without a namespace, and a cluster-scoped one with", () => {
    expect(() => objectPath(pods, { name: "a" })).toThrow('PODS "a" has no namespace');
    expect(() => creationPath(pods, "")).toThrow("has no namespace");
    expect(() => collectionPath(roles, "default")).toThrow(
      "CLUSTERROLES is cluster-scoped and cannot be in namespace default",
    );
  });
});

test("a query omits unset parameters, and encodes the rest", () => {
  expect(withQuery("/x", { a: undefined, b: false, c: "" })).toBe("/x");
  expect(withQuery("/x", { limit: 0, force: true, labelSelector: "a in (b,c),!d&e" })).toBe(
    "/x?limit=0&force=true&labelSelector=a+in+%28b%2Cc%29%2C%21d%26e",
  );
});
