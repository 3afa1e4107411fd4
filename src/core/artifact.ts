/** A file from a generator, with its path in the project and its complete text. */
export interface Artifact {
  /** The path relative to the project, with forward slashes. */
  readonly path: string;
  readonly content: string;
}
