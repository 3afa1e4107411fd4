/** What a user does with kubectl: lines of shell, run in a namespace and a folder of their own. */
export interface Scenario {
  readonly name: string;
  /** Files in that folder, by name. `$NS` in them is the namespace. */
  readonly files?: Readonly<Record<string, string>>;
  /**
   * Each has to succeed, or to fail where `! ` stands before it. `$NS` is the namespace, and a word for objects that have none.
   * `seen PATTERN FILE` waits until a file has a line.
   */
  readonly steps: readonly string[];
}
