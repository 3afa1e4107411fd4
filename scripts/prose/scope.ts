const endings = /\.(?:md|ts|js|mjs|hbs|sh|ya?ml)$|(?:^|\/)(?:Dockerfile|run)$/;

/** Files that are generated, or that other projects or recordings define. */
const others = ["src/k8s/", "data/", "test/golden/", "test/data/", "test/fixtures/", "bench/results.md"];

/** Folders whose strings are kube-apiserver's and cel-go's words, or data of tests. */
const foreignStrings = ["src/apiserver/", "src/cel/", "test/"];

/** Returns whether the prose of a file is written for readers, by its path in the repository. */
export function hasReaders(file: string): boolean {
  return endings.test(file) && !others.some((prefix) => file.startsWith(prefix));
}

/** Returns whether the string literals of a file are texts of this project. */
export function readsStrings(file: string): boolean {
  return !foreignStrings.some((prefix) => file.startsWith(prefix));
}
