/** The README.md of a chart: its kinds, and its values with their defaults and explanations. */
import { goJson } from "../core/go-json.js";
import { type ExactJsonObject, type ExactJsonValue, isJsonObject } from "../core/json.js";
import type { ChartAbout } from "./chart-files.js";
import { listAt, textAt } from "./objects.js";
import type { ValueGroup } from "./values.js";

export interface ReadmeInput {
  readonly about: ChartAbout;
  readonly crds: readonly ExactJsonObject[];
  readonly values: ValueGroup;
  /** The values in the file, which its owner may have changed. */
  readonly own: ExactJsonObject;
}

export function printReadme({ about, crds, values, own }: ReadmeInput): string {
  const { name, description } = about;
  const keepsCrds = values.fields["crds"] !== undefined;
  return `# ${name}

${escapeText(description)}

\`\`\`console
$ helm install ${name} CHART --namespace ${name}-system --create-namespace --wait
$ helm test ${name} --namespace ${name}-system
\`\`\`

CHART is the address of the chart in a registry (\`oci://…/${name}\`), an archive, or this folder.
${crds.length === 0 ? "" : kindsSection(crds)}
## Values

| value | default | meaning |
|---|---|---|
${rowsOf(values, own, "").join("\n")}
${keepsCrds ? uninstallSection(name) : ""}`;
}

function kindsSection(crds: readonly ExactJsonObject[]): string {
  const rows = crds.flatMap((crd) =>
    listAt(crd, "spec", "versions").map((version) => {
      const description = textAt(version, "schema", "openAPIV3Schema", "description").split("\n")[0] ?? "";
      const apiVersion = `${textAt(crd, "spec", "group")}/${textAt(version, "name")}`;
      return `| \`${textAt(crd, "spec", "names", "kind")}\` | \`${apiVersion}\` | ${escapeText(description)} |`;
    }),
  );
  return `
## Kinds

| kind | API version | meaning |
|---|---|---|
${rows.join("\n")}
`;
}

function uninstallSection(name: string): string {
  return `
## Uninstall

\`\`\`console
$ helm uninstall ${name} --namespace ${name}-system
\`\`\`

With \`crds.keep\`, the CRDs stay, and so do all objects of their kinds. To delete them too, delete the CRDs with kubectl.
`;
}

/** An explanation of a group belongs to the members that have none. */
function rowsOf(group: ValueGroup, own: ExactJsonValue | undefined, prefix: string): string[] {
  const given = isJsonObject(own) ? own : {};
  const known = Object.entries(group.fields).flatMap(([name, node]) => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (node.kind === "group") return rowsOf(node, value, `${prefix}${name}.`);
    return [row(`${prefix}${name}`, value ?? node.value, node.comment === "" ? group.comment : node.comment)];
  });
  const added = Object.entries(given).filter(([name]) => !Object.hasOwn(group.fields, name));
  return [...known, ...added.map(([name, value]) => row(`${prefix}${name}`, value ?? null, ""))];
}

function row(name: string, value: ExactJsonValue, comment: string): string {
  return `| ${code(name)} | ${code(goJson(value))} | ${escapeText(comment)} |`;
}

/** Prints a text as code in a cell of a table. */
function code(text: string): string {
  const longest = Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const inner = text.replaceAll("|", "\\|").replaceAll(/[\r\n]+/g, " ");
  return longest === 0 ? `\`${inner}\`` : `${fence} ${inner} ${fence}`;
}

/** Returns a text that Markdown shows as it is, on one line. Keeps code. */
function escapeText(text: string): string {
  return text.replaceAll(/[\r\n]+/g, " ").replaceAll(/[|<>[\]]/g, String.raw`\$&`);
}
