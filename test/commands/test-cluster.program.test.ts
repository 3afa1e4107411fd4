/** `cluster up` and `cluster down`, with programs that behave like kind and k3d. */
import { chmodSync, existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { exec } from "../../src/cli/exec.js";
import { clusterDown, clusterUp } from "../../src/commands/test-cluster/test-cluster.js";
import { project } from "../support/bar-project.js";
import { recordingContext } from "../support/recording-context.js";
import { tempFolder } from "../support/temp-folder.js";

/** Keeps the names of its clusters in a file, and fails if $FAILS names its second word. */
const fake = (program: "kind" | "k3d"): string => `#!/bin/sh
printf '%s\\n' "${program} $*" >> "$CALLS"
case "$2" in "$FAILS") echo "Cannot connect to the Docker daemon" >&2; exit 1 ;; esac
touch "$STORE-${program}"
name=; file=; before=
for arg; do
  case "$before" in --name|create|write|delete) [ "$arg" = cluster ] || name="\${name:-$arg}" ;; --kubeconfig|--output) file=$arg ;; esac
  before=$arg
done
case "$*" in
*"get clusters"*|*"cluster list"*) cat "$STORE-${program}" ;;
*"create cluster"*|*"cluster create"*) echo "$name" >> "$STORE-${program}"; [ -z "$file" ] || echo "${program} $name" > "$file" ;;
*delete*) : > "$STORE-${program}" ;;
*kubeconfig*) echo "${program} $name" > "$file" ;;
esac
`;

function machine(programs: readonly ("kind" | "k3d")[], env: Readonly<Record<string, string>> = {}) {
  const cwd = tempFolder({ PROJECT: project });
  const bin = tempFolder(Object.fromEntries(programs.map((program) => [program, fake(program)])));
  for (const program of programs) chmodSync(path.join(bin, program), 0o755);
  const calls = path.join(bin, "calls");
  const variables = { PATH: `${bin}:/usr/bin:/bin`, CALLS: calls, STORE: path.join(bin, "store"), ...env };
  const context = { ...recordingContext({ cwd }), exec, env: variables };
  const called = (): string[] => (existsSync(calls) ? readFileSync(calls, "utf8").trim().split("\n") : []);
  return { cwd, context, called, kubeconfig: path.join(cwd, ".tsop/cluster.kubeconfig") };
}

describe.each(["kind", "k3d"] as const)("%s", (program) => {
  test("gets a cluster once, with a kubeconfig of its own, and loses it", async () => {
    const { context, called, kubeconfig } = machine([program]);
    const up = await clusterUp({}, context);
    const { name } = up.json as { name: string };
    expect(name).toMatch(/^demo-[0-9a-f]{8}$/);
    expect(up.json).toEqual({ name, kubeconfig, provider: program, created: true });
    expect(up.text).toContain(`export KUBECONFIG=${kubeconfig}`);
    expect(readFileSync(kubeconfig, "utf8")).toBe(`${program} ${name}\n`);
    expect((await clusterUp({}, context)).json).toMatchObject({ name, created: false });
    expect((await clusterDown({}, context)).json).toEqual({ name, deleted: true });
    expect(existsSync(kubeconfig)).toBe(false);
    expect((await clusterDown({}, context)).text).toBe(`there is no cluster ${name}`);
    expect(called().filter((call) => call.includes("delete"))).toHaveLength(1);
  });
});

test("--dry-run runs nothing and writes nothing", async () => {
  const { cwd, context, called } = machine(["kind"]);
  const { text } = await clusterUp({ dryRun: true, provider: "k3d", nodeImage: "rancher/k3s:v1.35.0-k3s1" }, context);
  expect(text).toMatch(/^k3d cluster create demo-\w+ --wait .* --image rancher\/k3s:v1.35.0-k3s1$/);
  expect((await clusterDown({ dryRun: true }, context)).text).toMatch(/^kind delete cluster --name demo-/);
  expect(called()).toEqual([]);
  expect(existsSync(path.join(cwd, ".tsop"))).toBe(false);
});

test.each([
  ["no program", [], {}, "cluster/no-provider", "kind: it is not installed; k3d: it is not installed"],
  [
    "a program without an engine",
    ["kind"],
    { FAILS: "clusters" },
    "cluster/no-provider",
    "Cannot connect to the Docker daemon",
  ],
  ["a cluster that cannot start", ["kind"], { FAILS: "cluster" }, "cluster/provider-failed", "Cannot connect"],
] as const)("%s is a diagnostic", async (_, programs, env, code, message) => {
  const { context } = machine(programs, env);
  await expect(clusterUp({}, context)).rejects.toMatchObject({
    code,
    message: expect.stringContaining(message) as string,
  });
});

test("an image name that looks like a flag is rejected", async () => {
  const { context, called } = machine(["kind"]);
  await expect(clusterUp({ nodeImage: "--config=x" }, context)).rejects.toMatchObject({
    code: "usage/invalid-argument",
  });
  expect(called()).toEqual([]);
});
