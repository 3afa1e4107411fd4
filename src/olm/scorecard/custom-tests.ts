/** The tests in TypeScript that a project contains: files of one folder, which the configuration of scorecard names. */

/** The folder in a project. Each of its files exports one test. */
export const customTestFolder = "test/scorecard";

/** The program in the entrypoint of such a test. Its argument is the name of the file, without the ending. */
export const customTestProgram = "tsop-scorecard-test";

/** What a configuration says of a test in TypeScript. The test has no image: tsop runs it. */
export function customTestSpec(name: string) {
  return {
    image: "",
    entrypoint: [customTestProgram, name],
    labels: { suite: "custom", test: `${name}-test` },
  };
}

/** Returns the tests among the files of the folder, by name. Other files are parts that tests import. */
export function customTestNames(files: readonly string[]): string[] {
  return files.flatMap((file) => /^([a-z0-9][a-z0-9-]*)\.ts$/.exec(file)?.[1] ?? []).toSorted();
}

export function customTestFile(name: string): string {
  return `${customTestFolder}/${name}.ts`;
}
