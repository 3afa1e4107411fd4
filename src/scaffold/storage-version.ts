/**
 * Puts `@storageVersion` into the doc comment of a kind, or makes one, if that can be done without doubt.
 *
 * @returns `present` when the tag is there, `unclear` when there is no place that is surely right
 */
export function tagStorageVersion(
  text: string | undefined,
  kind: string,
): { readonly text: string } | "present" | "unclear" {
  if (text === undefined) return "unclear";
  if (hasStorageVersion(text)) return "present";
  const declaration = new RegExp(`(^|\\r?\\n)export interface ${kind} extends\\s+CustomResource\\b`, "g");
  const [found, ...others] = text.matchAll(declaration);
  if (found === undefined || others.length > 0) return "unclear";
  const above = text.slice(0, found.index);
  const line = above.slice(above.lastIndexOf("\n") + 1);
  if (!line.trimEnd().endsWith("*/")) return tagUncommented(text, found.index + (found[1] ?? "").length, line);
  if (!above.endsWith("*/")) return "unclear";
  const end = above.length - "*/".length;
  const start = text.lastIndexOf("/**", end);
  if (start === -1 || text.slice(start + 3, end).includes("*/")) return "unclear";
  const lineBreak = found[1] ?? "\n";
  const body = text.slice(start + 3, end);
  const isOneLine = !body.includes("\n");
  const comment = isOneLine
    ? `/**${lineBreak} * ${body.trim()}${lineBreak} * @storageVersion${lineBreak} `
    : `/**${body.trimEnd()}${lineBreak} * @storageVersion${lineBreak} `;
  return { text: text.slice(0, start) + comment + text.slice(end) };
}

/** Whether the file says which version is stored. */
export function hasStorageVersion(text: string | undefined): boolean {
  return text !== undefined && /@storageVersion\b|\+kubebuilder:storageversion\b/.test(text);
}

/** Above the declaration at `start`; a comment of markers goes on. @param lineAbove - the line before the declaration */
function tagUncommented(text: string, start: number, lineAbove: string): { readonly text: string } {
  const tag = /^\/\/\s*\+/.test(lineAbove) ? "// +kubebuilder:storageversion" : "/** @storageVersion */";
  const lineBreak = text.includes("\r\n") ? "\r\n" : "\n";
  return { text: `${text.slice(0, start)}${tag}${lineBreak}${text.slice(start)}` };
}

/**
 * Takes `@storageVersion` out of a file.
 *
 * @returns `absent` when it is not there, `unclear` when it does not stand in a line of its own, once
 */
export function untagStorageVersion(text: string | undefined): { readonly text: string } | "absent" | "unclear" {
  const tag = /@storageVersion\b|\+kubebuilder:storageversion\b/g;
  const count = text?.match(tag)?.length ?? 0;
  if (text === undefined || count === 0) return "absent";
  const line = /^[ \t]*(?:\*|\/\/)[ \t]*(?:@storageVersion|\+kubebuilder:storageversion)[ \t]*\r?\n/m;
  return count === 1 && line.test(text) ? { text: text.replace(line, "") } : "unclear";
}
