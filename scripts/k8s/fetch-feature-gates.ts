/**
 * `npm run fetch:feature-gates` writes data/<version>/feature-gates.json from the metrics of the API server of the current kubeconfig
 * context, which must run without `--feature-gates`. Needs kubectl and the same kube-apiserver, from the folder that
 * KUBEBUILDER_ASSETS names or from the PATH.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { newestFile } from "./newest.js";

const file = newestFile("feature-gates.json");
const folder = process.env["KUBEBUILDER_ASSETS"] ?? "";
const kubectl = path.join(folder, "kubectl");
const maxBuffer = 64 * 1024 * 1024;

const metrics = execFileSync(kubectl, ["get", "--raw", "/metrics"], { encoding: "utf8", maxBuffer });
const gates = metrics.matchAll(/^kubernetes_feature_enabled\{name="(\w+)",stage="(\w*)"\} ([01])$/gm);
const lines = Array.from(gates, ([, name = "", stage = "", isOn]) => {
  // A gate of a feature that is generally available has no stage.
  const locked = isLocked(name, isOn !== "1") ? ', "isLocked": true' : "";
  return `${JSON.stringify(name)}: { "stage": "${stage || "GA"}", "isOn": ${String(isOn === "1")}${locked} }`;
});
writeFileSync(file, `{\n${lines.toSorted().join(",\n")}\n}\n`);

/** Returns whether kube-apiserver rejects this value. It ends in any case, because it needs more flags. */
function isLocked(name: string, isOn: boolean): boolean {
  const flags = ["--feature-gates", `${name}=${String(isOn)}`];
  const { stderr } = spawnSync(path.join(folder, "kube-apiserver"), flags, { encoding: "utf8" });
  return stderr.includes("feature is locked to");
}
