/** The files that are there already. */
export interface ExistingFiles {
  /** The text of a file of the project; undefined when there is none. */
  read(path: string): string | undefined;
  /** The names of the files in a folder of the project; none where there is no such folder. */
  list(folder: string): readonly string[];
}
