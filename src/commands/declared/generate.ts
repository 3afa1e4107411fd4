/** The commands that read the sources. */
import { graphFormats } from "../graph-formats.js";
import { clientLanguages } from "../client-languages.js";
import { generators } from "../generators.js";
import { referenceFormats } from "../reference-formats.js";
import { declare, neverEnds, printsToStdout } from "./declare.js";
import { type Input, list, type OptionsOf, parsed, text, toggle } from "./flags.js";
import { check, preview } from "./shared.js";
import { count } from "./values.js";

const manifestsInput = {
  argument: "[generators...]",
  flags: {
    ...preview,
    check,
    watch: toggle("keep running, and regenerate whenever a source changes"),
    strict: toggle("treat warnings as errors"),
    checkCompatibility: toggle("write nothing, and exit with 3, if the types break the committed API (tsop api diff)"),
    stdout: toggle("print the manifests as YAML documents; write nothing"),
    out: text("<dir>", "the parent of the folders below (default: config)"),
    crdDir: text("<dir>", "the folder of the CRDs, independent of --out"),
    rbacDir: text("<dir>", "the folder of role.yaml, independent of --out"),
    webhookDir: text("<dir>", "the folder of the webhook configurations, independent of --out"),
    samplesDir: text("<dir>", "the folder of the samples, independent of --out"),
    variantsDir: text("<dir>", "the folder of the samples with all fields and of each form, independent of --out"),
    schemasDir: text("<dir>", "the folder of the editor schemas, independent of --out"),
    maxDescLen: parsed("<bytes>", count, "shorten the descriptions in CRDs to this many bytes; 0 removes them"),
    maxImportedDescLen: parsed("<bytes>", count, "the same for descriptions of Kubernetes' own types (default: 0)"),
  },
} as const satisfies Input;

export type ManifestsOptions = OptionsOf<typeof manifestsInput>;

export const manifests = declare({
  path: "manifests",
  summary: "generate CRDs, RBAC, webhook configurations, samples and editor schemas from the sources",
  description:
    "Generates the operator's manifests from its TypeScript sources: all manifests, or those of the named GENERATORS.\n" +
    "If the sources contain an error, writes nothing. Does not touch files that are up to date.",
  input: manifestsInput,
  contradictions: [
    {
      option: "watch",
      others: ["check", "dryRun", "diff", "stdout"],
      reason: "--watch writes after every change",
    },
    { option: "stdout", others: ["check", "dryRun", "diff"], reason: "--stdout writes no file" },
    {
      option: "checkCompatibility",
      others: ["watch", "stdout"],
      reason: "--check-compatibility decides whether to write",
    },
  ],
  withoutSarif: ({ watch, stdout }) =>
    watch === true ? neverEnds("--watch") : stdout === true ? printsToStdout("--stdout") : undefined,
  more: `${generatorTable()}

Examples:
  tsop manifests
  tsop manifests crd --crd-dir charts/operator/crds
  tsop manifests --check --output sarif > tsop.sarif
  tsop manifests --check --check-compatibility`,
  load: async () => (await import("../manifests.js")).manifests,
});

const rbacCheckInput = {
  flags: { explain: toggle("list every permission and the code locations that need it") },
} as const satisfies Input;

export type RbacCheckOptions = OptionsOf<typeof rbacCheckInput>;

export const rbacCheck = declare({
  path: "rbac check",
  summary: "compare the operator's permissions with its code",
  description:
    "Compares the permissions in config/rbac/role.yaml and in @rbac tags with the permissions that the code needs, and those\n" +
    "of the extension API server in config/apiserver/role.yaml. Exits with 3 if a permission is missing or unused.",
  input: rbacCheckInput,
  load: async () => (await import("../rbac-check.js")).rbacCheck,
});

const graphInput = {
  flags: {
    ...preview,
    format: {
      kind: "choice",
      value: "<format>",
      help: "format (default: from the file name, or mermaid)",
      choices: graphFormats,
    },
    out: list("<file>", "write to this file: a block of a .md, or a whole .mmd, .svg or .json (repeatable)", {
      isEmptyByDefault: false,
    }),
    check,
  },
} as const satisfies Input;

export type GraphOptions = OptionsOf<typeof graphInput>;

export const graph = declare({
  path: "graph",
  summary: "draw which controllers watch and own which kinds",
  description:
    "Draws, from the code, the kinds that each controller watches, reads and writes, the owners of objects, and the " +
    "webhooks. Prints the picture unless --out names files.",
  input: graphInput,
  withoutSarif: ({ out }) =>
    out === undefined
      ? {
          what: "tsop graph without --out",
          reason: "both write to stdout",
          hint: "Omit --output sarif, or name a file with --out.",
        }
      : undefined,
  more: `
Examples:
  tsop graph
  tsop graph --format svg > operator.svg
  tsop graph --out README.md --out docs/operator.svg
  tsop graph --out README.md --check

In a Markdown file, tsop writes the picture between these two lines, which you add:
  <!-- tsop:graph -->
  <!-- /tsop:graph -->`,
  load: async () => (await import("../graph.js")).graph,
});

/** The flags that select kinds. */
const kindFilters = {
  group: list("<group>", "only the kinds of this API group (repeatable)", { isEmptyByDefault: false }),
  kind: list("<kind>", "only this kind (repeatable)", { isEmptyByDefault: false }),
  version: list("<version>", "only this version (repeatable)", { isEmptyByDefault: false }),
};

const docsInput = {
  argument: "[sources...]",
  flags: {
    ...preview,
    check,
    format: {
      kind: "choice",
      value: "<format>",
      help: "format (default: from the name of the file, or markdown)",
      choices: referenceFormats,
    },
    out: text("<path>", "the file, or a folder for one file per version (default: api-reference.md in docs)"),
    ...kindFilters,
  },
} as const satisfies Input;

export type DocsOptions = OptionsOf<typeof docsInput>;

export const docs = declare({
  path: "docs",
  summary: "generate the reference of the API",
  description:
    "Generates the reference of the project's kinds from their types: fields with type, default and constraints, CEL rules in " +
    "words, and examples from config/samples. SOURCES are CRDs of other projects: files, folders, URLs, or - for stdin; " +
    "without --out, tsop prints their reference.",
  input: docsInput,
  withoutSarif: ({ sources = [], out }) =>
    sources.length > 0 && out === undefined
      ? {
          what: "tsop docs SOURCES without --out",
          reason: "both write to stdout",
          hint: "Omit --output sarif, or name a file with --out.",
        }
      : undefined,
  more: `
Examples:
  tsop docs
  tsop docs --check
  tsop docs --out docs/api.html
  tsop docs --out docs/api/ --format asciidoc
  tsop docs config/crd/bases --kind Bar > bar.md
  tsop docs https://example.com/crds.yaml --out vendor.html

For the pages of this documentation, see \`tsop manual\`.`,
  load: async () => (await import("../docs.js")).docs,
});

const clientInput = {
  argument: "[sources...]",
  flags: {
    ...preview,
    check,
    language: {
      kind: "choice",
      value: "<language>",
      help: "language of the package",
      choices: clientLanguages,
      default: "typescript",
    },
    out: text("<dir>", "the folder of the package (default: clients/LANGUAGE)"),
    name: text("<name>", "the name of the package or the Go module (default: from the project)"),
    version: text("<version>", "the version of the package (default: the version in package.json, or 0.1.0)"),
    group: kindFilters.group,
    kind: kindFilters.kind,
  },
} as const satisfies Input;

export type ClientOptions = OptionsOf<typeof clientInput>;

export const client = declare({
  path: "client",
  summary: "generate a package with the types of the API for its users",
  description:
    "Generates a package with the types of the project's kinds, for programs that use the API: for TypeScript, Go or Python. " +
    "SOURCES are CRDs of other projects: files, folders, URLs, or - for stdin.",
  input: clientInput,
  more: `
Examples:
  tsop client
  tsop client --language go --name example.com/shop-client --out clients/go
  tsop client --language python --check
  tsop client https://example.com/crds.yaml --name vendor-client --out vendor`,
  load: async () => (await import("../client.js")).client,
});

/** Returns the table of the names that can follow `tsop manifests`. */
function generatorTable(): string {
  const rows = generators.map(({ name, folder, writes }) => [name, `config/${folder}`, writes] as const);
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)) + 2);
  const lines = rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("")}`);
  return `\nGenerators and their folders:\n${lines.join("\n")}`;
}
