/** An ignore file with the lines of `wanted` that it lacks at its end; comments are not carried over. */
export function mergeIgnoreFile(text: string, wanted: string): string {
  const lineBreak = text.includes("\r\n") ? "\r\n" : "\n";
  const present = new Set(text.split(/\r?\n/).map(normalize));
  const missing = wanted
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#") && !present.has(normalize(line)));
  if (missing.length === 0) return text;
  const start = text === "" || text.endsWith("\n") ? text : `${text}${lineBreak}`;
  return `${start}${missing.join(lineBreak)}${lineBreak}`;
}

/** `dist`, `/dist` and `dist/` mean the same to nearly everybody. */
function normalize(line: string): string {
  return line.trim().replace(/^\//, "").replace(/\/$/, "");
}
