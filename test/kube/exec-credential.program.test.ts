import { chmodSync, readFileSync } from "node:fs";
import path from "node:path";
import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import type { ClusterConfig, ExecConfig } from "../../src/kube/cluster-config.js";
import { createCredentialSource } from "../../src/kube/credentials.js";
import { runExecCredential } from "../../src/kube/exec-credential.js";
import { FakeClock } from "../support/fake-clock.js";
import { tempFolder, writeFiles } from "../support/temp-folder.js";

/** A plugin that is a shell's script with this body. */
function plugin(body: string, more: Partial<ExecConfig> = {}): ExecConfig & { readonly folder: string } {
  const folder = tempFolder({ "plugin.sh": body });
  return {
    folder,
    apiVersion: "client.authentication.k8s.io/v1",
    command: "sh",
    args: [path.join(folder, "plugin.sh")],
    env: [],
    interactiveMode: "IfAvailable",
    ...more,
  };
}

function printing(status: object, apiVersion = "client.authentication.k8s.io/v1"): string {
  return `echo '${JSON.stringify({ apiVersion, kind: "ExecCredential", status })}'`;
}

const run = (config: ExecConfig, interactive = false) =>
  runExecCredential(config, { env: { PATH: process.env["PATH"] }, interactive });

describe("a credential plugin", () => {
  test("gives a token until a time, or a certificate", async () => {
    expect(await run(plugin(printing({ token: "t", expirationTimestamp: "2026-01-31T12:00:00Z" })))).toEqual({
      token: "t",
      certificate: undefined,
      key: undefined,
      expiresAt: Date.UTC(2026, 0, 31, 12),
    });
    expect(await run(plugin(printing({ clientCertificateData: "c", clientKeyData: "k" })))).toMatchObject({
      certificate: "c",
      key: "k",
    });
  });

  test("is told what it is for, in its own environment", async () => {
    const config = plugin(
      `printf '%s\\n' "$A" "$KUBERNETES_EXEC_INFO" "$@" > "\${0%/*}/seen"\n${printing({ token: "t" })}`,
      { env: [{ name: "A", value: "$(b) ; c" }], clusterInfo: { server: "https://x" } },
    );
    await run({ ...config, args: [...config.args, "a b", "$HOME"] });
    const [variable, info = "", ...args] = readFileSync(path.join(config.folder, "seen"), "utf8").trim().split("\n");
    expect([variable, JSON.parse(info), args]).toEqual([
      "$(b) ; c",
      {
        apiVersion: "client.authentication.k8s.io/v1",
        kind: "ExecCredential",
        spec: { interactive: false, cluster: { server: "https://x" } },
      },
      ["a b", "$HOME"],
    ]);
  });

  test.each<[string, string, string]>([
    ["ends with an error", "echo first >&2; echo not logged in >&2; exit 3", "not logged in"],
    ["prints no JSON", "echo hello", "its output is not JSON"],
    ["prints something else", "echo {}", "its output is not an ExecCredential"],
    [
      "speaks another version",
      printing({ token: "t" }, "client.authentication.k8s.io/v1beta1"),
      "the kubeconfig requires",
    ],
    [
      "prints no status",
      `echo '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1"}'`,
      "no status",
    ],
    ["gives nothing", printing({}), "neither a token nor a certificate"],
    ["gives half a pair", printing({ clientKeyData: "k" }), "only one of certificate and key"],
    ["gives no time", printing({ token: "t", expirationTimestamp: "soon" }), "is not a time: soon"],
  ])("that %s is an error that names it", async (_, body, message) => {
    await expect(run(plugin(body, { installHint: "get it there" }))).rejects.toMatchObject({
      code: "cluster/credentials-failed",
      message: expect.stringContaining(message) as string,
      hint: "get it there",
    });
  });

  test.each<[string, string, string?]>([
    ["fails", "exit 3"],
    ["prints no JSON", "echo s3cret"],
    ["prints a credential that is cut short", `echo '{"status": {"token": "s3cret'`],
    ["is not installed", "", "no-such-program"],
    ["may not be run", "", "/dev/null"],
  ])("that %s shows neither its arguments nor what it printed", async (_, body, command) => {
    const config = plugin(body, {
      env: [{ name: "SECRET", value: "s3cret" }],
      ...(command !== undefined && { command }),
    });
    const error: unknown = await run({ ...config, args: [...config.args, "--client-secret", "s3cret"] }).catch(
      (e: unknown) => e,
    );
    expect(error).toMatchObject({ code: "cluster/credentials-failed" });
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain("s3cret");
  });

  test("that may ask is told that a user is present", async () => {
    const body = `case "$KUBERNETES_EXEC_INFO" in *'"interactive":true'*) ${printing({ token: "t" })} ;; *) exit 9 ;; esac`;
    expect(await run(plugin(body), true)).toMatchObject({ token: "t" });
    await expect(run(plugin(body, { interactiveMode: "Never" }), true)).rejects.toThrow("it ended with exit status 9");
    await expect(run(plugin("kill $$"))).rejects.toThrow("it ended with SIGTERM");
  });

  test("that is not installed, or may not be run, is an error that names it", async () => {
    await expect(run(plugin("", { command: "no-such-program" }))).rejects.toMatchObject({
      message: expect.stringMatching(/`no-such-program`: it is not installed/) as string,
    });
    const config = plugin("");
    chmodSync(path.join(config.folder, "plugin.sh"), 0o600);
    await expect(run({ ...config, command: path.join(config.folder, "plugin.sh"), args: [] })).rejects.toMatchObject({
      code: "cluster/credentials-failed",
      message: expect.stringContaining("EACCES") as string,
    });
  });

  test("that must ask is not started without a user", async () => {
    await expect(run(plugin("", { interactiveMode: "Always" }))).rejects.toThrow("it needs a terminal");
  });
});

// F26
describe("the credentials of a plugin", () => {
  const clock = new FakeClock();

  function source(config: ExecConfig) {
    const cluster: ClusterConfig = {
      source: "x",
      context: "x",
      server: "https://x",
      namespace: "x",
      tls: {},
      auth: { kind: "exec", ...config },
    };
    return createCredentialSource(cluster, { clock, env: { PATH: process.env["PATH"] } });
  }

  /** Counts its runs in its token. */
  const counting = (expirationTimestamp: string | undefined): string => {
    const status = JSON.stringify({ token: "t0", expirationTimestamp }).replace("t0", `t'$count'`);
    return `cd "\${0%/*}"
      count=$(($(cat count 2>/dev/null || echo 0) + 1))
      echo $count > count
      echo '{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":${status}}'`;
  };

  test("are fetched once at a time, and kept until shortly before they expire", async () => {
    const credentials = source(plugin(counting(new Date(clock.now() + 60_000).toISOString())));
    const first = await Promise.all([1, 2, 3, 4].map(() => credentials.get()));
    expect(new Set(first.map(({ headers }) => headers["authorization"]))).toEqual(new Set(["Bearer t1"]));
    await clock.advance(49_000);
    expect((await credentials.get()).headers["authorization"]).toBe("Bearer t1");
    await clock.advance(2000);
    expect((await credentials.get()).headers["authorization"]).toBe("Bearer t2");
  });

  test("are fetched again once they are refused, but once for all requests that were", async () => {
    const credentials = source(plugin(counting(undefined)));
    const first = await credentials.get();
    expect(credentials.invalidate(first)).toBe(true);
    expect((await credentials.get()).headers["authorization"]).toBe("Bearer t2");
    expect(credentials.invalidate(first)).toBe(true);
    expect((await credentials.get()).headers["authorization"]).toBe("Bearer t2");
  });

  test("are fetched again after a failure", async () => {
    const config = plugin("exit 1");
    const credentials = source(config);
    await expect(credentials.get()).rejects.toMatchObject({ code: "cluster/credentials-failed" });
    writeFiles(config.folder, { "plugin.sh": counting(undefined) });
    expect((await credentials.get()).headers["authorization"]).toBe("Bearer t1");
  });

  test("are waited for no longer than the signal allows", async () => {
    const credentials = source(plugin("sleep 0.3"));
    const reason = new Error("enough");
    const controller = new AbortController();
    const waiting = credentials.get(controller.signal);
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    await expect(credentials.get()).rejects.toMatchObject({ code: "cluster/credentials-failed" });
  });

  test("are not fetched for a request that is given up already", async () => {
    const config = plugin(counting(undefined));
    const reason = new Error("enough");
    await expect(source(config).get(AbortSignal.abort(reason))).rejects.toBe(reason);
    expect((await source(config).get()).headers["authorization"]).toBe("Bearer t1");
  });
});
