/**
 * Runs the README's first command: scaffolds an operator in a new folder, generates its manifests, runs it on the
 * embedded API server, and shows that it reconciles its sample.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { createLiveClient } from "../src/kube/http-client.js";
import { unstructured } from "../src/kube/objects.js";
import { loadKubeConfig } from "../src/kube/kubeconfig.js";
import { bin, linkCheckout, runTsop } from "./demo-project.js";

const project = path.join(mkdtempSync(path.join(os.tmpdir(), "tsop-tour-")), "operator-demo");

tsop("init", project, "--domain", "abc.com", "--license", "apache2", "--owner", "zhangsan", "--no-install");
linkCheckout(project);
tsop("-C", project, "create", "api", "--group", "foo", "--version", "v1", "--kind", "Bar");
tsop("-C", project, "manifests");
for (const file of ["crd/bases/foo.abc.com_bars.yaml", "rbac/role.yaml", "samples/foo_v1_bar.yaml"]) {
  say(`\n# config/${file}\n${readFileSync(path.join(project, "config", file), "utf8").trimEnd()}`);
}
await dev();
say(`\nThe project is in ${project}:\n${readdirSync(project).toSorted().join("  ")}`);

/** Runs the operator until it has reconciled its sample, and prints the result. */
async function dev(): Promise<void> {
  say(`\n$ tsop -C ${project} dev`);
  const running = spawn(process.execPath, [bin, "-C", project, "dev"], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise<number | null>((resolve) => running.once("close", resolve));
  const giveUp = setTimeout(() => running.kill("SIGTERM"), 60_000);
  let isReconciled = false;
  for await (const line of createInterface({ input: running.stdout })) {
    say(line);
    if (isReconciled || !/default\/bar-sample {2}reconciled/.test(line)) continue;
    isReconciled = true;
    await showSample();
    running.kill("SIGINT"); // Ctrl-C
  }
  clearTimeout(giveUp);
  const status = await ended;
  if (!isReconciled || status !== 130) throw new Error(`tsop dev ended with ${status ?? "a signal"}`);
}

async function showSample(): Promise<void> {
  const client = createLiveClient(
    await loadKubeConfig({ env: {}, kubeconfig: path.join(project, ".tsop/kubeconfig") }),
  );
  try {
    const Bar = unstructured("foo.abc.com/v1", "Bar");
    const { status } = await client.getOrThrow(Bar, { namespace: "default", name: "bar-sample" });
    say(`\n# default/bar-sample\nstatus: ${JSON.stringify(status, undefined, 2)}\n`);
  } finally {
    client.close();
  }
}

function tsop(...args: readonly string[]): void {
  say(`\n$ tsop ${args.join(" ")}`);
  runTsop(args, "inherit");
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
