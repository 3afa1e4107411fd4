import type { Diagnostic } from "../core/diagnostic.js";

/** Returns the diagnostic for a file that prevents a write. */
export function collision(file: string, message = `${file} exists with other content`): Diagnostic {
  return {
    code: "scaffold/collision",
    severity: "error",
    message,
    at: { file },
    hint: "Move it, or repeat the command with --force (with --dry-run --diff, it only shows what would be lost).",
  };
}
