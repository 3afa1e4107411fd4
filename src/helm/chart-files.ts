/** The files of a chart that do not come from an object. */
import { defined } from "../core/defined.js";
import { printYaml } from "../core/yaml.js";
import type { Facts } from "./facts.js";
import { textAt } from "./objects.js";

export interface ChartAbout {
  /** The name of the project. */
  readonly name: string;
  readonly version: string;
  readonly description: string;
  /** The address of the project, and of its sources. */
  readonly home: string | undefined;
  readonly source: string | undefined;
  /** The address for questions and reports. */
  readonly support: string | undefined;
  readonly keywords: readonly string[];
  readonly maintainers: readonly Maintainer[];
  /** The SPDX identifier. */
  readonly license: string | undefined;
}

export interface Maintainer {
  readonly name: string;
  readonly email: string | undefined;
  readonly url: string | undefined;
}

/** @param annotations - by name, in any order */
export function printChart(
  { name, version, description, home, source, keywords, maintainers }: ChartAbout,
  { icon, annotations }: { readonly icon: string | undefined; readonly annotations: Readonly<Record<string, string>> },
): string {
  const fields = defined({
    ...{ apiVersion: "v2", name, description, type: "application", version, appVersion: version },
    ...{ home, icon, sources: source === undefined ? undefined : [source] },
    keywords: keywords.length === 0 ? undefined : keywords,
    maintainers: maintainers.length === 0 ? undefined : maintainers.map((each) => defined(each)),
    annotations: Object.keys(annotations).length === 0 ? undefined : annotations,
  });
  // Print each field separately to keep the order. A version that looks like a number is still a text.
  return Object.entries(fields)
    .map(([key, value]) => printYaml({ [key]: value }))
    .join("");
}

/** The longest name that is valid for all kinds of objects. */
const longestName = 63;

/** @param helpers - the prefix of template names, because all parts of a chart share one namespace for them */
export function printHelpers(helpers: string, { prefix, hasServiceAccount, serviceAccount }: Facts): string {
  const quoted = JSON.stringify(prefix);
  const account = JSON.stringify(serviceAccount.slice(prefix.length + 1));
  return `{{- /* The prefix of object names: the release name, followed by the project name unless the release name contains it. */}}
{{- define "${helpers}.fullname" -}}
{{- $name := .Values.nameOverride | default ${quoted} -}}
{{- $full := .Values.fullnameOverride | default (contains $name .Release.Name | ternary .Release.Name (printf "%s-%s" .Release.Name $name)) -}}
{{- $full | trunc ${longestName} | trimSuffix "-" -}}
{{- end -}}

{{- /* The name of an object. If it is too long, the prefix is truncated and gets a checksum, so that names stay unique. */}}
{{- define "${helpers}.resourceName" -}}
{{- $full := include "${helpers}.fullname" .context -}}
{{- $name := printf "%s-%s" $full .suffix -}}
{{- if gt (len $name) ${longestName} -}}
{{- $room := sub ${longestName - 10} (len .suffix) | int -}}
{{- $name = printf "%s-%s-%s" (trunc (max $room 0 | int) $full | trimSuffix "-") (sha256sum $full | trunc 8) .suffix | trimPrefix "-" -}}
{{- end -}}
{{- $name -}}
{{- end -}}
${
  hasServiceAccount
    ? `
{{- /* The account that the operator runs under. */}}
{{- define "${helpers}.serviceAccountName" -}}
{{- if .Values.serviceAccount.name -}}
{{- .Values.serviceAccount.name -}}
{{- else if .Values.serviceAccount.create -}}
{{- include "${helpers}.resourceName" (dict "suffix" ${account} "context" .) -}}
{{- else -}}
default
{{- end -}}
{{- end -}}
`
    : ""
}
{{- /* The operator's image. */}}
{{- define "${helpers}.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}
{{- printf "%s@%s" .repository .digest -}}
{{- else -}}
{{- printf "%s:%s" .repository (.tag | default $.Chart.AppVersion) -}}
{{- end -}}
{{- end -}}
{{- end -}}
`;
}

export interface NotesInput {
  readonly helpers: string;
  readonly facts: Facts;
  /** `bars.foo.abc.com` */
  readonly crds: readonly string[];
}

export function printNotes({ helpers, facts, crds }: NotesInput): string {
  const workload = textAt(facts.workload, "kind").toLowerCase();
  const name = textAt(facts.workload, "metadata", "name");
  const ref = name.startsWith(`${facts.prefix}-`)
    ? `{{ include "${helpers}.resourceName" (dict "suffix" ${JSON.stringify(name.slice(facts.prefix.length + 1))} "context" .) }}`
    : name;
  return `{{ .Chart.Name }} {{ .Chart.AppVersion }} is installed as {{ .Release.Name }} in the namespace {{ .Release.Namespace }}.

Wait for it:       kubectl -n {{ .Release.Namespace }} rollout status ${workload}/${ref}
Read its logs:     kubectl -n {{ .Release.Namespace }} logs ${workload}/${ref} -c ${textAt(facts.container, "name")}
${
  crds.length === 0
    ? ""
    : `Its kinds:         ${crds.join(" ")}
{{- if .Values.crds.keep }}

The definitions of these kinds, and all objects of them, stay when this release is uninstalled (crds.keep).
{{- end }}
`
}{{- if or (eq .Values.image.repository "controller") (not .Values.image.repository) }}

No registry serves the image {{ include "${helpers}.image" . }}: name the operator's image with --set image.repository=…,image.tag=….
{{- end }}
`;
}

/** @param own - files of tsop beside the chart */
export function printHelmIgnore(own: readonly string[]): string {
  return `# Files to exclude from the packaged chart.
${own.join("\n")}
.git/
.gitignore
*.tgz
*.orig
*.swp
.DS_Store
.idea/
.vscode/
`;
}
