/** The commands that check an OLM bundle. */
import { declare } from "./declare.js";
import { type Input, list, type OptionsOf, text, toggle } from "./flags.js";
import { image } from "./shared.js";

const validateInput = {
  argument: "[bundle]",
  flags: {
    selectOptional: text(
      "<selector>",
      "also run the optional validators with these labels, such as suite=operatorframework",
    ),
    listOptional: toggle("list the optional validators and their labels; validate nothing"),
    optionalValues: list("<key=value>", "a value for optional validators: k8s-version=1.25 (repeatable)"),
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
      others: ["selectOptional", "optionalValues", "strict", "tlsVerify"],
      reason: "--list-optional validates nothing",
    },
  ],
  more: `
Examples:
  tsop bundle validate
  tsop bundle validate ./bundle --select-optional suite=operatorframework
  tsop bundle validate registry.example.com/demo-bundle:v0.1.0
  tsop bundle validate --select-optional suite=operatorframework --optional-values k8s-version=1.32`,
  load: async () => (await import("../olm/bundle-validate.js")).bundleValidate,
});
