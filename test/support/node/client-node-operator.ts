/** The sources of an operator that accesses a pod through client-node, and of that pod. */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { NodeCluster } from "./node-cluster.js";
import { pushImage } from "./image.js";

/** The operator reports the result or the error of each of these steps. */
export const steps = ["exec", "input", "refused", "attach", "portForward", "log", "copy", "badCopy", "top"] as const;

/** Returns the source of an operator that runs all steps once for each Bar, and reports them as JSON in the status. */
export function clientNodeController(group: string): string {
  return `import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { Attach, CoreV1Api, Exec, Log, Metrics, PortForward, topPods, type V1Status } from "@kubernetes/client-node";
import { type Client, done, type Manager, type Reconciler, type ReconcileRequest, type ReconcileResult } from "tsop";
import { createCp, toKubeConfig } from "tsop/client-node";
import { Bar } from "../api/v1/bar_types.js";

interface Socket {
  on(event: "close", listener: () => void): void;
  close(): void;
}

export class BarReconciler implements Reconciler {
  readonly #manager: Manager;
  constructor(manager: Manager) {
    this.#manager = manager;
  }

  async reconcile({ namespace, name }: ReconcileRequest): Promise<ReconcileResult> {
    const client: Client = this.#manager.client;
    const bar = await client.get(Bar, { namespace, name });
    if (bar === undefined || bar.status?.text !== undefined) return done();
    const config = await toKubeConfig(this.#manager.config);
    const exec = new Exec(config);
    const run = (container: string, command: string[], input?: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const stdout = new PassThrough();
        const printed = text(stdout);
        const onEnd = ({ status, message }: V1Status): void => {
          if (status === "Success") printed.then(resolve, reject);
          else reject(new Error(message));
        };
        exec
          .exec(namespace, "db-0", container, command, stdout, null, input === undefined ? null : Readable.from([Buffer.from(input)]), false, onEnd)
          .then((socket: Socket) => socket.on("close", () => reject(new Error("the connection broke"))), reject);
      });
    const report: Record<string, string> = {};
    const step = async (what: string, act: () => Promise<string>): Promise<void> => {
      try {
        report[what] = (await act()).trim();
      } catch (error) {
        const { message } = error as Error;
        report[what] = "failed: " + message;
      }
    };
    await step("exec", () => run("db", ["node", "-e", "console.log(6 * 7)"]));
    await step("input", () => run("db", ["node", "-e", "process.stdin.pipe(process.stdout)"], "select 1"));
    await step("refused", () => run("cache", ["true"]));
    await step("attach", async () => {
      const stdout = new PassThrough();
      const socket = (await new Attach(config).attach(namespace, "db-0", "db", stdout, null, null, false)) as Socket;
      const [chunk] = (await stdout.take(1).toArray()) as Buffer[];
      socket.close();
      return String(chunk);
    });
    await step("portForward", async () => {
      const [output, input] = [new PassThrough(), new PassThrough()];
      const socket = (await new PortForward(config).portForward(namespace, "db-0", [8080], output, null, input)) as Socket;
      socket.on("close", () => output.end());
      input.write("GET / HTTP/1.0\\r\\n\\r\\n");
      const [chunk] = (await output.take(1).toArray()) as Buffer[];
      socket.close();
      return String(chunk).split("\\r\\n")[0] ?? "";
    });
    await step("log", async () => {
      const lines = new PassThrough();
      await new Log(config).log(namespace, "db-0", "db", lines, { tailLines: 1 });
      return text(lines);
    });
    const cp = await createCp(this.#manager.config);
    await step("copy", async () => {
      const [from, to] = ["/dev/shm/" + name, "/dev/shm/back-" + name];
      mkdirSync(from, { recursive: true });
      const dump = "x".repeat(1_000_000);
      writeFileSync(from + "/dump.sql", dump);
      // tar sets the times of the folder, which only its owner may.
      await run("db", ["node", "-e", "fs.mkdirSync('/tmp/dumps')"]);
      await cp.cpToPod(namespace, "db-0", "db", from, "/tmp/dumps");
      await cp.cpFromPod(namespace, "db-0", "db", "dump.sql", to, "/tmp/dumps");
      return String(readFileSync(to + "/dump.sql", "utf8") === dump);
    });
    await step("badCopy", async () => {
      await cp.cpFromPod(namespace, "db-0", "db", "missing.sql", "/dev/shm/never");
      return "copied";
    });
    await step("top", async () => {
      const usage = await topPods(config.makeApiClient(CoreV1Api), new Metrics(config), namespace);
      return usage.map(({ Pod, CPU }) => \`\${Pod.metadata?.name} \${String(CPU.CurrentUsage)}\`).join();
    });
    await client.status.apply<Bar>({ apiVersion: "${group}/v1", kind: "Bar", metadata: { namespace, name }, status: { text: JSON.stringify(report) } });
    return done();
  }

  setupWithManager(manager: Manager): void {
    manager.controller("bar").for(Bar).complete(this);
  }
}
`;
}

/** Pushes an image that prints ticks, answers on port 8080, and contains this machine's tar. */
export function pushTarget(cluster: NodeCluster, folder: string, name: string): Promise<string> {
  mkdirSync(path.join(folder, "tools/lib"), { recursive: true });
  copyFileSync("/bin/tar", path.join(folder, "tools/tar"));
  const needed = execFileSync("ldd", ["/bin/tar"], { encoding: "utf8" }).matchAll(
    /=> (\S*\/lib(?:acl|selinux|pcre2)\S*)/g,
  );
  for (const [, library = ""] of needed) copyFileSync(library, path.join(folder, "tools/lib", path.basename(library)));
  writeFileSync(
    path.join(folder, "main.mjs"),
    `import http from "node:http";
http.createServer((_, response) => response.end("pong")).listen(8080);
let ticks = 0;
setInterval(() => console.log("tick " + ++ticks), 200);
process.on("SIGTERM", () => process.exit());
`,
  );
  const lines = [
    ...["ARG BASE_IMAGE", "FROM ${BASE_IMAGE}", "COPY tools /tools", "COPY main.mjs /dist/main.mjs"],
    ...["ENV PATH=/tools:${PATH} LD_LIBRARY_PATH=/tools/lib", "USER 65532:65532", 'CMD ["/dist/main.mjs"]', ""],
  ];
  writeFileSync(path.join(folder, "Dockerfile"), lines.join("\n"));
  return pushImage(cluster, folder, name);
}
