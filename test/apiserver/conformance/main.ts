/**
 * Runs Kubernetes' own end-to-end tests against the embedded API server: `npm run conformance [-- --kubernetes-version 1.35]
 * [GROUP…]`. KUBERNETES_E2E names the binary `e2e.test` of that version, and KUBERNETES_AGNHOST the program `agnhost`.
 */
import { spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { startApiServer } from "../../../src/apiserver/start-api-server.js";
import { defaultVersion, kubernetesVersions } from "../../../src/schema/kubernetes-versions.js";
import { runWebhookContainers } from "./agnhost.js";
import { groups, specsOf } from "./groups.js";
import { readReport, showResults } from "./report.js";
import { playSampleApiServers } from "./sample-api-server.js";

const [binary = "", only] = [process.env["KUBERNETES_E2E"], process.env["CONFORMANCE_FOCUS"]];
const agnhost = process.env["KUBERNETES_AGNHOST"];
const assets = process.env["KUBEBUILDER_ASSETS"];
const kubectl = assets === undefined ? undefined : path.join(assets, "kubectl");
const { values, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: { "kubernetes-version": { type: "string", default: defaultVersion } },
});
const version = kubernetesVersions.find((each) => each === values["kubernetes-version"]);
const unknown = asked.filter((name) => !Object.hasOwn(groups, name));
process.exitCode = await run();

async function run(): Promise<number> {
  if (binary === "") return refuse("Set KUBERNETES_E2E to the path of Kubernetes' e2e.test.");
  if (version === undefined) return refuse(`no such version; the versions are ${kubernetesVersions.join(", ")}`);
  if (unknown.length > 0) {
    return refuse(`no such group: ${unknown.join(", ")}; the groups are ${Object.keys(groups).join(", ")}`);
  }
  const folder = mkdtempSync(path.join(tmpdir(), "tsop-conformance-"));
  process.stdout.write(`The logs are in ${folder}.\n`);
  let failed = 0;
  for (const [name, group] of Object.entries(groups)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    const server = await startApiServer({
      simulateWorkloads: true,
      bindAddress: "0.0.0.0",
      kubernetesVersion: version,
    });
    const [kubeconfig, report] = [path.join(folder, `${name}.kubeconfig`), path.join(folder, `${name}.json`)];
    writeFileSync(kubeconfig, server.kubeconfig, { mode: 0o600 });
    const { focus, skip } = specsOf(group, agnhost !== undefined);
    const endServers = await playSampleApiServers(kubeconfig);
    const endContainers = agnhost === undefined ? undefined : await runWebhookContainers(kubeconfig, agnhost);
    await runSpecs(kubeconfig, report, only ?? focus, skip);
    await endServers();
    await endContainers?.();
    await server.stop();
    const specs = readReport(readFileSync(report, "utf8"));
    process.stdout.write(showResults(name, specs));
    failed += specs.filter(({ state }) => state !== "passed").length;
  }
  return failed === 0 ? 0 : 1;
}

function refuse(why: string): number {
  process.stderr.write(`${why}\n`);
  return 2;
}

function runSpecs(kubeconfig: string, report: string, focus: string, skip: string): Promise<void> {
  const flags = [
    ...[`--kubeconfig=${kubeconfig}`, "--provider=skeleton", "--allowed-not-ready-nodes=-1", "--minStartupPods=0"],
    ...[
      "--ginkgo.no-color",
      "--ginkgo.v",
      `--ginkgo.focus=${focus}`,
      ...(skip === "" ? [] : [`--ginkgo.skip=${skip}`]),
    ],
    ...(kubectl === undefined ? [] : [`--kubectl-path=${kubectl}`]),
    ...[`--ginkgo.json-report=${report}`, "--ginkgo.timeout=2h", "-test.timeout=0"],
  ];
  return new Promise((resolve, reject) => {
    const log = openSync(`${report}.log`, "w");
    const child = spawn(binary, flags, { stdio: ["ignore", log, log], cwd: path.dirname(report) });
    child.on("error", reject);
    child.on("exit", () => {
      closeSync(log);
      resolve();
    });
  });
}
