import dockerignore from "@balena/dockerignore";

// The package declares a default export, but the module itself is the export.
const newDockerignore = dockerignore as unknown as typeof dockerignore.default;

/**
 * Returns the paths that the rules of a `.dockerignore` do not exclude.
 *
 * @throws SyntaxError if the library cannot convert a rule to a regular expression
 */
export function admittedPaths(rules: readonly string[], paths: readonly string[]): string[] {
  return newDockerignore({ ignorecase: false })
    .add([...rules])
    .filter([...paths]);
}

/**
 * Returns the lines that can be paths. The libraries convert each line to a regular expression, which takes minutes for
 * a long line.
 */
export function ignoreRules(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line.length <= 1000);
}
