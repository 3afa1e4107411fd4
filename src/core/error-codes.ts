/**
 * Every way in which tsop can refuse, by area. A code is stable: scripts match on it.
 * `usage` codes end with exit status 2 (the command line itself is wrong), `failure` codes with 1.
 */
export const errorCodes = {
  "usage/invalid-argument": { exit: 2, summary: "A flag is unknown, missing, or has a value that can never be valid." },
  "usage/unknown-command": { exit: 2, summary: "There is no command of that name." },

  "project/not-found": { exit: 1, summary: "The command needs a project, and there is no PROJECT file here." },
  "project/already-initialized": { exit: 1, summary: "There is a PROJECT file already." },
  "project/invalid": { exit: 1, summary: "PROJECT is not valid YAML or lacks something." },
  "project/unsupported-version": { exit: 1, summary: "PROJECT was written by a newer version of the tool." },
  "project/resource-exists": { exit: 1, summary: "The kind is in PROJECT already." },
  "project/multigroup-disabled": { exit: 1, summary: "A second API group needs a multi-group project." },

  "scaffold/collision": { exit: 1, summary: "Files that would be written exist with other content." },
  "scaffold/marker-missing": { exit: 1, summary: "The place where code is to be inserted is gone." },
  "scaffold/install-failed": { exit: 1, summary: "The scaffold is complete, but installing its packages failed." },

  "files/changed-meanwhile": { exit: 1, summary: "A file changed between being read and being written." },
  "files/write-failed": { exit: 1, summary: "A file could not be written; nothing was changed." },
  "files/read-failed": { exit: 1, summary: "A file could not be read." },
  "files/busy": { exit: 1, summary: "Another tsop command is changing this project." },

  "yaml/invalid": { exit: 1, summary: "A file is not valid YAML." },

  "exec/not-found": { exit: 1, summary: "A program that the command calls is not installed." },
  "exec/failed": { exit: 1, summary: "A program that the command called ended with an error." },

  "interrupted": { exit: 1, summary: "The command was stopped by a signal." },
} as const satisfies Record<string, { exit: 1 | 2; summary: string }>;

/** A code of {@link errorCodes}. */
export type ErrorCode = keyof typeof errorCodes;
