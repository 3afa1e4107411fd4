/** Figures for who reads along; no test depends on how fast a machine is. */
export function report(text: string): void {
  process.stderr.write(`${text}\n`);
}
