/** The commands about the compatibility of an API. */
import { declare } from "./declare.js";
import { type Input, type OptionsOf, text, toggle } from "./flags.js";
import { kubeconfig } from "./shared.js";

const apiDiffInput = {
  flags: {
    against: text(
      "<source>",
      "the earlier CRDs: git:REF, npm:VERSION, or a file, a folder or a URL (default: git:HEAD)",
    ),
    fromCluster: toggle("compare with the CRDs in a cluster"),
    kubeconfig,
    context: text("<name>", "with --from-cluster: context of the kubeconfig (default: its current context)"),
    crdDir: text("<dir>", "the folder of the CRDs in a commit or a package (default: config/crd/bases)"),
    failOn: {
      kind: "choice",
      value: "<level>",
      help: "exit with 3 for changes that break (breaking), also for those that break only some (some), or never",
      choices: ["breaking", "some", "never"],
      default: "breaking",
    },
    semver: toggle("print only the next version of the package in package.json"),
    changelog: toggle("print only a section for the changelog, in Markdown"),
    checkVersion: toggle("also exit with 3 if the version in package.json is too low for the changes since git:REF"),
    all: toggle("also list compatible changes"),
  },
} as const satisfies Input;

export type ApiDiffOptions = OptionsOf<typeof apiDiffInput>;

export const apiDiff = declare({
  path: "api diff",
  summary: "show which changes of the types break objects or clients",
  description:
    "Generates the CRDs from the types, without writing them, and compares them with earlier CRDs; in the same way, the " +
    "definitions of the kinds of the extension API server. For each change, shows " +
    "its location in the types, whether it breaks stored objects, clients, or a rollback, and what you can do instead. " +
    "Exits with 3 if a change breaks stored objects or all clients of a version that is not alpha.",
  input: apiDiffInput,
  contradictions: [
    { option: "fromCluster", others: ["against"], reason: "each names the earlier CRDs" },
    { option: "semver", others: ["changelog"], reason: "each prints one result only" },
    {
      option: "checkVersion",
      others: ["semver", "changelog"],
      reason: "they print one result only, and check nothing",
    },
  ],
  more: `
Sources of the earlier CRDs:
  git:REF       the CRDs and definitions that a commit, a branch or a tag contains
  npm:VERSION   the CRDs and definitions in a published version of this project's own package
  FILE          a file, a folder or a URL with CRDs, such as dist/install.yaml

Examples:
  tsop api diff
  tsop api diff --against git:v1.2.0 --output sarif > api.sarif
  tsop api diff --against https://example.com/releases/v1.2.0/install.yaml
  tsop api diff --from-cluster --context prod
  tsop api diff --against git:v1.2.0 --semver
  tsop api diff --against git:v1.2.0 --check-version --fail-on never
  tsop api diff --against git:v1.2.0 --changelog >> CHANGELOG.md`,
  load: async () => (await import("../api-diff.js")).apiDiff,
});
