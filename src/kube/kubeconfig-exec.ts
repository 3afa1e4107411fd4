import path from "node:path";
import { TsopError } from "../core/errors.js";
import { isJsonObject, isList } from "../core/json.js";
import type { ExecConfig } from "./cluster-config.js";
import { type ConfigEntry, flagField, invalid, textField, textListField } from "./kubeconfig-file.js";

const apiVersions = ["client.authentication.k8s.io/v1", "client.authentication.k8s.io/v1beta1"];

/** Reads the `exec` block of a user. */
export function toExecConfig(user: ConfigEntry, cluster: ConfigEntry): ExecConfig {
  const block = user.fields["exec"];
  if (!isJsonObject(block)) throw invalid(user.file, `${user.name}: exec is not a map`);
  const exec: ConfigEntry = { file: user.file, name: `${user.name}: exec`, fields: block };
  const apiVersion = textField(exec, "apiVersion");
  if (apiVersion === undefined || !apiVersions.includes(apiVersion)) {
    throw new TsopError(
      "cluster/unsupported-kubeconfig",
      `${exec.file}: ${exec.name}: apiVersion ${JSON.stringify(apiVersion ?? "")} is not supported`,
      { hint: `tsop supports ${apiVersions.join(" and ")}. Update the plugin, and let it write the kubeconfig again.` },
    );
  }
  const command = textField(exec, "command");
  if (command === undefined) throw invalid(exec.file, `${exec.name} has no command`);
  const installHint = textField(exec, "installHint");
  return {
    apiVersion,
    // A bare name is looked up in PATH; a name with a slash is relative to the kubeconfig's folder.
    command: /[/\\]/.test(command) ? path.resolve(path.dirname(exec.file), command) : command,
    args: textListField(exec, "args"),
    env: environmentOf(exec),
    interactiveMode: interactiveModeOf(exec),
    ...(installHint === undefined ? {} : { installHint }),
    ...(flagField(exec, "provideClusterInfo") ? { clusterInfo: clusterInfoOf(cluster) } : {}),
  };
}

function environmentOf(exec: ConfigEntry): ExecConfig["env"] {
  const list: unknown = exec.fields["env"] ?? [];
  if (!Array.isArray(list)) throw invalid(exec.file, `${exec.name}: env is not a list`);
  return list.map((item: unknown) => {
    if (isJsonObject(item) && typeof item["name"] === "string" && typeof item["value"] === "string") {
      return { name: item["name"], value: item["value"] };
    }
    throw invalid(exec.file, `${exec.name}: an entry of env lacks its name or value`);
  });
}

function interactiveModeOf(exec: ConfigEntry): ExecConfig["interactiveMode"] {
  const mode = textField(exec, "interactiveMode") ?? "IfAvailable";
  if (mode === "Never" || mode === "IfAvailable" || mode === "Always") return mode;
  throw invalid(
    exec.file,
    `${exec.name}: interactiveMode ${JSON.stringify(mode)} is none of Never, IfAvailable, Always`,
  );
}

/** Returns the cluster in the form of KUBERNETES_EXEC_INFO: no paths, and the extension for plugins as `config`. */
function clusterInfoOf(cluster: ConfigEntry): Record<string, unknown> {
  const keep = ["server", "tls-server-name", "insecure-skip-tls-verify", "certificate-authority-data", "proxy-url"];
  const info = Object.fromEntries(keep.filter((key) => key in cluster.fields).map((key) => [key, cluster.fields[key]]));
  const extensions: unknown = cluster.fields["extensions"] ?? [];
  const found = isList(extensions)
    ? extensions.filter(isJsonObject).find((item) => item["name"] === "client.authentication.k8s.io/exec")
    : undefined;
  return found === undefined ? info : { ...info, config: found["extension"] };
}
