/** The commands of a kubectl user: shell lines, run in their own namespace and folder. */
export interface Scenario {
  readonly name: string;
  /** Files in that folder, by name. `$NS` in them is the namespace. */
  readonly files?: Readonly<Record<string, string>>;
  /**
   * Shell lines. Each must succeed, or fail if it starts with `! `. `$NS` is the namespace, and a word for cluster-scoped names.
   * `seen PATTERN FILE` waits until a file contains a line.
   */
  readonly steps: readonly string[];
}
