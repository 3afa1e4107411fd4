/** The rules for every ClusterServiceVersion. Source: operator-framework/api, pkg/validation/internal/csv.go. */
import { parseSemver } from "../../../cel/semver.js";
import { checkDns1123Subdomain, checkLabelValue } from "../../../apiserver/kinds/validation/names.js";
import { fieldAt } from "../field-at.js";
import { csvKeys, olmKeys } from "../../annotations.js";
import { readTolerantVersion } from "../go-semver.js";
import { type CsvFacts, csvRule, type Found, foundIf, type Rule } from "../rule.js";
import { typeFaultOf } from "../typed-objects.js";

const caseSensitive = new Map(
  [...Object.values(olmKeys), csvKeys.skipRange].map((key) => [key.toLowerCase(), key] as const),
);

/** Returns why OLM cannot use a text as a name: it also becomes the value of a label. */
function nameFault(name: string): string | undefined {
  const faults = [...checkDns1123Subdomain(name), ...checkLabelValue(name)];
  return faults.length === 0 ? undefined : faults.join("; ");
}

export const csvRules: readonly Rule[] = [
  csvRule({
    name: "csv-name",
    severity: "error",
    hint: "Name it PACKAGE.vVERSION, such as memcached-operator.v0.0.1, with at most 63 characters.",
    check: ({ name, at }) => {
      const fault = nameFault(name);
      return fault === undefined ? [] : [{ at: at("metadata", "name"), message: `metadata.name "${name}": ${fault}` }];
    },
  }),
  csvRule({
    name: "csv-replaces",
    severity: "error",
    hint: "Name the ClusterServiceVersion that this one replaces: PACKAGE.vVERSION.",
    check: ({ spec, at }) => {
      const fault = (spec.replaces ?? "") === "" ? undefined : nameFault(spec.replaces ?? "");
      const message = `spec.replaces "${spec.replaces ?? ""}": ${fault ?? ""}`;
      return fault === undefined ? [] : [{ at: at("spec", "replaces"), message }];
    },
  }),
  csvRule({
    name: "csv-version-format",
    severity: "error",
    hint: "Write a semantic version, such as 0.0.1.",
    check: ({ spec, at }) =>
      foundIf(
        spec.version !== undefined && readTolerantVersion(spec.version) === undefined,
        () => at("spec", "version"),
        () => `spec.version "${spec.version ?? ""}" is not a semantic version`,
      ),
  }),
  csvRule({
    name: "csv-types",
    severity: "error",
    hint: "Correct the value: OLM cannot read the ClusterServiceVersion.",
    check: (csv) => typeFaults(csv),
  }),
  csvRule({
    name: "csv-api-version",
    severity: "error",
    hint: "Write apiVersion: operators.coreos.com/v1alpha1.",
    check: ({ csv, at }) =>
      foundIf(
        (csv.apiVersion ?? "") === "",
        () => at(),
        () => "the ClusterServiceVersion has no apiVersion",
      ),
  }),
  csvRule({
    name: "install-modes",
    severity: "error",
    hint: "List the four install modes in spec.installModes, and set `supported: true` for those that the operator supports.",
    check: installModeFaults,
  }),
  csvRule({
    name: "install-mode-twice",
    severity: "error",
    isOwn: true,
    hint: "List each install mode once: OLM supports none if one occurs twice.",
    check: ({ spec, at }) => {
      const types = (spec.installModes ?? []).map(({ type }) => type);
      return types.flatMap((type, index) =>
        types.indexOf(type) === index
          ? []
          : [{ at: at("spec", "installModes", index), message: `spec.installModes contains ${type ?? ""} twice` }],
      );
    },
  }),
  csvRule({
    name: "conversion-install-mode",
    severity: "error",
    hint: "Support AllNamespaces only: a conversion webhook serves the whole cluster.",
    check: ({ spec, at }) => {
      const modes = spec.installModes ?? [];
      const isWrong = modes.some(({ type, supported = false }) => (type === "AllNamespaces") !== supported);
      return (spec.webhookdefinitions ?? []).flatMap(({ conversionCRDs = [] }, index) =>
        modes.length > 0 && isWrong && conversionCRDs.length > 0
          ? [
              {
                at: at("spec", "webhookdefinitions", index, "conversionCRDs"),
                message: "the bundle has a conversion webhook, but AllNamespaces is not its only install mode",
              },
            ]
          : [],
      );
    },
  }),
  csvRule({
    name: "min-kube-version",
    severity: "warning",
    hint: "Set spec.minKubeVersion, such as 1.25.0. Without it, OLM installs the operator on clusters of any version.",
    check: ({ spec, at }) =>
      foundIf(
        (spec.minKubeVersion ?? "").trim() === "",
        () => at("spec"),
        () => "spec.minKubeVersion is not set",
      ),
  }),
  csvRule({
    name: "min-kube-version-format",
    severity: "error",
    hint: "Write it with three numbers and without v, such as 1.25.0.",
    check: ({ spec: { minKubeVersion = "" }, at }) =>
      foundIf(
        minKubeVersion.trim() !== "" && typeof parseSemver(minKubeVersion) === "string",
        () => at("spec", "minKubeVersion"),
        () => `spec.minKubeVersion "${minKubeVersion}" is not a version X.Y.Z`,
      ),
  }),
  csvRule({
    name: "required-field",
    severity: "error",
    hint: "Set the field. OLM requires it.",
    check: requiredFaults,
  }),
  csvRule({
    name: "annotation-case",
    severity: "error",
    hint: "Correct the case of the key: OLM ignores the annotation otherwise.",
    check: ({ annotations, at }) =>
      Object.keys(annotations).flatMap((key) => {
        const known = caseSensitive.get(key.toLowerCase());
        return foundIf(
          known !== undefined && known !== key,
          () => at("metadata", "annotations", key),
          () => `the annotation ${key} must be ${known ?? ""}`,
        );
      }),
  }),
  csvRule({
    name: "properties-annotation",
    severity: "warning",
    hint: "Move the properties to metadata/properties.yaml.",
    check: ({ annotations, at }) =>
      foundIf(
        Object.hasOwn(annotations, csvKeys.properties),
        () => at("metadata", "annotations", csvKeys.properties),
        () => `the annotation ${csvKeys.properties} contains properties`,
      ),
  }),
];

function installModeFaults({ spec, at }: CsvFacts): readonly Found[] {
  const modes = spec.installModes ?? [];
  if (modes.length === 0)
    return [{ at: at("spec", "installModes"), message: "spec.installModes lists no install mode" }];
  return foundIf(
    !modes.some(({ supported }) => supported === true),
    () => at("spec", "installModes"),
    () => "spec.installModes supports no install mode",
  );
}

/** Go requires that these fields are not zero. */
function requiredFaults({ csv, spec, raw, at }: CsvFacts): readonly Found[] {
  const missing = (...path: readonly string[]): Found => ({ at: at(...path), message: `${path.join(".")} is missing` });
  if (isZero(spec)) return [...(isZero(csv.metadata) ? [missing("metadata")] : []), missing("spec")];
  const install = spec.install ?? {};
  return [
    ...(isZero(csv.metadata) ? [missing("metadata")] : []),
    ...(isZero(install) ? [missing("spec", "install")] : []),
    ...(!isZero(install) && (install.strategy ?? "") === "" ? [missing("spec", "install", "strategy")] : []),
    ...(!isZero(install.spec) && install.spec?.deployments === undefined
      ? [missing("spec", "install", "spec", "deployments")]
      : []),
    ...((spec.displayName ?? "") === "" && !Array.isArray(fieldAt(raw, ["spec", "displayName"]))
      ? [missing("spec", "displayName")]
      : []),
  ];
}

/** Returns whether Go's value is zero. An empty list is not. */
function isZero(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return value === undefined || value === "" || value === false;
  return !Array.isArray(value) && Object.values(value).every(isZero);
}

const policyRule = "io.k8s.api.rbac.v1.PolicyRule";

function typeFaults({ spec, raw, at }: CsvFacts): readonly Found[] {
  const install = ["spec", "install", "spec"] as const;
  const found = (path: readonly (string | number)[], type: string): readonly Found[] => {
    const message = typeFaultOf(fieldAt(raw, path), type);
    return message === undefined ? [] : [{ at: at(...path), message }];
  };
  const { deployments = [], permissions = [], clusterPermissions = [] } = spec.install?.spec ?? {};
  const ofRoles = (field: string, roles: typeof permissions): readonly Found[] =>
    roles.flatMap(({ rules = [] }, index) =>
      rules.flatMap((_, at) => found([...install, field, index, "rules", at], policyRule)),
    );
  return [
    ...deployments.flatMap((_, index) =>
      found([...install, "deployments", index, "spec"], "io.k8s.api.apps.v1.DeploymentSpec"),
    ),
    ...ofRoles("permissions", permissions),
    ...ofRoles("clusterPermissions", clusterPermissions),
  ];
}
