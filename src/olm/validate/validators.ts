/** The validators: tables of rules. Users select the optional ones. The names and labels are those of `operator-sdk`. */
import { bundleRules } from "./rules/bundle.js";
import { crdRules } from "./rules/crds.js";
import { csvRules } from "./rules/csv.js";
import { communityRules } from "./rules/community.js";
import { dependencyRules } from "./rules/dependencies.js";
import { exampleRules } from "./rules/examples.js";
import { formatRules } from "./rules/format.js";
import { goodPracticeRules } from "./rules/good-practices.js";
import { multiarchRules } from "./rules/multiarch.js";
import { objectRules } from "./rules/objects.js";
import { capabilityRules, categoryRules, operatorHubRules } from "./rules/operator-hub.js";
import { removedApiRules } from "./rules/removed-apis.js";
import { unreadableRules } from "./rules/unreadable.js";
import type { Rule } from "./rule.js";

export interface Validator {
  readonly name: string;
  readonly summary: string;
  readonly rules: readonly Rule[];
  /** The sets of labels: a selector must match one set; undefined for a validator that always runs. */
  readonly labels?: readonly Readonly<Record<string, string>>[];
}

const suite = "operatorframework";

export const validators: readonly Validator[] = [
  { name: "files", summary: "files that tools can read", rules: unreadableRules },
  { name: "format", summary: "folders, annotations and kinds of objects", rules: [...formatRules, ...dependencyRules] },
  { name: "csv", summary: "the ClusterServiceVersion", rules: [...csvRules, ...exampleRules] },
  { name: "crd", summary: "the CRDs", rules: crdRules },
  { name: "bundle", summary: "the bundle as a whole", rules: bundleRules },
  {
    name: "operatorhubv2",
    summary: "the metadata that OperatorHub.io requires",
    rules: operatorHubRules,
    labels: [{ name: "operatorhubv2", suite }, { name: "operatorhub" }],
  },
  {
    name: "capabilities",
    summary: "the capability level",
    rules: capabilityRules,
    labels: [{ name: "capabilities", suite }, { name: "operatorhub" }],
  },
  {
    name: "categories",
    summary: "the categories of OperatorHub.io",
    rules: categoryRules,
    labels: [{ name: "categories", suite }, { name: "operatorhub" }],
  },
  {
    name: "alpha-deprecated-apis",
    summary: "APIs that Kubernetes has removed (--optional-values k8s-version=1.25)",
    rules: removedApiRules,
    labels: [{ name: "alpha-deprecated-apis", suite }, { name: "operatorhub" }],
  },
  {
    name: "good-practices",
    summary: "requests, descriptions, names of channels and bundles",
    rules: goodPracticeRules,
    labels: [{ name: "good-practices", suite }],
  },
  {
    name: "objects",
    summary: "PodDisruptionBudgets, PriorityClasses and roles that affect the whole cluster",
    rules: objectRules,
    labels: [{ name: "objects" }],
  },
  {
    name: "multiarch",
    summary: "the platforms of the images, which tsop reads from their registries",
    rules: multiarchRules,
    labels: [{ name: "multiarch" }],
  },
  {
    name: "community",
    summary: "versions of OpenShift without the APIs that Kubernetes 1.22 removed (--optional-values index-path=FILE)",
    rules: communityRules,
    labels: [{ name: "community" }],
  },
];
