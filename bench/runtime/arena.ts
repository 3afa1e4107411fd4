import { execFileSync } from "node:child_process";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { installCrds } from "../../src/cluster/install-crds.js";
import { operatorBundle } from "../../src/commands/operator-bundle.js";
import { createLiveClient, type HttpClient } from "../../src/kube/http-client.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import { defineKind, type KubeObject } from "../../src/kube/objects.js";
import type { Namespace } from "../../src/k8s/core/v1.js";
import { type ControlPlane, startControlPlane } from "../../test/support/control-plane.js";
import { simpleCrd } from "../../test/support/crds.js";
import { Operator, type OperatorFlags } from "./operator-process.js";

interface Rule {
  host: string;
  port: number;
  protocol: "TCP" | "UDP";
  paths: string[];
  labels: Record<string, string>;
}

export interface Widget extends KubeObject {
  apiVersion: "bench.tsop.dev/v1";
  kind: "Widget";
  spec: { size: number; rules?: Rule[]; sentAt?: number };
  status?: { ready?: boolean };
}

export const Widget = defineKind<Widget>("bench.tsop.dev/v1", "Widget");

/** The room for new objects that Node 20 chooses by itself under the memory limit of a scaffold's Deployment (512 MiB). */
const asDeployed = ["--max-semi-space-size=1"];

export type Side = "ours" | "theirs";

/** A control plane, and the two operators built and ready to work on it. */
export class Arena {
  readonly client: HttpClient;
  readonly #plane: ControlPlane;
  readonly #commands: Readonly<Record<Side, readonly string[]>>;
  #namespaces = 0;

  private constructor(plane: ControlPlane, client: HttpClient, commands: Readonly<Record<Side, readonly string[]>>) {
    this.#plane = plane;
    this.client = client;
    this.#commands = commands;
  }

  static async open(folder: string): Promise<Arena> {
    const commands = {
      ours: [process.execPath, ...asDeployed, "--expose-gc", await bundleOurs(folder)],
      theirs: [buildTheirs()],
    };
    const plane = await startControlPlane();
    const client = createLiveClient(await loadKubeConfig({ env: {}, kubeconfig: plane.kubeconfig }));
    await installCrds(client, [simpleCrd("bench.tsop.dev", "widgets", "Widget")], {
      dryRun: false,
      timeoutMs: 30_000,
      signal: new AbortController().signal,
    });
    return new Arena(plane, client, commands);
  }

  /** Starts an operator. */
  start(side: Side, flags: OperatorFlags): Operator {
    return new Operator(this.#commands[side], this.#plane.kubeconfig, flags);
  }

  /** A new namespace with so many widgets, each with so many rules of 150 bytes. */
  async fill(objects: number, rules = 0): Promise<string> {
    const namespace = `run-${++this.#namespaces}`;
    await this.client.create<Namespace>({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
    let next = 0;
    const work = async (): Promise<void> => {
      for (let index = next++; index < objects; index = next++) {
        await this.client.create<Widget>({
          apiVersion: "bench.tsop.dev/v1",
          kind: "Widget",
          metadata: { namespace, name: nameOf(index) },
          spec: { size: index + 1, ...(rules === 0 ? {} : { rules: rulesOf(index, rules) }) },
        });
      }
    };
    await Promise.all(Array.from({ length: 20 }, work));
    return namespace;
  }

  async empty(namespace: string): Promise<void> {
    await this.client.deleteAllOf(Widget, { namespace });
  }

  async close(): Promise<void> {
    this.client.close();
    await this.#plane.stop();
  }
}

export function nameOf(index: number): string {
  return `widget-${index}`;
}

/** What differs between objects, and what is the same in all of them, as in real ones. */
function rulesOf(index: number, count: number): Rule[] {
  return Array.from({ length: count }, (_, rule) => ({
    host: `host-${rule}.tenant-${index}.example.com`,
    port: 8000 + rule,
    protocol: rule % 2 === 0 ? "TCP" : "UDP",
    paths: ["/healthz", `/api/v1/tenants/${index}`],
    labels: { tier: "backend", tenant: `tenant-${index}` },
  }));
}

async function bundleOurs(folder: string): Promise<string> {
  await build({
    entryPoints: { main: fileURLToPath(new URL("operator.ts", import.meta.url)) },
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    ...operatorBundle,
  });
  return path.join(folder, "main.mjs");
}

/** Needs Go and its module proxy. The first build takes minutes; Go keeps what it has compiled. */
function buildTheirs(): string {
  const source = fileURLToPath(new URL("../controller-runtime", import.meta.url));
  const program = path.join(os.tmpdir(), "tsop-bench-controller-runtime");
  execFileSync("go", ["build", "-o", program, "."], { cwd: source, stdio: ["ignore", "inherit", "inherit"] });
  return program;
}
