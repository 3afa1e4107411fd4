/** The commands that read the sources. */
import { graphFormats } from "../graph-formats.js";
import { generators } from "../generators.js";
import { declare, neverEnds, printsToStdout } from "./declare.js";
import { type Input, list, type OptionsOf, parsed, text, toggle } from "./flags.js";
import { check, preview } from "./shared.js";
import { count } from "./values.js";

const manifestsInput = {
  argument: "[generators...]",
  flags: {
    ...preview,
    check,
    watch: toggle("go on, and generate again whenever a source changes"),
    strict: toggle("treat warnings as errors"),
    stdout: toggle("print the manifests, one YAML document after the other, and write nothing"),
    out: text("<dir>", "the folder that holds all others (default: config)"),
    crdDir: text("<dir>", "where the CRDs go, whatever --out says"),
    rbacDir: text("<dir>", "where role.yaml goes, whatever --out says"),
    webhookDir: text("<dir>", "where the configurations of webhooks go, whatever --out says"),
    samplesDir: text("<dir>", "where the samples go, whatever --out says"),
    variantsDir: text("<dir>", "where the samples of all fields and of each form go, whatever --out says"),
    schemasDir: text("<dir>", "where the schemas for editors go, whatever --out says"),
    maxDescLen: parsed("<bytes>", count, "shorten the descriptions in CRDs to so many bytes; 0 leaves them out"),
    maxImportedDescLen: parsed("<bytes>", count, "the same for the types of Kubernetes itself (default: 0)"),
  },
} as const satisfies Input;

export type ManifestsOptions = OptionsOf<typeof manifestsInput>;

export const manifests = declare({
  path: "manifests",
  summary: "generate CRDs, RBAC, webhook configurations, samples and editor schemas from the sources",
  description:
    "Generates what Kubernetes has to know of the operator from its TypeScript sources: all of it, or\n" +
    "what GENERATORS name. On an error nothing is written; files that are up to date are not touched.",
  input: manifestsInput,
  contradictions: [
    {
      option: "watch",
      others: ["check", "dryRun", "diff", "stdout"],
      reason: "it writes whenever something changes",
    },
    { option: "stdout", others: ["check", "dryRun", "diff"], reason: "it writes no file" },
  ],
  withoutSarif: ({ watch, stdout }) =>
    watch === true ? neverEnds("--watch") : stdout === true ? printsToStdout("--stdout") : undefined,
  more: `${generatorTable()}

Examples:
  tsop manifests
  tsop manifests crd --crd-dir charts/operator/crds
  tsop manifests --check --output sarif > tsop.sarif`,
  load: async () => (await import("../manifests.js")).manifests,
});

const rbacCheckInput = {
  flags: { explain: toggle("list every permission with the places that need it") },
} as const satisfies Input;

export type RbacCheckOptions = OptionsOf<typeof rbacCheckInput>;

export const rbacCheck = declare({
  path: "rbac check",
  summary: "compare permissions with what the code does",
  description:
    "Compares the permissions of config/rbac/role.yaml and of the @rbac tags with what the code does. Exit status 3 when\n" +
    "one is missing or unused.",
  input: rbacCheckInput,
  load: async () => (await import("../rbac-check.js")).rbacCheck,
});

const graphInput = {
  flags: {
    ...preview,
    format: {
      kind: "choice",
      value: "<format>",
      help: "default: what the names of the files say, or mermaid",
      choices: graphFormats,
    },
    out: list("<file>", "write it to this file: a part of a .md, a whole .mmd, .svg or .json; can be repeated", {
      isEmptyByDefault: false,
    }),
    check,
  },
} as const satisfies Input;

export type GraphOptions = OptionsOf<typeof graphInput>;

export const graph = declare({
  path: "graph",
  summary: "draw what watches and owns what",
  description:
    "Draws, from the code, what each controller watches, reads and writes, what owns what among the objects, and which\n" +
    "webhooks there are. Prints it unless --out names files.",
  input: graphInput,
  withoutSarif: ({ out }) =>
    out === undefined
      ? {
          what: "tsop graph without --out",
          reason: "both go to the standard output",
          hint: "Leave out --output sarif, or name a file with --out.",
        }
      : undefined,
  more: `
Examples:
  tsop graph
  tsop graph --format svg > operator.svg
  tsop graph --out README.md --out docs/operator.svg
  tsop graph --out README.md --check

In a Markdown file the picture goes between these two lines, which you write:
  <!-- tsop:graph -->
  <!-- /tsop:graph -->`,
  load: async () => (await import("../graph.js")).graph,
});

/** Returns the table of the names that can follow `tsop manifests`. */
function generatorTable(): string {
  const rows = generators.map(({ name, folder, writes }) => [name, `config/${folder}`, writes] as const);
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)) + 2);
  const lines = rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("")}`);
  return `\nGenerators, and where each writes:\n${lines.join("\n")}`;
}
