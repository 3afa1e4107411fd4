/**
 * The rules of the community catalog for OpenShift: a bundle with APIs that Kubernetes 1.22 removed must not reach
 * OpenShift 4.9. Source: operator-framework/api, pkg/validation/internal/community.go.
 */
import { isJsonObject, isList } from "../../../core/json.js";
import { readJson } from "../../../core/json-fields.js";
import { isAtLeast, readTolerantVersion } from "../go-semver.js";
import { csvRule, type CsvFacts, type Facts, type Found, type Rule } from "../rule.js";
import { usesRemovedApis } from "./removed-apis.js";

const propertiesKey = "olm.properties";
const mostKey = "olm.maxOpenShiftVersion";
const label = "com.redhat.openshift.versions";
const firstWithout = "4.9";

export const communityRules: readonly Rule[] = [
  csvRule({
    name: "max-openshift-version",
    severity: "error",
    hint: `Use the APIs that replace them, or set the annotation ${propertiesKey}: '[{"type": "${mostKey}", "value": "4.8"}]'.`,
    check: (csv, facts) => ifAffected(facts, csv, versionFault),
  }),
  csvRule({
    name: "max-openshift-version-precision",
    severity: "warning",
    hint: "Write two numbers, such as 4.8.",
    check: (csv, facts) =>
      ifAffected(facts, csv, (text) => {
        const most = mostVersionOf(text) ?? "";
        const version = readTolerantVersion(most);
        return version !== undefined && (version.patch > 0n || version.prerelease.length > 0)
          ? `${mostKey} ${most} has more than two numbers`
          : undefined;
      }),
  }),
  csvRule({
    name: "openshift-label",
    severity: "error",
    hint: `Use the APIs that replace them, or write LABEL ${label}="v4.6-v4.8".`,
    check: (_, facts) => labelFaults(facts),
  }),
  csvRule({
    name: "openshift-label-unchecked",
    severity: "warning",
    hint: "Name the Dockerfile of the bundle with --optional-values index-path=bundle.Dockerfile.",
    check: ({ at }, facts) =>
      facts.values.dockerfile !== undefined || !usesRemovedApis(facts, "1.22")
        ? []
        : [{ at: at(), message: `tsop did not check the label ${label}, because no Dockerfile is named` }],
  }),
];

function ifAffected(
  facts: Facts,
  { annotations, at }: CsvFacts,
  faultOf: (properties: string) => string | undefined,
): readonly Found[] {
  if (!usesRemovedApis(facts, "1.22")) return [];
  const message = faultOf(annotations[propertiesKey] ?? "");
  return message === undefined ? [] : [{ at: at("metadata", "annotations", propertiesKey), message }];
}

function versionFault(properties: string): string | undefined {
  const because = `the bundle uses APIs that Kubernetes 1.22 removed, which OpenShift ${firstWithout} lacks`;
  if (properties === "") return `${because}, and the annotation ${propertiesKey} is missing`;
  if (!isList(readJson(properties))) return `the annotation ${propertiesKey} is not a JSON list of properties`;
  const text = mostVersionOf(properties);
  if (text === undefined) return `${because}, and ${propertiesKey} has no ${mostKey}`;
  const version = readTolerantVersion(text);
  if (version === undefined) return `${mostKey} "${text}" is not a version`;
  return isAtLeast(text, firstWithout) ? `${because}, and ${mostKey} is ${text}` : undefined;
}

function mostVersionOf(properties: string): string | undefined {
  const list = readJson(properties);
  const found = isList(list) ? list.find((each) => isJsonObject(each) && each["type"] === mostKey) : undefined;
  if (!isJsonObject(found)) return undefined;
  return typeof found["value"] === "string" ? found["value"] : "";
}

/** Reads `LABEL com.redhat.openshift.versions="v4.6-v4.8"`: a range, one version after `=`, or a lowest version. */
function labelFaults(facts: Facts): readonly Found[] {
  const { dockerfile } = facts.values;
  if (dockerfile === undefined || !usesRemovedApis(facts, "1.22")) return [];
  const lines = dockerfile.text.split("\n");
  const index = lines.findIndex((line) => line.includes(label));
  const at = { file: dockerfile.path, ...(index === -1 ? {} : { line: index + 1 }) };
  if (index === -1) return [{ at, message: `the Dockerfile has no label ${label}` }];
  const [, range = "", single = ""] = (lines[index] ?? "")
    .split("=")
    .map((part) => part.replaceAll(/["'v]/g, "").trim());
  const text = single === "" ? range.split("-")[1] : single;
  if (text === undefined) return [{ at, message: `the label ${label} does not end before OpenShift ${firstWithout}` }];
  if (readTolerantVersion(text) === undefined) {
    return [{ at, message: `the label ${label} contains "${text}", which is not a version` }];
  }
  return isAtLeast(text, firstWithout)
    ? [{ at, message: `the label ${label} allows OpenShift ${text}, which lacks APIs that the bundle uses` }]
    : [];
}
