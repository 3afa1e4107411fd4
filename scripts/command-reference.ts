/** Prints the reference of the command line as Markdown, from the declarations of the commands. */
import { globalInput } from "../src/cli/program/program.js";
import { commands } from "../src/commands/declared/all.js";
import type { DeclaredCommand } from "../src/commands/declared/declare.js";
import { type Flag, type Flags, longFlag } from "../src/commands/declared/flags.js";

export function printCommandReference(): string {
  return [
    "# Command line",
    "",
    "<!-- Generated from src/commands/declared: `UPDATE_GOLDEN=1 npx vitest run --config test/vitest.config.ts test/docs/reference.test.ts`. -->",
    "",
    "In a project, run tsop with `npx tsop`, or with the scripts of `package.json`: `npm run dev` runs `tsop dev`. `tsop COMMAND --help` prints",
    "the help of a command.",
    "",
    "| command | effect |",
    "|---|---|",
    ...commands.map((command) => `| [\`${nameOf(command)}\`](#${anchorOf(command)}) | ${escape(command.summary)} |`),
    "",
    "## Flags of all commands",
    "",
    ...flagTable(globalInput.flags),
    "",
    "`--output json` prints one JSON document on the standard output, also for errors. `--output sarif` prints the findings in the format of",
    "code scanning. Progress and warnings go to the standard error.",
    "",
    "## Exit status",
    "",
    "| status | meaning |",
    "|---|---|",
    "| 0 | The command succeeded. |",
    "| 1 | The command failed. The message has a [code](errors.md). |",
    "| 2 | The command line is wrong. |",
    "| 3 | `--check` or `tsop rbac check` found a difference. |",
    "| 70 | tsop has a bug. The message contains a stack trace. |",
    "| 129, 130, 143 | A signal stopped the command: SIGHUP, SIGINT, SIGTERM. |",
    "",
    "`tsop dev` and `tsop start` run an operator; see the [exit status of an operator](runtime.md#the-main-program).",
    "",
    ...commands.map(section),
  ].join("\n");
}

function nameOf({ path }: DeclaredCommand): string {
  return `tsop ${path}`;
}

function anchorOf(command: DeclaredCommand): string {
  return nameOf(command).replaceAll(" ", "-");
}

function section(command: DeclaredCommand): string {
  const { description, input, more } = command;
  const hasFlags = Object.keys(input.flags).length > 0;
  return [
    `## ${nameOf(command)}`,
    "",
    escape(description),
    "",
    "```sh",
    [nameOf(command), ...(hasFlags ? ["[flags]"] : []), ...(input.argument === undefined ? [] : [input.argument])].join(
      " ",
    ),
    "```",
    "",
    ...(hasFlags ? [...flagTable(input.flags), ""] : []),
    ...(more === undefined ? [] : blocksOf(more)),
  ].join("\n");
}

function flagTable(flags: Flags): string[] {
  return [
    "| flag | default | meaning |",
    "|---|---|---|",
    ...Object.entries(flags).map(([option, flag]) => {
      const [help, fallback] = splitDefault(flag);
      return `| \`${escapeCell(flagText(option, flag))}\` | ${escape(fallback)} | ${escape(help)} |`;
    }),
  ];
}

function flagText(option: string, flag: Flag): string {
  const long = longFlag(option, flag);
  const names = flag.short === undefined ? long : `${flag.short}, ${long}`;
  switch (flag.kind) {
    case "toggle":
    case "negation":
      return names;
    case "yesNo":
      return `${names}[=true|false]`;
    case "choice":
      return flag.preset === undefined ? `${names} ${flag.choices.join("|")}` : `${names}[=${flag.choices.join("|")}]`;
    default:
      return `${names} ${flag.value}`;
  }
}

/** Separates `(default: …)` from the rest of a flag's help. */
function splitDefault(flag: Flag): [string, string] {
  const [stated, text = ""] = / ?\(default: ((?:[^()]|\([^()]*\))*)\)/.exec(flag.help) ?? [];
  if (stated !== undefined) return [flag.help.replace(stated, ""), text];
  if (flag.kind === "choice" && flag.default !== undefined) return [flag.help, `\`${flag.default}\``];
  return [flag.help, ""];
}

/** Turns the end of a help text into Markdown: indented lines are code. */
function blocksOf(text: string): string[] {
  const lines = text.trim().split("\n");
  const isCode = (line: string | undefined): boolean => line?.startsWith("  ") === true;
  return lines.flatMap((line, index) => {
    if (!isCode(line)) return isCode(lines[index + 1]) ? [escape(line), ""] : [escape(line)];
    const language = /^ {2}(?:tsop|npm|kubectl|helm|eval|less|[A-Z_]+=\S+ tsop) /.test(line) ? "sh" : "text";
    return [
      ...(isCode(lines[index - 1]) ? [] : [`\`\`\`${language}`]),
      line.slice(2),
      ...(isCode(lines[index + 1]) ? [] : ["```", ""]),
    ];
  });
}

/** Escapes what Markdown would read as HTML or as the end of a cell. Code in backticks stays as it is. */
function escape(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) =>
      part.startsWith("`") ? escapeCell(part) : escapeCell(part).replaceAll("<", "\\<").replaceAll("*", "\\*"),
    )
    .join("");
}

function escapeCell(text: string): string {
  return text.replaceAll("|", "\\|");
}
