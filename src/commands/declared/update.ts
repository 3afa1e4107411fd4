/** The command that brings a project to the scaffold of a newer tsop. */
import { conflictStyles } from "../../update/conflict-styles.js";
import { declare } from "./declare.js";
import { type Input, negation, type OptionsOf, text, toggle } from "./flags.js";
import { preview } from "./shared.js";

const updateInput = {
  flags: {
    to: text("<version>", "version to update to (default: the latest in the registry, or this tsop)"),
    from: text("<version>", "version that created the scaffold (default: cliVersion in PROJECT)"),
    conflicts: {
      kind: "choice",
      value: "<style>",
      help: "markers: write conflicts into the files, like git; files: keep your lines, and write FILE.rej",
      choices: conflictStyles,
      default: "markers",
    },
    check: toggle("write nothing; exit with 3 if there is an update"),
    continue: toggle("end an update after you have resolved its conflicts"),
    abort: toggle("undo the last update"),
    install: negation("do not install packages"),
    ...preview,
    force: toggle("with --abort: also undo your changes since the update"),
  },
} as const satisfies Input;

export type UpdateOptions = OptionsOf<typeof updateInput>;

const alone = "it acts on the last update, and starts no other";

export const update = declare({
  path: "update",
  summary: "update the scaffold of the project",
  description:
    "Merges the changes of the scaffold since the tsop that created the project. Keeps your edits, and adapts your sources " +
    "to the API of the new tsop. Reports the lines that you and the scaffold have both changed as conflicts.",
  input: updateInput,
  contradictions: [
    { option: "continue", others: ["abort", "check", "to", "from", "dryRun", "diff", "force"], reason: alone },
    { option: "abort", others: ["check", "to", "from", "dryRun", "diff"], reason: alone },
    { option: "check", others: ["dryRun", "diff"], reason: "it does not compute the changes" },
  ],
  more: `
Examples:
  tsop update --check                  is there an update?
  tsop update --diff                   show the changes; write nothing
  npx tsop@latest update
  tsop update --to 0.2.0 --conflicts files
  tsop update --continue               after you have resolved the conflicts
  tsop update --abort                  undo the last update`,
  load: async () => (await import("../update/update.js")).update,
});
