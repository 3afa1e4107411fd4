import { Command, Option } from "commander";
import type { Handlers } from "../handlers.js";
import { declareCluster } from "./cluster-commands.js";
import { allCommands, type Declare } from "./declare.js";
import { type GlobalOptions } from "./global-options.js";
import { declareDoctor } from "./doctor-command.js";
import { declareGenerate } from "./generate-commands.js";
import { declareImages } from "./image-commands.js";
import { declareHelm } from "./helm-commands.js";
import { declareRun } from "./run-commands.js";
import { declareScaffold } from "./scaffold-commands.js";

/** Where commander's own text (help) goes. Errors are thrown, not printed. */
export interface ProgramIo {
  readonly write: (text: string) => void;
  readonly columns: number;
}

/** Declares every command and flag; reads like the manual page. Actions only hand typed options to the handlers. */
export function createProgram(handlers: Handlers, io: ProgramIo): Command {
  const program = new Command("tsop")
    .description("Build Kubernetes operators in TypeScript.")
    .option("-C, --directory <dir>", "work in this folder instead of the current one")
    .addOption(
      new Option("--output <format>", "what to print on stdout; sarif: what was found, for code scanning")
        .choices(["text", "json", "sarif"])
        .default("text"),
    )
    .helpCommand("help [command]", "show the help of a command")
    .addHelpText(
      "after",
      "\nStart here:\n  tsop init --domain example.com\n  tsop create api --group apps --version v1 --kind Web",
    );
  configure(program, io);

  const globals = (): GlobalOptions => program.opts();
  const declare: Declare = { handlers, globals };
  declareScaffold(program, declare);
  declareGenerate(program, declare);
  declareRun(program, declare);
  declareImages(program, declare);
  declareCluster(program, declare);
  declareDoctor(program, declare);
  declareHelm(program, declare);
  program
    .command("docs [page]")
    .summary("print where the documentation is")
    .description(
      "Prints the folder of this tsop's documentation and its pages, or the file of one page; with #HEADING, its line, too.\n" +
        "The pages are part of the package: they are those of the version that runs here.",
    )
    .addHelpText("after", "\nExamples:\n  tsop docs\n  less $(tsop docs webhooks)\n  tsop docs testing#time")
    .action((page: string | undefined) => handlers.docs(page === undefined ? {} : { page }, globals()));
  program
    .command("version")
    .summary("print the versions of tsop and Node")
    .description("Prints the versions of tsop and Node.")
    .action(() => handlers.version({}, globals()));
  for (const command of allCommands(program)) configure(command, io);
  return program;
}

function configure(command: Command, io: ProgramIo): void {
  command.exitOverride().configureOutput({
    writeOut: io.write,
    writeErr: () => undefined,
    outputError: () => undefined,
    getOutHelpWidth: () => io.columns,
    getErrHelpWidth: () => io.columns,
  });
}
