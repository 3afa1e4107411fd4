/** The existing files of a project. */
export interface ExistingFiles {
  /** Returns the text of a file of the project, or undefined if it does not exist. */
  read(path: string): string | undefined;
  /** Returns the names of the files in a folder of the project; none if the folder does not exist. */
  list(folder: string): readonly string[];
}
