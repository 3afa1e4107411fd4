import { spawn } from "node:child_process";
import { once } from "node:events";
import { get } from "node:https";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import type { Benchmark, Figures } from "../harness/benchmark.js";
import type { NodeProgram } from "../harness/nodes.js";
import { startOurs, startTheirs } from "./servers.js";

const inProcess = "apiserver-start";
const alone = "apiserver-start-alone";

/** Measures the time from the start to the first response of /readyz. */
export const start: Benchmark = {
  peer: "etcd + kube-apiserver",
  rows: [
    { name: inProcess, work: "node imports tsop/testing, TestEnvironment.start(), /readyz", reach: 0.1, unit: "ms" },
    { name: alone, work: "tsop apiserver, /readyz", reach: 0.1, unit: "ms" },
  ],
  setUp: (folder) =>
    Promise.resolve({
      ours: async (node): Promise<Figures> => ({
        [inProcess]: await startInProcess(node),
        [alone]: await startAlone(node, folder),
      }),
      theirs: async (): Promise<Figures> => {
        const begin = performance.now();
        const server = await startTheirs(); // waits for /readyz
        const took = performance.now() - begin;
        await server.stop();
        return { [inProcess]: took, [alone]: took };
      },
    }),
};

async function startInProcess(node: NodeProgram): Promise<number> {
  const begin = performance.now();
  const program = fileURLToPath(new URL("start-in-process.mjs", import.meta.url));
  const child = spawn(node.file, [program], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  const line = once(createInterface(child.stdout), "line");
  const [code] = (await Promise.race([line, ended])) as readonly unknown[];
  const took = performance.now() - begin;
  await ended;
  if (code !== "200") throw new Error(`the environment answered ${String(code)}`);
  return took;
}

async function startAlone(node: NodeProgram, folder: string): Promise<number> {
  const begin = performance.now();
  const server = await startOurs(node, folder);
  try {
    const { server: url, tls, auth } = await loadKubeConfig({ env: {}, kubeconfig: server.kubeconfig });
    if (tls.ca?.kind !== "data" || auth.kind !== "token") throw new Error("an unexpected kubeconfig");
    const options = { ca: tls.ca.data, headers: { authorization: `Bearer ${auth.token}` }, agent: false };
    const code = await new Promise<number | undefined>((resolve, reject) => {
      get(`${url}/readyz`, options, (response) => resolve(response.resume().statusCode)).once("error", reject);
    });
    if (code !== 200) throw new Error(`/readyz answered ${code}`);
    return performance.now() - begin;
  } finally {
    await server.stop();
  }
}
