/** Runs operators as separate programs, from a source text. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, vi } from "vitest";
import type { ClusterConfig } from "../../src/kube/cluster-config.js";

const src = fileURLToPath(new URL("../../src/", import.meta.url));

export interface RunningOperator {
  readonly child: ChildProcess;
  /** Returns its whole output. */
  text(): string;
  /** Resolves to its exit code, or the signal that ended it. */
  readonly ended: Promise<string>;
  /** Resolves when the text has been printed. */
  printed(text: string): Promise<void>;
}

export interface OperatorProgram {
  /** The folder of `main.ts` and of the built files. */
  readonly dir: string;
  /** Writes a kubeconfig for the configuration; returns its path. */
  writeKubeconfig(config: ClusterConfig): string;
  /** Starts the operator, or another command. */
  run(args: readonly string[], env?: Readonly<Record<string, string>>, command?: string): RunningOperator;
  /** Kills all running processes. */
  killAll(): void;
  remove(): void;
}

/** Bundles the text like a user's operator. */
export async function buildOperator(main: string): Promise<OperatorProgram> {
  const dir = mkdtempSync(path.join(os.tmpdir(), "operator-"));
  const children = new Set<ChildProcess>();
  writeFileSync(path.join(dir, "main.ts"), main);
  await build({
    entryPoints: [path.join(dir, "main.ts")],
    outdir: dir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    sourcemap: true,
    platform: "node",
    format: "esm",
    target: "node20",
    alias: { tsop: `${src}index.ts`, "tsop/migrate": `${src}migrate/index.ts`, "tsop/k8s": `${src}k8s` },
    nodePaths: [path.join(src, "../node_modules")],
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  });
  return {
    dir,
    writeKubeconfig({ server, auth }) {
      const file = path.join(mkdtempSync(path.join(dir, "cluster-")), "kubeconfig");
      const kubeconfig = {
        apiVersion: "v1",
        kind: "Config",
        clusters: [{ name: "c", cluster: { server, "insecure-skip-tls-verify": true } }],
        users: [{ name: "u", user: auth.kind === "token" ? { token: auth.token } : {} }],
        contexts: [{ name: "c", context: { cluster: "c", user: "u" } }],
        "current-context": "c",
      };
      writeFileSync(file, JSON.stringify(kubeconfig));
      return file;
    },
    run(args, env = {}, command) {
      const flags = command === undefined ? [path.join(dir, "main.mjs"), ...args] : [...args];
      const clean = { PATH: process.env["PATH"] ?? "", HOME: dir };
      const child = spawn(command ?? process.execPath, flags, { env: { ...clean, ...env } });
      children.add(child);
      let text = "";
      child.stdout.on("data", (data: Buffer) => (text += data.toString()));
      child.stderr.on("data", (data: Buffer) => (text += data.toString()));
      const ended = new Promise<string>((resolve) =>
        child.once("exit", (code, signal) => {
          children.delete(child);
          resolve(String(code ?? signal));
        }),
      );
      return {
        child,
        ended,
        text: () => text,
        printed: (wanted) => vi.waitFor(() => expect(text).toContain(wanted), { timeout: 60_000, interval: 20 }),
      };
    },
    killAll() {
      for (const child of children) child.kill("SIGKILL");
    },
    remove: () => rmSync(dir, { recursive: true }),
  };
}
