/** The commands that check an OLM bundle. */
import { declare, printsToStdout } from "./declare.js";
import { type Input, list, type OptionsOf, parsed, text, toggle } from "./flags.js";
import { cluster, image } from "./shared.js";
import { duration } from "./values.js";

const validateInput = {
  argument: "[bundle]",
  flags: {
    selectOptional: text(
      "<selector>",
      "also run the optional validators with these labels, such as suite=operatorframework",
    ),
    listOptional: toggle("list the optional validators and their labels; validate nothing"),
    optionalValues: list(
      "<key=value>",
      "a value for optional validators: k8s-version=1.25, index-path=bundle.Dockerfile (repeatable)",
    ),
    alphaSelectExternal: text("<paths>", "also run these programs as validators, separated as in PATH"),
    strict: toggle("treat warnings as errors"),
    tlsVerify: image.tlsVerify,
  },
} as const satisfies Input;

export type BundleValidateOptions = OptionsOf<typeof validateInput>;

export const bundleValidate = declare({
  path: "bundle validate",
  summary: "check an OLM bundle by the rules of OLM and OperatorHub.io",
  description:
    "Checks a bundle by the rules of Operator Framework's validators, and by the rules of the API server that would reject " +
    "the bundle when OLM installs it. BUNDLE is a folder (default: bundle), or an image in a registry with its tag or " +
    "digest. Names the rule and the location of each fault. Exits with 1 if it finds an error, and with 0 if it finds only " +
    "warnings. Needs no cluster.",
  input: validateInput,
  contradictions: [
    {
      option: "listOptional",
      others: ["selectOptional", "optionalValues", "alphaSelectExternal", "strict", "tlsVerify"],
      reason: "--list-optional validates nothing",
    },
  ],
  more: `
Examples:
  tsop bundle validate
  tsop bundle validate ./bundle --select-optional suite=operatorframework
  tsop bundle validate registry.example.com/demo-bundle:v0.1.0
  tsop bundle validate --select-optional suite=operatorframework --optional-values k8s-version=1.32
  tsop bundle validate --select-optional name=multiarch
  tsop bundle validate --alpha-select-external ./validators/naming`,
  load: async () => (await import("../olm/validate/bundle-validate.js")).bundleValidate,
});

const scorecardInput = {
  argument: "[bundle]",
  flags: {
    config: {
      ...text("<file>", "the configuration with the tests (default: the file in the bundle)"),
      short: "-c",
    },
    selector: { ...text("<selector>", "run only the tests with these labels, such as suite=olm"), short: "-l" },
    list: { ...toggle("list the tests and their labels; run none"), short: "-L" },
    run: toggle("run the operator of the project from its sources during the tests, as tsop dev does"),
    ...cluster,
    context: text("<name>", "use the cluster of this context (default: the embedded API server)"),
    kubeconfig: text("<file>", "use the cluster of this kubeconfig (default: the embedded API server)"),
    namespace: {
      ...text("<name>", "the namespace of the examples and the tests (default: that of the context, or default)"),
      short: "-n",
    },
    waitTime: {
      ...parsed("<duration>", duration, "time limit for the status of the examples, and for the tests (default: 30s)"),
      short: "-w",
    },
    skipCleanup: { ...toggle("keep the objects that the tests need in the cluster"), short: "-x" },
    format: {
      kind: "choice",
      value: "<format>",
      help: "format of the results: text, or xunit for CI systems (the XML of JUnit)",
      choices: ["text", "xunit"],
    },
    tlsVerify: image.tlsVerify,
  },
} as const satisfies Input;

export type ScorecardOptions = OptionsOf<typeof scorecardInput>;

export const scorecard = declare({
  path: "scorecard",
  summary: "run the tests of scorecard on an OLM bundle",
  description:
    "Tries a bundle on the embedded API server, or on a named cluster: installs its CRDs, creates its examples, and runs the " +
    "tests that its tests/scorecard/config.yaml lists. These are the tests of operator-sdk, and tests in TypeScript in " +
    "test/scorecard/. BUNDLE is a folder (default: bundle), or an image in a registry with its tag or digest. Needs neither " +
    "Pods nor images. Reports a test in another image as an error. Exits with 1 if a test does not pass.",
  input: scorecardInput,
  contradictions: [
    {
      option: "list",
      others: ["format", "run", "context", "kubeconfig", "namespace", "waitTime", "skipCleanup"],
      reason: "--list runs no test",
    },
  ],
  withoutSarif: ({ format, list }) => {
    if (format !== undefined) return printsToStdout("--format");
    return list === true
      ? { what: "--list", reason: "it has no findings", hint: "Use --output text or --output json." }
      : undefined;
  },
  more: `
Examples:
  tsop scorecard
  tsop scorecard --run --wait-time 60s
  tsop scorecard ./bundle --selector suite=olm
  tsop scorecard registry.example.com/demo-bundle:v0.1.0 --context kind-kind --namespace scorecard
  tsop scorecard --format xunit > scorecard.xml`,
  load: async () => (await import("../olm/scorecard/scorecard.js")).scorecard,
});
