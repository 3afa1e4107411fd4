/** A rejected kustomization, with the code and a part of the message. */
import type { ErrorCode } from "../../../src/core/error-codes.js";
import { overAll, type RenderCase } from "../corpus/objects.js";

export interface RefusedCase extends RenderCase {
  readonly code: ErrorCode;
  readonly says: string;
  /** Whether kustomize accepts the kustomization. */
  readonly isKustomizes?: true;
}

export type RefusedCases = Readonly<Record<string, RefusedCase>>;

export function refused(
  { files }: RenderCase,
  code: ErrorCode,
  says: string,
  more: { readonly isKustomizes?: true } = {},
): RefusedCase {
  return { files, code, says, ...more };
}

export const alone = (text: string, files: Readonly<Record<string, string>> = {}): RenderCase => ({
  files: { "kustomization.yaml": text, ...files },
});

export const patch = (text: string): RenderCase => overAll(`patches:\n- patch: |-\n${text.replace(/^/gm, "    ")}\n`);
