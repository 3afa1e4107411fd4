/** kubectl, behind the real API server and behind the embedded one. */
import { execFile, spawn } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeCluster } from "../support/cluster.js";
import { tempFolder } from "../support/temp-folder.js";
import { type MainServer, sharedServer, startEmbeddedServer } from "./main-server.js";
import { startPodsProxy } from "./pods-proxy.js";
import { type ServedReadings, serveReadings } from "./serve-readings.js";

const manifest = {
  ...{ apiVersion: "metrics.abc.com/v1", kind: "Reading" },
  metadata: { namespace: "readings", name: "roof" },
  spec: { sensor: "north" },
};

describeCluster("kubectl and an extension API server", (cluster) => {
  const servers: [string, () => Promise<MainServer>][] = [
    ["kube-apiserver", () => Promise.resolve(sharedServer(cluster()))],
    ["the embedded API server", startEmbeddedServer],
  ];
  describe.each(servers)("behind %s", (_, start) => {
    let main: MainServer;
    let served: ServedReadings;
    beforeAll(async () => {
      main = await start();
      served = await serveReadings(main.kubeconfig);
    });
    afterAll(async () => {
      await served.close();
      await main.stop();
    });

    const kubectl = (): string => path.join(cluster().assets, "kubectl");
    const base = (): string[] => ["--kubeconfig", main.kubeconfig, "--namespace", "readings"];
    const run = async (args: readonly string[], input?: object): Promise<string> => {
      const running = promisify(execFile)(kubectl(), [...base(), ...args]);
      running.child.stdin?.end(input === undefined ? undefined : JSON.stringify(input));
      return (await running).stdout;
    };

    test("applies on both sides, prints tables, explains and describes", async () => {
      expect(await run(["apply", "-f", "-"], manifest)).toBe("reading.metrics.abc.com/roof created\n");
      const changed = { ...manifest, spec: { sensor: "north", celsius: 7 } };
      expect(await run(["apply", "--server-side", "--force-conflicts", "-f", "-"], changed)).toBe(
        "reading.metrics.abc.com/roof serverside-applied\n",
      );
      expect(lines(await run(["get", "rd", "-o", "wide"]))).toEqual(["NAME SENSOR CELSIUS", "roof north 7"]);
      expect(lines(await run(["get", "sensors"]))).toEqual(["NAME SENSOR", "roof north"]);
      expect(lines(await run(["get", "loads"]))).toEqual(["NAME VALUE", "a 1"]);
      // kube-apiserver fetches the OpenAPI of other servers now and then.
      const explain = (): Promise<string> => run(["explain", "reading.spec.sensor"]).catch(String);
      await expect.poll(explain).toContain("The name of the sensor.");
      const raw = await run(["get", "--raw", "/apis/metrics.abc.com/v1/namespaces/readings/readings/roof"]);
      expect(JSON.parse(raw)).toMatchObject({ kind: "Reading", spec: { sensor: "north", celsius: 7 } });
      expect(await run(["describe", "reading", "roof"])).toMatch(/Sensor:\s+north/);
      expect(await run(["api-resources", "--api-group", "metrics.abc.com", "-o", "name"])).toBe(
        "loads.metrics.abc.com\nreadings.metrics.abc.com\n",
      );
      await expect(run(["create", "-f", "-"], { ...manifest, spec: { sensor: 1 } })).rejects.toThrow("sensor");
    });

    test("exec runs a session, with its input, both outputs and the exit code", async () => {
      await run(["apply", "-f", "-"], manifest);
      const proxy = await startPodsProxy(main.kubeconfig);
      try {
        const args = ["--server", proxy.url, "--namespace", "readings", "exec", "-i", "roof", "--"];
        const exec = (...command: string[]) => {
          const running = promisify(execFile)(kubectl(), [...args, ...command], { env: { HOME: tempFolder() } });
          running.child.stdin?.end("one\ntwo\n");
          return running;
        };
        const output = { stdout: "north: 0 a b\none\ntwo\n", stderr: expect.stringContaining("a warning") as string };
        expect(await exec("0", "a", "b")).toMatchObject(output);
        await expect(exec("3")).rejects.toMatchObject({
          ...{ code: 3, stdout: "north: 3\none\ntwo\n" },
          stderr: expect.stringContaining("command terminated with exit code 3") as string,
        });
      } finally {
        proxy.close();
      }
    });

    test("watches", async () => {
      const watching = spawn(kubectl(), [...base(), "get", "loads", "--watch"]);
      let shown = "";
      watching.stdout.on("data", (chunk: Buffer) => (shown += chunk.toString()));
      try {
        await expect.poll(() => lines(shown)).toEqual(["NAME VALUE", "a 1"]);
        served.values.set("a", 9);
        await expect.poll(() => lines(shown)).toEqual(["NAME VALUE", "a 1", "a 9"]);
      } finally {
        watching.kill();
      }
    });
  });
});

function lines(text: string): string[] {
  return text
    .trim()
    .split("\n")
    .map((line) => line.trim().replaceAll(/\s+/g, " "));
}
