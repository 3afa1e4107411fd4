/** Conversions that the code registers: marks the CRDs that use them, and checks that they can convert every version. */
import { parseApiVersion, showGroupKind } from "../../core/gvk.js";
import type { ConversionModel } from "../../model/webhooks.js";
import type { Crd } from "../crd.js";
import type { Reporter } from "../reporter.js";

/** Returns the kinds, as `group/Kind`, that the operator converts. */
export function convertedKinds(conversions: readonly ConversionModel[]): ReadonlySet<string> {
  return new Set(conversions.map(({ hub }) => `${parseApiVersion(hub.apiVersion).group}/${hub.kind}`));
}

export function checkConversions(
  reporter: Reporter,
  conversions: readonly ConversionModel[],
  crds: readonly Crd[],
): void {
  const seen = new Set<string>();
  for (const conversion of conversions) {
    const { hub, why, at } = conversion;
    const fail = (message: string, hint: string): void =>
      reporter.error("webhook/invalid", at, `${why}: ${message}`, hint);
    const { group } = parseApiVersion(hub.apiVersion);
    const name = showGroupKind({ group, kind: hub.kind });
    const crd = crds.find((each) => each.group === group && each.kind === hub.kind);
    if (seen.has(name))
      fail(`the conversion of ${name} is declared twice`, "Name all versions in one withConversion().");
    else if (crd === undefined) {
      const message = `${name} is not a kind of this project, so no CRD can declare its conversion`;
      fail(message, "Convert it in the project that declares it.");
    } else checkVersions(conversion, crd, fail);
    seen.add(name);
  }
}

/** Checks that the conversion knows every version that clients can request, stored or not. */
function checkVersions(
  { hub, spokes }: ConversionModel,
  { group, kind, versions }: Crd,
  fail: (message: string, hint: string) => void,
): void {
  const declared = versions.map(({ model }) => model.version);
  if (declared.length === 1) {
    const message = `${kind} has one version, ${declared.join("")}, so there is nothing to convert`;
    fail(message, "Declare another version, or remove the call.");
    return;
  }
  if (spokes === undefined) return;
  const others = spokes.filter((spoke) => spoke.kind !== kind || parseApiVersion(spoke.apiVersion).group !== group);
  for (const spoke of others)
    fail(`${spoke.apiVersion} ${spoke.kind} is another kind`, `Pass versions of ${kind} only.`);
  const known = [hub, ...spokes]
    .filter((each) => !others.includes(each))
    .map(({ apiVersion }) => parseApiVersion(apiVersion).version);
  const twice = known.find((version, index) => known.indexOf(version) !== index);
  if (twice !== undefined) fail(`${twice} occurs twice`, "Pass each version once; the hub is not a spoke.");
  for (const version of new Set(known.filter((each) => !declared.includes(each)))) {
    fail(`${kind} has no version ${version}`, `Its versions are ${declared.join(", ")}.`);
  }
  const missing = declared.filter((version) => !known.includes(version));
  if (missing.length > 0) {
    const message = `${kind} has the version ${missing.join(" and ")}, which no spoke converts`;
    fail(message, `Add a spoke for it: spoke(${kind}, { toHub, fromHub }).`);
  }
}
