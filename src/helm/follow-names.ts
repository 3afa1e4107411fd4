/**
 * Replaces names of objects and the namespace with expressions for the release, wherever they occur: in references, in
 * host names, and in arguments.
 */
import { type ExactJsonValue, isJsonObject, withoutKey } from "../core/json.js";
import type { Facts } from "./facts.js";
import { idOf, listAt, mapMembers, textAt } from "./objects.js";
import type { Slots } from "./slots.js";

export interface NameExpressions {
  /** Returns the expression for an object's name in a release, for example for `demo-controller-manager`. */
  readonly nameOf: (name: string) => string;
  readonly namespace: string;
  readonly serviceAccount: string;
}

/** Fields whose values are keywords of Kubernetes. */
const skippedKeys = new Set([
  "apiVersion",
  "apiGroups",
  "apiGroup",
  "kind",
  "resources",
  "verbs",
  "app.kubernetes.io/name",
]);

/** Fields that contain names of namespaces. */
const namespaceKeys = new Set(["namespace", "matchNames", "namespaces"]);

export type FollowNames = (value: ExactJsonValue, key?: string) => ExactJsonValue;

export function createFollowNames(facts: Facts, expressions: NameExpressions, slots: Slots): FollowNames {
  const names = followedNames(facts);
  const pattern = createPattern(facts, names);
  const namespacePart = (): string => slots.part(expressions.namespace);

  const replaceText = (text: string, key: string): string => {
    if (skippedKeys.has(key)) return text;
    if (namespaceKeys.has(key)) return text === facts.namespace ? namespacePart() : text;
    return text.replaceAll(pattern, (match, ...groups) => {
      // The pattern has named groups, which are the last argument.
      const { account, before, name, after, namespace } = groups.at(-1) as Readonly<Record<string, string | undefined>>;
      if (account !== undefined)
        return `system:serviceaccount:${namespacePart()}:${slots.part(expressions.serviceAccount)}`;
      if (namespace !== undefined) return namespacePart();
      if (name === undefined) return match;
      return [
        before === undefined ? "" : `${namespacePart()}/`,
        slots.part(expressions.nameOf(name)),
        after === undefined ? "" : `.${namespacePart()}`,
      ].join("");
    });
  };

  const follow: FollowNames = (value, key = "") =>
    typeof value === "string" ? replaceText(value, key) : mapMembers(value, follow, key);
  return follow;
}

/** Returns whether an object is named after the release. */
function isNamedAfterRelease(
  object: ExactJsonValue,
  { prefix, namespace }: Pick<Facts, "prefix" | "namespace">,
): boolean {
  const id = idOf(object);
  if (id.kind === "CustomResourceDefinition") return false;
  // An extension API server needs a binding of its account in kube-system.
  const bindsAccount = listAt(object, "subjects").some((subject) => textAt(subject, "namespace") === namespace);
  const isInRelease = id.namespace === "" || id.namespace === namespace || bindsAccount;
  return isInRelease && (id.name === prefix || id.name.startsWith(`${prefix}-`));
}

function followedNames(facts: Facts): string[] {
  const named = facts.objects.filter((object) => isNamedAfterRelease(object, facts));
  // Sort the longest name first, because one name can be the prefix of another.
  return [...new Set(named.map((object) => idOf(object).name))].toSorted((a, b) => b.length - a.length);
}

function createPattern({ namespace, prefix, serviceAccount }: Facts, names: readonly string[]): RegExp {
  const space = escape(namespace);
  const isDistinct = namespace.startsWith(`${prefix}-`);
  // A name ends at a character that cannot be in a name. After a dot, only the rest of a host name may follow.
  const start = String.raw`(?<![\w.-])`;
  const end = String.raw`(?![\w-])(?!\.(?!${space}(?![\w-])|svc(?![\w-]))\w)`;
  const endOfSpace = String.raw`(?![\w-])(?!\.(?!svc(?![\w-]))\w)`;
  return new RegExp(
    [
      `${start}(?<account>system:serviceaccount:${space}:${escape(serviceAccount)})${end}`,
      ...(names.length === 0
        ? []
        : [
            `${start}(?<before>${space}/)?(?<name>${names.map(escape).join("|")})${end}(?<after>\\.${space}${endOfSpace})?`,
          ]),
      ...(isDistinct ? [`${start}(?<namespace>${space})${endOfSpace}`] : []),
    ].join("|"),
    "g",
  );
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/**
 * Adds the labels for the managing tool and the release. Adds them to selectors, too, because two releases can share a
 * namespace.
 */
export function withReleaseLabels(value: ExactJsonValue, slots: Slots, key = ""): ExactJsonValue {
  const labelled = mapMembers(value, (member, name) => withReleaseLabels(member, slots, name), key);
  if (!["labels", "matchLabels", "selector"].includes(key) || !isJsonObject(labelled)) return labelled;
  if (typeof labelled["app.kubernetes.io/name"] !== "string") return labelled;
  const isManaged = Object.hasOwn(labelled, "app.kubernetes.io/managed-by");
  return {
    ...withoutKey(withoutKey(labelled, "app.kubernetes.io/managed-by"), "app.kubernetes.io/instance"),
    "app.kubernetes.io/instance": slots.part("$.Release.Name"),
    ...(isManaged ? { "app.kubernetes.io/managed-by": slots.part("$.Release.Service") } : {}),
  };
}
