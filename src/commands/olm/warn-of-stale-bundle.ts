import type { Diagnostic } from "../../core/diagnostic.js";
import { TsopError } from "../../core/errors.js";
import { isList } from "../../core/json.js";
import { field } from "../../core/json-fields.js";
import type { Context, Output } from "../context.js";
import { bundle } from "./bundle.js";

/**
 * Warns if the bundle on the disk differs from the sources, or if tsop cannot generate it to compare. A bundle may have been
 * generated with other flags, so this is no error.
 */
export async function warnOfStaleBundle(context: Context): Promise<void> {
  const { output } = context;
  try {
    const { exitCode, json } = await bundle({ check: true }, { ...context, output: quiet(output) });
    if (exitCode === 3) output.warn(stale(pathsOf(json)));
  } catch (error) {
    if (!(error instanceof TsopError)) throw error;
    context.signal.throwIfAborted();
    output.warn({
      ...{ code: "bundle/out-of-date", severity: "warning" },
      message: `tsop could not compare the bundle with the sources: ${error.message}`,
      hint: "Run `tsop bundle --check`, which shows all errors.",
    });
  }
}

function stale([first = "the bundle", ...others]: readonly string[]): Diagnostic {
  const more = others.length === 0 ? "" : `, and ${others.length} more`;
  return {
    ...{ code: "bundle/out-of-date", severity: "warning" },
    message: `the bundle differs from the sources: ${first}${more}`,
    hint: "Run `tsop bundle` with the flags that you used before; `tsop bundle --check` shows the differences.",
  };
}

function pathsOf(json: Readonly<Record<string, unknown>>): readonly string[] {
  const changes = json["changes"];
  return isList(changes) ? changes.map((change) => String(field(change, "path"))) : [];
}

/** The command has already reported missing fields. */
function quiet(output: Output): Output {
  return { ...output, note: () => undefined, warn: () => undefined };
}
