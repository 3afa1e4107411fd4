/** Prints figures for readers of the log; no test depends on the speed of a machine. */
export function report(text: string): void {
  process.stderr.write(`${text}\n`);
}
