/**
 * Puts `@storageVersion` into the doc comment of a kind, if that can be done without doubt.
 *
 * @returns `present` when the tag is there, `unclear` when there is no place that is surely right
 */
export function tagStorageVersion(
  text: string | undefined,
  kind: string,
): { readonly text: string } | "present" | "unclear" {
  if (text === undefined) return "unclear";
  if (/@storageVersion\b|\+kubebuilder:storageversion\b/.test(text)) return "present";
  const declaration = new RegExp(`\\*/(\\r?\\n)export interface ${kind} extends\\s+CustomResource\\b`, "g");
  const [found, ...others] = text.matchAll(declaration);
  if (found === undefined || others.length > 0) return "unclear";
  const end = found.index;
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
