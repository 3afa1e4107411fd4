import { formatDiagnostic } from "../../src/core/diagnostic.js";
import { generateCrds } from "./import-again.js";

/** Returns the diagnostics of a field with this comment above it. */
export function judgeField(comment: string, type: string): string {
  const { diagnostics } = generateCrds({
    "api/v1/bar_types.ts": `import { type CustomResource, defineKind, type Int32 } from "tsop";
export interface Bar extends CustomResource<"example.com/v1", "Bar"> {
  spec: {
    ${comment}
    a?: ${type};
  };
}
export const Bar = defineKind<Bar>("example.com/v1", "Bar");
`,
  });
  return diagnostics.map(formatDiagnostic).join("\n");
}
