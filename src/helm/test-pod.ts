/** The chart's test (`helm test`): a Pod with the operator's image that asks the API server and the operator. */
import type { ExactJsonObject } from "../core/json.js";
import { type Facts, isCrd, isMetricsService } from "./facts.js";
import { at, idOf, listAt, textAt, textListAt } from "./objects.js";

/** Runs as CommonJS, in the operator's image. helm must find no braces in it. */
const script = String.raw`
const { readFileSync } = require("node:fs");
const { env } = process;
const account = "/var/run/secrets/kubernetes.io/serviceaccount";

function get(url, options) {
  return new Promise((resolve, reject) => {
    const { get } = require(url.startsWith("https:") ? "node:https" : "node:http");
    const request = get(url, { timeout: 5000, ...options }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (part) => (body += part));
      response.on("end", () => resolve({ status: response.statusCode, body }));
    });
    request.on("error", reject).on("timeout", () => request.destroy(new Error("no response")));
  });
}

async function check(name, action) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await action();
      console.log("ok: " + name);
      return;
    } catch (error) {
      if (attempt === 30) throw new Error("not true: " + name + ": " + error.message);
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }
}

async function checkKind({ path, kind }) {
  const headers = { authorization: "Bearer " + readFileSync(account + "/token", "utf8") };
  const host = env.KUBERNETES_SERVICE_HOST.includes(":") ? "[" + env.KUBERNETES_SERVICE_HOST + "]" : env.KUBERNETES_SERVICE_HOST;
  const url = "https://" + host + ":" + env.KUBERNETES_SERVICE_PORT + path;
  const { status, body } = await get(url, { ca: readFileSync(account + "/ca.crt"), headers });
  if (status !== 200) throw new Error("status " + status);
  if (!JSON.parse(body).resources.some((resource) => resource.kind === kind)) throw new Error("it does not");
}

async function checkMetrics(service) {
  const variable = service.toUpperCase().replaceAll("-", "_") + "_SERVICE_HOST";
  const host = env[variable] ?? service + "." + env.NAMESPACE + ".svc";
  // Without a token, the operator rejects the request; then it runs and is reachable, too.
  const { status } = await get(env.METRICS_SCHEME + "://" + host + ":" + env.METRICS_PORT + "/metrics", { rejectUnauthorized: false });
  if (![200, 401, 403].includes(status)) throw new Error("status " + status);
}

async function main() {
  for (const each of JSON.parse(env.KINDS)) await check("the API server serves " + each.kind + " at " + each.path, () => checkKind(each));
  if (env.METRICS_SERVICE) await check("the operator answers at the Service " + env.METRICS_SERVICE, () => checkMetrics(env.METRICS_SERVICE));
}

main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
`.trim();

/** @returns undefined for an operator with neither a kind nor a Service: there is nothing to ask */
export function printTestPod(helpers: string, facts: Facts): string | undefined {
  const { objects, container, hasServiceAccount, serviceAccount } = facts;
  const kinds = objects.filter(isCrd).flatMap(servedKinds);
  const service = objects.find((object) => isMetricsService(object, facts));
  if (kinds.length === 0 && service === undefined) return undefined;
  const [program] = textListAt(container, "command");
  const account = hasServiceAccount ? `{{ include "${helpers}.serviceAccountName" . }}` : serviceAccount;
  return `apiVersion: v1
kind: Pod
metadata:
  name: {{ include "${helpers}.resourceName" (dict "suffix" "test" "context" .) }}
  namespace: {{ .Release.Namespace }}
  labels:
    app.kubernetes.io/component: test
    app.kubernetes.io/managed-by: {{ .Release.Service }}
  annotations:
    helm.sh/hook: test
    helm.sh/hook-delete-policy: before-hook-creation
spec:
  restartPolicy: Never
${account === "" ? "" : `  serviceAccountName: ${account}\n`}${["imagePullSecrets", "nodeSelector", "tolerations"].map((name) => withValue(name, name, 2)).join("")}${withValue("securityContext", "podSecurityContext", 2)}  containers:
    - name: test
      image: {{ include "${helpers}.image" . | quote }}
      {{- with .Values.image.pullPolicy }}
      imagePullPolicy: {{ . }}
      {{- end }}
${withValue("securityContext", "securityContext", 6)}${withValue("resources", "resources", 6)}${program === undefined ? "" : `      command: [${JSON.stringify(program)}]\n`}      args:
        - -e
        - |
${script.replaceAll(/^(?=.)/gm, "          ")}
      env:
        - name: KINDS
          value: '${JSON.stringify(kinds)}'
        - name: NAMESPACE
          value: {{ .Release.Namespace }}
${service === undefined ? "" : metricsVariables(helpers, service, facts)}`;
}

function withValue(field: string, value: string, indent: number): string {
  const margin = " ".repeat(indent);
  return `${margin}{{- with .Values.${value} }}\n${margin}${field}:\n${margin}  {{- toYaml . | nindent ${indent + 2} }}\n${margin}{{- end }}\n`;
}

function servedKinds(crd: ExactJsonObject): { readonly path: string; readonly kind: string }[] {
  return listAt(crd, "spec", "versions").flatMap((version) => {
    const path = `/apis/${textAt(crd, "spec", "group")}/${textAt(version, "name")}`;
    return at(version, "served") === true ? [{ path, kind: textAt(crd, "spec", "names", "kind") }] : [];
  });
}

/** A network policy may block the test, and lets it pass only with labels that the chart does not know. */
function metricsVariables(helpers: string, service: ExactJsonObject, { prefix, metrics, objects }: Facts): string {
  const { name } = idOf(service);
  const [port] = listAt(service, "spec", "ports").map((each) => Number(at(each, "port")));
  const number = port === metrics?.port ? "{{ .Values.metrics.port | int }}" : String(port);
  const shown = name.startsWith(`${prefix}-`)
    ? `{{ include "${helpers}.resourceName" (dict "suffix" ${JSON.stringify(name.slice(prefix.length + 1))} "context" .) }}`
    : name;
  const hasPolicies = objects.some((object) => idOf(object).kind === "NetworkPolicy");
  const condition = hasPolicies
    ? "and .Values.metrics.enabled (not .Values.networkPolicy.enabled)"
    : ".Values.metrics.enabled";
  return `        {{- if ${condition} }}
        - name: METRICS_SERVICE
          value: ${shown}
        - name: METRICS_PORT
          value: "${number}"
        - name: METRICS_SCHEME
          value: {{ ternary "https" "http" .Values.metrics.secure }}
        {{- end }}
`;
}
