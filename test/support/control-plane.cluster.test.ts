import { type AddressInfo, createServer, type Server } from "node:net";
import { expect, test } from "vitest";
import { freePort } from "../../src/kube/local-port.js";
import { ControlPlane } from "../../src/testing/environment/control-plane.js";
import { describeCluster } from "./cluster.js";
import { assetsVersion } from "./control-plane.js";

describeCluster("the control plane of the tests", (cluster) => {
  test("is a real API server of the version that the tests compare with", async () => {
    expect(await cluster().kubectl(["get", "--raw", "/version"])).toContain(`"gitVersion": "v${assetsVersion()}.`);
  });

  test.each([
    ["etcd", 0],
    ["the API server", 2],
  ])("starts on other ports where another program has taken that of %s meanwhile", async (_, index) => {
    const { server, port: taken } = await listenOnLoopback();
    const ports = [await freePort(), await freePort(), await freePort(), await freePort()];
    ports.splice(index, 0, taken);
    const found: number[] = [];
    const findPort = async (): Promise<number> => {
      found.push(ports[found.length] ?? (await freePort()));
      return found.at(-1)!;
    };
    const { assets } = cluster();
    const plane = await ControlPlane.start({ assets, tokens: ['a,admin,1,"system:masters"'], findPort });
    try {
      expect(found).toHaveLength(6);
      expect(plane.server).toBe(`https://127.0.0.1:${found[5]}`);
    } finally {
      await plane.stop("SIGKILL");
      server.close();
    }
  });

  test("enforces RBAC", async () => {
    const forbidden = cluster().kubectl(["get", "pods", "--kubeconfig", cluster().nobodyKubeconfig]);
    await expect(forbidden).rejects.toThrow("Forbidden");
  });
});

function listenOnLoopback(): Promise<{ server: Server; port: number }> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => resolve({ server, port: (server.address() as AddressInfo).port }));
  });
}
