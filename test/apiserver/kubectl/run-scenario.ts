/** Runs the lines of a scenario against a server, and records the result of each. */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { printYaml } from "../../../src/core/yaml.js";
import type { Connection } from "../contract/exchange.js";
import type { ObjectsOfNamespaces } from "../contract/objects-of-namespaces.js";
import type { ServerUnderTest } from "../contract/server-under-test.js";
import { normaliseOutput } from "./normalise-output.js";
import type { Scenario } from "./scenario.js";

export interface KubectlServer {
  readonly name: string;
  readonly connection: Connection;
  readonly objects: ObjectsOfNamespaces;
  /** A folder for kubectl's discovery cache. */
  readonly cache: string;
}

export interface ScenarioPlace {
  readonly namespace: string;
  /** A folder for this scenario only; created here. */
  readonly folder: string;
  /** The folder of kubectl. */
  readonly assets: string;
}

/** The lines with their normalised output, and the lines that did not end as expected. */
export interface ScenarioResult {
  readonly transcript: string;
  readonly unexpected: readonly string[];
}

export async function runScenario(
  server: KubectlServer,
  scenario: Scenario,
  place: ScenarioPlace,
): Promise<ScenarioResult> {
  const { namespace, folder } = place;
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(scenario.files ?? {})) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text.replaceAll("$NS", namespace));
  }
  const kubeconfig = path.join(folder, ".kubeconfig");
  writeFileSync(kubeconfig, printKubeconfig(server.connection.server, namespace), { mode: 0o600 });
  const env = {
    PATH: `${place.assets}:${process.env["PATH"] ?? ""}`,
    ...(process.env["GOGC"] === undefined ? {} : { GOGC: process.env["GOGC"] }),
    HOME: folder,
    TMPDIR: folder,
    KUBECONFIG: kubeconfig,
    KUBECACHEDIR: server.cache,
    NS: namespace,
  };
  const steps = scenario.steps.map(readStep);
  const answersOf = await runLines(
    steps.map(({ line }) => line),
    folder,
    env,
  );
  const answers: string[] = [];
  const unexpected: string[] = [];
  for (const [index, { step, hasToFail }] of steps.entries()) {
    const { code, stdout, stderr } = answersOf(index);
    const answer = `$ ${step}\n${stdout}${stderr === "" ? "" : `--- stderr\n${stderr}`}--- exit code ${code}\n`;
    const shown = normaliseOutput(answer, { namespace, folder, url: server.connection.server.url });
    answers.push(shown);
    if ((code !== "0") !== hasToFail) unexpected.push(shown);
  }
  return { transcript: answers.join("\n"), unexpected };
}

function readStep(step: string): { readonly step: string; readonly line: string; readonly hasToFail: boolean } {
  const hasToFail = step.startsWith("! ");
  return { step, line: hasToFail ? step.slice(2) : step, hasToFail };
}

interface Answer {
  readonly code: string;
  readonly stdout: string;
  readonly stderr: string;
}

const seen = 'seen() { until grep -q "$1" "$2" 2>/dev/null; do sleep 0.05; done; }';
const timeoutMs = 240_000;

/**
 * Runs each line in a subshell of one shell: a process as large as that of the tests needs much time to start others.
 *
 * @returns the answer to a line, by its index
 */
async function runLines(
  lines: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<(index: number) => Answer> {
  const script = `${cwd}.sh`;
  const commands = lines.map(
    (line, index) => `(\n${line}\n) >"$0.${index}.out" 2>"$0.${index}.err"\necho $? >"$0.${index}.code"`,
  );
  writeFileSync(script, [seen, ...commands].join("\n"));
  await new Promise<void>((resolve) => {
    const child = execFile("/bin/sh", [script], { cwd, env, timeout: timeoutMs }, () => resolve());
    child.stdin?.end();
  });
  const read = (index: number, name: string): string => {
    const file = `${script}.${index}.${name}`;
    return existsSync(file) ? readFileSync(file, "utf8") : "";
  };
  return (index) => ({
    code: read(index, "code").trim() || "unknown: the line did not end",
    stdout: read(index, "out"),
    stderr: read(index, "err"),
  });
}

function printKubeconfig({ url, ca, token }: ServerUnderTest, namespace: string): string {
  const data = Buffer.from(ca).toString("base64");
  return printYaml({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "test", cluster: { server: url, "certificate-authority-data": data } }],
    users: [{ name: "admin", user: { token } }],
    contexts: [{ name: "test", context: { cluster: "test", user: "admin", namespace } }],
    "current-context": "test",
  });
}
