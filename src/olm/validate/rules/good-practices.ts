/** The good practices. Source: operator-framework/api, pkg/validation/internal/good_practices.go. */
import { bundleKeys } from "../../annotations.js";
import { parseSemver } from "../../../cel/semver.js";
import { type CsvFacts, csvRule, type Found, foundIf, type Rule } from "../rule.js";

export const goodPracticeRules: readonly Rule[] = [
  csvRule({
    name: "deployment-missing",
    severity: "error",
    hint: "List the operator's Deployment in spec.install.spec.deployments.",
    check: ({ spec, at }) =>
      foundIf(
        spec.install?.spec?.deployments === undefined,
        () => at("spec", "install", "spec"),
        () => "the ClusterServiceVersion installs no Deployment",
      ),
  }),
  csvRule({
    name: "resource-requests",
    severity: "warning",
    hint: "Set resources.requests with cpu and memory: a cluster with a quota rejects the Pod otherwise.",
    check: ({ spec, at }) =>
      (spec.install?.spec?.deployments ?? []).flatMap((deployment, index) =>
        (deployment.spec?.template?.spec?.containers ?? []).flatMap(({ name = "", resources }, each) =>
          foundIf(
            resources?.requests === undefined,
            () => at("spec", "install", "spec", "deployments", index, "spec", "template", "spec", "containers", each),
            () => `the container ${name} has no resources.requests`,
          ),
        ),
      ),
  }),
  csvRule({
    name: "crd-description",
    severity: "warning",
    hint: "Describe the kind for the users of the catalog.",
    check: ({ spec, at }) =>
      (["owned", "required"] as const).flatMap((field) =>
        (spec.customresourcedefinitions?.[field] ?? []).flatMap(({ name = "", description = "" }, index) =>
          foundIf(
            description === "",
            () => at("spec", "customresourcedefinitions", field, index),
            () => `${name} has no description`,
          ),
        ),
      ),
  }),
  {
    name: "channel-name",
    severity: "warning",
    hint: "Begin the names of channels with candidate, fast or stable.",
    check: ({ bundle }) => {
      const { value = {}, document } = bundle.annotations ?? {};
      const { [bundleKeys.channels]: channels = "", [bundleKeys.defaultChannel]: byDefault = "" } = value;
      const names = new Set([...channels.split(","), byDefault].map((name) => name.trim()));
      const odd = [...names].filter((name) => name !== "" && !/^(?:candidate|fast|stable)/.test(name));
      if (document === undefined || odd.length === 0) return [];
      const at = document.at(["annotations", bundleKeys.channels]);
      return [{ at, message: `unusual names of channels: ${odd.join(", ")}` }];
    },
  },
  csvRule({
    name: "crd-permission",
    severity: "warning",
    hint: "Put the CRDs into the bundle, and use dependencies for those of other operators.",
    check: crdPermissions,
  }),
  csvRule({
    name: "csv-name-version",
    severity: "warning",
    hint: "Name it PACKAGE.vVERSION, such as memcached-operator.v0.0.1.",
    check: ({ name, at }) => {
      const [version] =
        /(?<!\d)\d+\.\d+\.\d+(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?(?:\+[0-9A-Za-z-]+)?$/.exec(name) ?? [];
      return foundIf(
        version === undefined || typeof parseSemver(version) === "string",
        () => at("metadata", "name"),
        () => `metadata.name "${name}" does not end with a semantic version`,
      );
    },
  }),
  csvRule({
    name: "csv-name-form",
    severity: "warning",
    hint: "Name it PACKAGE.vVERSION, such as memcached-operator.v0.0.1.",
    check: ({ name, at }) =>
      foundIf(
        name.split(".v").length !== 2,
        () => at("metadata", "name"),
        () => `metadata.name "${name}" does not have the form PACKAGE.vVERSION`,
      ),
  }),
];

/** Reports the first rule that allows to create CRDs. */
function crdPermissions({ spec, at }: CsvFacts): readonly Found[] {
  const { permissions = [], clusterPermissions = [] } = spec.install?.spec ?? {};
  const has = (values: readonly string[] | undefined, ...wanted: readonly string[]): boolean =>
    values?.some((value) => wanted.includes(value)) === true;
  const found = Object.entries({ permissions, clusterPermissions }).flatMap(([field, roles]) =>
    roles.flatMap(({ rules = [] }, index) =>
      rules.flatMap(({ apiGroups, resources, verbs }, each) =>
        foundIf(
          has(apiGroups, "apiextensions.k8s.io") &&
            has(resources, "customresourcedefinitions", "*", "[*]") &&
            has(verbs, "create", "patch", "*", "[*]"),
          () => at("spec", "install", "spec", field, index, "rules", each),
          () => "the operator may create CRDs, which is OLM's task",
        ),
      ),
    ),
  );
  return found.slice(0, 1);
}
