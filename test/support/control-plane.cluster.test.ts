import { expect, test } from "vitest";
import { describeCluster } from "./cluster.js";

describeCluster("the control plane of the tests", (cluster) => {
  test("is a real API server of the version that the tests name", async () => {
    expect(await cluster().kubectl(["get", "--raw", "/version"])).toContain('"gitVersion": "v1.35');
  });

  test("enforces RBAC", async () => {
    const forbidden = cluster().kubectl(["get", "pods", "--kubeconfig", cluster().nobodyKubeconfig]);
    await expect(forbidden).rejects.toThrow("Forbidden");
  });
});
