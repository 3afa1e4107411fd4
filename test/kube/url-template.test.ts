import { expect, test } from "vitest";
import { describePath } from "../../src/kube/url-template.js";

test.each<[path: string, template: string, namespace: string | undefined]>([
  ["/api/v1/pods?limit=5", "/api/v1/pods", undefined],
  ["/api/v1/namespaces/blue/pods", "/api/v1/namespaces/{namespace}/pods", "blue"],
  ["/api/v1/namespaces/blue/pods/web-0/eviction", "/api/v1/namespaces/{namespace}/pods/{name}/eviction", "blue"],
  ["/apis/apps/v1/namespaces/b/deployments/web?x=/", "/apis/apps/v1/namespaces/{namespace}/deployments/{name}", "b"],
  [
    "/apis/rbac.authorization.k8s.io/v1/clusterroles/admin",
    "/apis/rbac.authorization.k8s.io/v1/clusterroles/{name}",
    undefined,
  ],
  // A namespace, its subresources, and its objects.
  ["/api/v1/namespaces", "/api/v1/namespaces", undefined],
  ["/api/v1/namespaces/blue", "/api/v1/namespaces/{name}", undefined],
  ["/api/v1/namespaces/blue/status", "/api/v1/namespaces/{name}/status", undefined],
  ["/api/v1/namespaces/blue/finalize", "/api/v1/namespaces/{name}/finalize", undefined],
  // No objects at all.
  ["/version", "/version", undefined],
  ["/apis", "/apis", undefined],
  ["/apis/apps/v1", "/apis/apps/v1", undefined],
  ["/api/v1", "/api/v1", undefined],
  ["", "", undefined],
])("%s is %s", (path, template, namespace) => {
  expect(describePath(path)).toEqual({ template, namespace });
});
