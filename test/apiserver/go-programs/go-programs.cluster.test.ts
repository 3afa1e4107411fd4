/**
 * Programs that are unaware of tsop, built with client-go and with controller-runtime, see the same on the embedded API server as
 * on the real one. Requires Go. Versions and flags are those of Kubernetes' own build, so that Go's build cache applies; without
 * it the first build takes minutes.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiServer } from "../../../src/apiserver/api-server.js";
import { startComparableServer } from "../../support/comparable-server.js";
import {
  type ControlPlane,
  generalControllers,
  hasControllerManager,
  startControlPlane,
} from "../../support/control-plane.js";
import { hasGo } from "../../support/go.js";

const run = promisify(execFile);
const source = fileURLToPath(new URL(".", import.meta.url));
const programs = ["client-go", "controller-runtime"];

const isRunnable = hasControllerManager() && hasGo();
const reason = isRunnable ? "" : " (needs Go, and KUBEBUILDER_ASSETS with a kube-controller-manager)";

describe.skipIf(!isRunnable)(`a program made with Go's libraries${reason}`, () => {
  let folder: string;
  let embedded: ApiServer;
  let real: ControlPlane;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), "go-programs-"));
    await run(
      "go",
      ["build", "-trimpath", "-ldflags=-s -w", "-o", `${folder}/`, ...programs.map((name) => `./${name}`)],
      {
        cwd: source,
        // Use the cache in the home folder, not that of the tests: Kubernetes was built there.
        env: { ...process.env, CGO_ENABLED: "0", XDG_CACHE_HOME: "" },
      },
    );
    embedded = await startComparableServer();
    writeFileSync(path.join(folder, "embedded"), embedded.kubeconfig, { mode: 0o600 });
    real = await startControlPlane(undefined, [], { controllers: generalControllers });
  }, 900_000);

  afterAll(async () => {
    await embedded.stop();
    await real.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each(programs)("%s: sees the same on both servers", { timeout: 240_000 }, async (program) => {
    const onReal = await output(program, real.kubeconfig);
    expect(onReal.text, onReal.log).toMatch(/\nexit code 0\n$/);
    const onEmbedded = await output(program, path.join(folder, "embedded"));
    expect(onEmbedded.text, onEmbedded.log).toBe(onReal.text);
  });

  /** Returns the stdout of a program, even if it fails, and what it logs. */
  async function output(program: string, kubeconfig: string): Promise<{ text: string; log: string }> {
    const env = { PATH: process.env["PATH"], HOME: folder, KUBECONFIG: kubeconfig };
    const { stdout, stderr, code } = await run(path.join(folder, program), [], { env }).then(
      (done) => ({ ...done, code: 0 }),
      (error: unknown) => error as { stdout: string; stderr: string; code: number },
    );
    return { text: `${stdout}exit code ${code}\n`, log: stderr };
  }
});
