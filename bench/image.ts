import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Benchmark, Figures, Missing, Row, Sides } from "./harness/benchmark.js";
import type { NodeProgram } from "./harness/nodes.js";
import { thisNode, timed, tsop } from "./timed.js";

/** Both sides run the same commands of tsop, which bundle the operator. Only the builder differs. */
const work = "tsop docker-build + tsop docker-push to a registry on loopback, without a container tool";
const peer = "the same commands with buildah";

/** It needs buildah, and docker-registry (a package of Debian). */
export const image: readonly Benchmark[] = [
  {
    ...{ peer, onlyByName: true, warmUps: 0 },
    rows: rowsOf("image-cold", "nothing stored on the machine"),
    setUp: (folder) =>
      prepare(folder, "image-cold", (build) => ({
        ours: (node) => build(node, "none", mkdtempSync(path.join(folder, "store-"))),
        theirs: (node) => build(node, "buildah", mkdtempSync(path.join(folder, "store-"))),
      })),
  },
  {
    ...{ peer, onlyByName: true },
    rows: rowsOf("image-changed", "after a change of one line"),
    setUp: (folder) =>
      prepare(folder, "image-changed", (build) => ({
        ours: (node) => build(node, "none", path.join(folder, "ours")),
        theirs: (node) => build(node, "buildah", path.join(folder, "theirs")),
      })),
  },
];

function rowsOf(name: string, when: string): readonly Row[] {
  return [
    { name, work: `${work}, ${when}`, reach: 0.5, unit: "ms" },
    { name: `${name}-sent`, work: `the bytes that the registry receives, ${when}`, reach: 1, unit: "kB" },
  ];
}

type Build = (node: NodeProgram, tool: "none" | "buildah", store: string) => Figures;

/** Starts a registry, and stores a base image with Node in it. */
async function prepare(
  folder: string,
  name: string,
  sides: (build: Build) => Pick<Sides, "ours" | "theirs">,
): Promise<Sides> {
  const missing = ["buildah", "docker-registry"].find(
    (program) => spawnSync(program, ["--version"]).error !== undefined,
  );
  if (missing !== undefined)
    return { ours: () => ({}), theirs: { missing: `${missing} is not installed` } satisfies Missing };
  const { host, sentBytes, stop } = await startRegistry(folder);
  const project = path.join(folder, "project");
  mkdirSync(project);
  tsop(thisNode, ["init", "--domain", "abc.com", "--no-install"], project);
  tsop(thisNode, ["create", "api", "--group", "foo", "--version", "v1", "--kind", "Bar"], project);
  mkdirSync(path.join(project, "node_modules"), { recursive: true });
  timed("ln", ["-s", path.resolve("."), path.join(project, "node_modules/tsop")], project);
  pushBase(folder, `${host}/base:1`);
  let turn = 0;
  const build: Build = (node, tool, store) => {
    turn += 1;
    writeFileSync(path.join(project, "changed.ts"), `export const turn = ${turn};\n`);
    if (turn === 1)
      writeFileSync(path.join(project, "main.ts"), 'import { turn } from "./changed.js";\nconsole.log(turn);\n', {
        flag: "a",
      });
    const env = {
      ...storeOf(store),
      CONTAINER_TOOL: tool,
      IMG: `${host}/${path.basename(store).toLowerCase()}:v1`,
      CI: "",
    };
    const before = sentBytes();
    const time =
      tsop(node, ["docker-build", "--base-image", `${host}/base:1`, "--tls-verify=false"], project, { env }) +
      tsop(node, ["docker-push", "--tls-verify=false"], project, { env });
    return { [name]: time, [`${name}-sent`]: (sentBytes() - before) / 1000 };
  };
  return { ...sides(build), tearDown: stop };
}

/** Returns the environment of a separate store, for tsop and for buildah. */
function storeOf(folder: string): Record<string, string> {
  mkdirSync(folder, { recursive: true });
  const conf = path.join(folder, "storage.conf");
  const [graph, run] = [path.join(folder, "graph"), path.join(folder, "run")];
  writeFileSync(conf, `[storage]\ndriver = "vfs"\ngraphroot = "${graph}"\nrunroot = "${run}"\n`);
  return { XDG_CACHE_HOME: folder, CONTAINERS_STORAGE_CONF: conf, STORAGE_DRIVER: "vfs" };
}

function pushBase(folder: string, name: string): void {
  const base = path.join(folder, "base");
  mkdirSync(path.join(base, "nodejs"), { recursive: true });
  timed("cp", [process.execPath, path.join(base, "nodejs/node")], base);
  writeFileSync(path.join(base, "Containerfile"), 'FROM scratch\nCOPY nodejs /nodejs\nENTRYPOINT ["/nodejs/node"]\n');
  const env = storeOf(path.join(folder, "base-store"));
  timed("buildah", ["build", "--tag", name, "-f", path.join(base, "Containerfile"), base], base, env);
  timed("buildah", ["push", "--tls-verify=false", name], base, env);
}

interface MeasuredRegistry {
  readonly host: string;
  /** Returns the bytes that clients have sent so far. */
  readonly sentBytes: () => number;
  readonly stop: () => void;
}

/** Starts a registry behind a proxy that counts. Each turn blocks this process, so both are separate processes. */
async function startRegistry(folder: string): Promise<MeasuredRegistry> {
  const [own, port] = [await freePort(), await freePort()];
  const host = `127.0.0.1:${port}`;
  const config = path.join(folder, "registry.yml");
  const storage = path.join(folder, "registry");
  const count = path.join(folder, "sent-bytes");
  writeFileSync(count, "0");
  writeFileSync(
    config,
    `version: 0.1\nlog: {level: error}\nstorage: {filesystem: {rootdirectory: "${storage}"}}\nhttp: {addr: "127.0.0.1:${own}"}\n`,
  );
  const children = [
    spawn("docker-registry", ["serve", config], { stdio: "ignore" }),
    spawn(process.execPath, ["--eval", countingProxy, String(port), String(own), count], { stdio: "ignore" }),
  ];
  const stop = (): void => children.forEach((child) => void child.kill());
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if ((await fetch(`http://${host}/v2/`).catch(() => undefined))?.ok === true)
      return { host, sentBytes: () => Number(readFileSync(count, "utf8")), stop };
    await delay(100);
  }
  stop();
  throw new Error(`docker-registry does not respond on ${host}`);
}

const countingProxy = `
const { writeFileSync } = require("node:fs");
const net = require("node:net");
const [port, target, file] = process.argv.slice(-3);
let sent = 0;
const server = net.createServer((client) => {
  const registry = net.connect(Number(target), "127.0.0.1");
  client.on("data", (part) => writeFileSync(file, String((sent += part.length))));
  client.pipe(registry).pipe(client);
  for (const socket of [client, registry]) socket.on("error", () => [client, registry].forEach((each) => each.destroy()));
});
server.listen(Number(port), "127.0.0.1");
`;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
