/** More texts than any cluster has; protects against a server that puts a counter into its warnings. */
const maxKnown = 1000;

/** Passes on the texts of `Warning` headers (`299 - "text"`, several joined by commas), each once. */
export function createWarningReader(
  onWarning: ((text: string) => void) | undefined,
): (header: string | undefined) => void {
  const known = new Set<string>();
  return (header) => {
    if (header === undefined || onWarning === undefined) return;
    for (const text of parseWarnings(header)) {
      if (known.has(text) || known.size >= maxKnown) continue;
      known.add(text);
      onWarning(text);
    }
  };
}

export function parseWarnings(header: string): string[] {
  const entries = header.matchAll(/299 \S+ "((?:[^"\\]|\\.)*)"/g);
  return [...entries].map(([, quoted = ""]) => quoted.replace(/\\(.)/g, "$1"));
}
