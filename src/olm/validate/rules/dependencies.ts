/** The rules for metadata/dependencies.yaml. Source: operator-registry, pkg/registry/types.go (Validate). */
import { parse } from "../../../cel/parse.js";
import { isJsonObject, type Json } from "../../../core/json.js";
import { parseVersionRange } from "../../catalog/version-range.js";
import { fieldAt } from "../field-at.js";
import type { Rule } from "../rule.js";

export const dependencyRules: readonly Rule[] = [
  {
    name: "dependency",
    severity: "error",
    hint: "See https://olm.operatorframework.io/docs/concepts/olm-architecture/dependency-resolution/ for the values of each type.",
    check: ({ bundle: { dependencies } }) =>
      (dependencies?.value.dependencies ?? []).flatMap(({ type = "", value = null }, index) =>
        faultsOf(type, value).map((message) => ({
          at: dependencies?.document.at(["dependencies", index]) ?? { file: "" },
          message: `the dependency of type ${JSON.stringify(type)}: ${message}`,
        })),
      ),
  },
];

const checks: ReadonlyMap<string, (value: Json) => readonly string[]> = new Map([
  ["olm.gvk", (value) => missing(value, ["group", "version", "kind"])],
  ["olm.label", (value) => missing(value, ["label"])],
  ["olm.package", packageFaults],
  ["olm.constraint", constraintFaults],
]);

function faultsOf(type: string, value: Json): readonly string[] {
  const check = checks.get(type);
  if (check === undefined) return [`the types are ${[...checks.keys()].join(", ")}`];
  return isJsonObject(value) ? check(value) : ["the value is not an object"];
}

function missing(value: Json, names: readonly string[]): readonly string[] {
  return names.flatMap((name) => {
    const found = fieldAt(value, [name]) ?? "";
    if (typeof found !== "string") return [`${name} is not a text`];
    return found === "" ? [`${name} is missing`] : [];
  });
}

function packageFaults(value: Json): readonly string[] {
  const faults = missing(value, ["packageName", "version"]);
  const version = fieldAt(value, ["version"]);
  if (faults.length > 0 || typeof version !== "string") return faults;
  const range = parseVersionRange(version);
  return typeof range === "string" ? [`version ${JSON.stringify(version)} is not a range of versions: ${range}`] : [];
}

function constraintFaults(value: Json): readonly string[] {
  const cel = fieldAt(value, ["cel"]);
  if (!isJsonObject(cel)) return ["cel is missing"];
  const faults = missing(cel, ["rule"]);
  const rule = fieldAt(cel, ["rule"]);
  if (faults.length > 0 || typeof rule !== "string") return faults;
  const parsed = parse(rule);
  return "fault" in parsed ? [`cel.rule is not a CEL expression: ${parsed.fault.message}`] : [];
}
