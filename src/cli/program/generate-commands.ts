import { type Command, InvalidArgumentError, Option } from "commander";
import { graphFormats } from "../../commands/graph-formats.js";
import { generators } from "../../commands/manifests-options.js";
import { addExamples, type Declare, type Examples } from "./declare.js";
import { collect, withPreview } from "./options.js";

const examples: Examples = {
  manifests: `
Examples:
  tsop manifests
  tsop manifests crd --crd-dir charts/operator/crds
  tsop manifests --check --output sarif > tsop.sarif`,
  graph: `
Examples:
  tsop graph
  tsop graph --format svg > operator.svg
  tsop graph --out README.md --out docs/operator.svg
  tsop graph --out README.md --check

In a Markdown file the picture goes between these two lines, which you write:
  <!-- tsop:graph -->
  <!-- /tsop:graph -->`,
};

/** What reads the sources. */
export function declareGenerate(program: Command, { handlers, globals }: Declare): void {
  withPreview(
    program
      .command("manifests [generators...]")
      .summary("generate CRDs, RBAC, webhook configurations, samples and editor schemas from the sources")
      .description(
        "Generates what Kubernetes has to know of the operator from its TypeScript sources: all of it, or\n" +
          "what GENERATORS name. On an error nothing is written; files that are up to date are not touched.",
      ),
  )
    .option("--check", "write nothing; exit with 3 and a diff when a file is not up to date")
    .option("--watch", "go on, and generate again whenever a source changes")
    .option("--strict", "treat warnings as errors")
    .option("--stdout", "print the manifests, one YAML document after the other, and write nothing")
    .option("--out <dir>", "the folder that holds all others (default: config)")
    .option("--crd-dir <dir>", "where the CRDs go, whatever --out says")
    .option("--rbac-dir <dir>", "where role.yaml goes, whatever --out says")
    .option("--webhook-dir <dir>", "where the configurations of webhooks go, whatever --out says")
    .option("--samples-dir <dir>", "where the samples go, whatever --out says")
    .option("--variants-dir <dir>", "where the samples of all fields and of each form go, whatever --out says")
    .option("--schemas-dir <dir>", "where the schemas for editors go, whatever --out says")
    .option(
      "--max-desc-len <bytes>",
      "shorten the descriptions in CRDs to so many bytes; 0 leaves them out",
      parseCount,
    )
    .option("--max-imported-desc-len <bytes>", "the same for the types of Kubernetes itself (default: 0)", parseCount)
    .addHelpText("after", generatorTable())
    .action((names: string[], options: object) =>
      handlers.manifests({ ...options, ...(names.length === 0 ? {} : { generators: names }) }, globals()),
    );

  const rbac = program.command("rbac").summary("look into the permissions").description("Looks into the permissions.");
  rbac
    .command("check")
    .summary("compare permissions with what the code does")
    .description(
      "Compares the permissions of config/rbac/role.yaml and of the @rbac tags with what the code does. Exit status 3 when\n" +
        "one is missing or unused.",
    )
    .option("--explain", "list every permission with the places that need it")
    .action((options: object) => handlers.rbacCheck(options, globals()));

  withPreview(
    program
      .command("graph")
      .summary("draw what watches and owns what")
      .description(
        "Draws, from the code, what each controller watches, reads and writes, what owns what among the objects, and which\n" +
          "webhooks there are. Prints it unless --out names files.",
      ),
  )
    .addOption(
      new Option("--format <format>", "default: what the names of the files say, or mermaid").choices(graphFormats),
    )
    .option(
      "--out <file>",
      "write it to this file: a part of a .md, a whole .mmd, .svg or .json; can be repeated",
      (file: string, earlier: readonly string[] | undefined) => collect(file, earlier ?? []),
    )
    .option("--check", "write nothing; exit with 3 and a diff when a file is not up to date")
    .action((options: object) => handlers.graph(options, globals()));

  addExamples(program, examples);
}

/** What can be named after `tsop manifests`. */
function generatorTable(): string {
  const rows = generators.map(({ name, folder, writes }) => [name, `config/${folder}`, writes] as const);
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)) + 2);
  const lines = rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("")}`);
  return `\nGenerators, and where each writes:\n${lines.join("\n")}`;
}

function parseCount(value: string): number {
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new InvalidArgumentError("Write a whole number from zero.");
}
