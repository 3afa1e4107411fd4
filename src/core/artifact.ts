/** A file that a generator made: where it belongs in the project, and its whole text. */
export interface Artifact {
  /** Path relative to the project, with forward slashes. */
  readonly path: string;
  readonly content: string;
}
