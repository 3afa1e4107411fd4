/** Runs a function at once. The promise rejects if the function throws. */
export function attempt<T>(run: () => T): Promise<T> {
  return new Promise((resolve) => resolve(run()));
}
