/** Ways to change an API without breaking it. */
import { compareVersions } from "../core/version-order.js";
import { type Change, type ChangeDetail, showPath } from "./change.js";
import type { Crd } from "./crd.js";
import { isBreaking } from "./impact.js";
import { isDefinition } from "./served.js";

/**
 * Returns what the author of the types can do instead, the best way first. Empty if the change breaks nothing.
 *
 * @param source - the source of the earlier CRDs, such as `git:HEAD`
 */
export function waysOut(change: Change, after: Crd, source: string): string[] {
  if (!isBreaking(change)) return [];
  const { detail, place } = change;
  const own = isDefinition(after)
    ? (waysOfDefinition(detail, after) ?? ownWays(detail, showPath(place.path), after))
    : ownWays(detail, showPath(place.path), after);
  return needsVersion(detail) ? [...own, newVersion(place.version, after, source)] : own;
}

/** Returns undefined if the ways are those of a CRD. */
function waysOfDefinition(detail: ChangeDetail, after: Crd): string[] | undefined {
  const isComputed = after.store === "virtual";
  const objects = `${after.plural}.${after.group}`;
  switch (detail.kind) {
    case "field-unstored":
    case "field-stored":
      return [`Convert the versions in the code before you change the storage version: ${conversionCommand(after)}`];
    case "field-removed":
      return isComputed ? ["Keep the field, and describe it as deprecated."] : undefined;
    case "version-removed":
      return [
        isComputed
          ? "Deprecate the version first (`@deprecated`), then stop serving it (`@unserved`), and remove it last."
          : `Deprecate the version first (\`@deprecated\`), store another one (\`@storageVersion\`), then stop serving it (\`@unserved\`), write every stored object once (\`kubectl get ${objects} -A -o json | kubectl replace -f -\`), and remove it last.`,
      ];
    case "served-changed":
      return ["Deprecate the version in one release, store another one, and stop serving it in a later one."];
    case "crd-removed":
      return ["Deprecate the kind first, and remove it when no client uses it."];
    case "scope-changed":
    case "name-changed":
      return isComputed ? ["Create a new kind, and serve both until all clients use the new one."] : undefined;
    case "status-added":
      return ["Release a controller that writes to /status before the server with the subresource."];
    case "default-changed":
      return isComputed
        ? ["Return the field from the code in every object, and leave the schema as it is."]
        : undefined;
    default:
      return undefined;
  }
}

function ownWays(detail: ChangeDetail, path: string, after: Crd): string[] {
  switch (detail.kind) {
    case "required-added": {
      const field = detail.field;
      return [
        `Make ${field} optional, or give it a default: \`@default VALUE\` above the field.`,
        `Require it of new objects only: \`${ratchetingRule(`has(self.${field})`, `!has(oldSelf.value().${field})`)}\` above the field or type of ${path === "" ? "the object" : path}.`,
      ];
    }
    case "enum-changed":
    case "bound-changed":
    case "multiple-changed":
    case "pattern-changed":
    case "format-changed":
      return [
        `Keep the old restriction, and require the new one, as a condition, of changed values only: \`${ratchetingRule("CONDITION", "self == oldSelf.value()")}\`.`,
      ];
    case "rule-added":
      return /\boldSelf\b/.test(detail.after.rule)
        ? []
        : [
            `Require it of changed values only: \`${ratchetingRule(`(${detail.after.rule})`, "self == oldSelf.value()")}\`.`,
          ];
    case "field-unstored":
    case "field-stored":
      return [`Convert the versions with a webhook before you change the storage version: ${conversionCommand(after)}`];
    case "field-removed":
      return ["Keep the field, describe it as deprecated, and let the controller ignore it."];
    case "default-changed":
      return detail.before === undefined
        ? ["Let the controller treat a missing value as the default, and leave the schema as it is."]
        : ["Keep the default, and let the controller treat a missing value in the new way in a new version only."];
    case "pruning-added":
      return ["Declare the fields that objects use before you remove `@preserveUnknownFields`."];
    case "version-removed":
      return [
        "Deprecate the version first (`@deprecated`), then stop serving it (`@unserved`), rewrite stored objects (`tsop migrate-storage`), and remove it last.",
      ];
    case "served-changed":
      return ["Deprecate the version in one release, and stop serving it in a later one."];
    case "crd-removed":
      return ["Deprecate the kind first, and remove the CRD when no cluster contains its objects."];
    case "scope-changed":
    case "name-changed":
      return ["Create a new kind, and copy the objects to it."];
    case "store-changed":
      return [
        `Save the objects before the change (\`kubectl get ${after.plural}.${after.group} -A -o yaml\`), and create them again after it; or create a new kind.`,
      ];
    case "status-added":
      return ["Release a controller that writes to /status before the CRD with the subresource."];
    case "list-type-changed":
    case "list-keys-changed":
    case "map-type-changed":
    case "selectable-removed":
    case "scale-changed":
    case "status-removed":
      return ["Keep it in this version."];
    default:
      return [];
  }
}

/** Returns a tag with a rule that accepts what was wrong before an update. */
function ratchetingRule(condition: string, exception: string): string {
  const rule = `${condition} || (oldSelf.hasValue() && ${exception})`;
  return `@cel ${JSON.stringify({ rule, optionalOldSelf: true })}`;
}

/** Changes of a schema that another version can have without breaking this one. */
function needsVersion(detail: ChangeDetail): boolean {
  return [
    ...["field-removed", "type-changed", "required-added", "enum-changed", "bound-changed", "multiple-changed"],
    ...[
      "pattern-changed",
      "format-changed",
      "nullable-removed",
      "default-changed",
      "branches-changed",
      "pruning-added",
    ],
    ...["list-type-changed", "list-keys-changed", "map-type-changed", "embedded-added", "embedded-removed"],
  ].includes(detail.kind);
}

function newVersion(changed: string | undefined, after: Crd, source: string): string {
  const { group, kind, versions } = after;
  const newest =
    versions
      .map(({ name }) => name)
      .toSorted(compareVersions)
      .at(-1) ?? "v1";
  const next = versionAfter(newest);
  const flags = kindFlags(group, kind);
  // tsop moves the change of the newest version only.
  const moved = changed === newest && source.startsWith("git:") ? ` --changes-since ${source}` : "";
  return `Make the change in a new version: \`tsop create ${isDefinition(after) ? "apiserver" : "api"} ${flags} --version ${next}${moved}\` and \`tsop create webhook ${flags} --version ${next} --conversion --spoke ${newest}\`.`;
}

/** Returns the command that converts all versions through the newest one. */
function conversionCommand({ group, kind, versions }: Crd): string {
  const [hub = "", ...spokes] = versions
    .map(({ name }) => name)
    .toSorted((left, right) => compareVersions(right, left));
  return `\`tsop create webhook ${kindFlags(group, kind)} --version ${hub} --conversion --spoke ${spokes.join(",")}\`.`;
}

function kindFlags(group: string, kind: string): string {
  const [name = group] = group.split(".");
  return `--group ${name} --kind ${kind}`;
}

/** Returns the next version of the same stability: `v1beta1` → `v1beta2`, `v1` → `v2`. */
function versionAfter(version: string): string {
  const [, start = "v", number = "1"] = /^(v|v\d+(?:alpha|beta))(\d+)$/.exec(version) ?? [];
  return `${start}${Number(number) + 1}`;
}
