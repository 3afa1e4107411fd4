/** Objects as texts that show what a deploy changes, and nothing else. */
import type { Json } from "../../core/json.js";
import { printYaml } from "../../core/print-yaml.js";
import { lastAppliedAnnotation } from "../../kube/last-applied.js";
import type { KubeObject } from "../../kube/objects.js";

/** What the API server keeps for itself, and what is no wish. */
const ofServer = ["managedFields", "resourceVersion", "uid", "generation", "creationTimestamp", "selfLink"];

/**
 * An object before and after a change, in YAML with sorted keys. Of a Secret, only which values differ can be seen.
 */
export function comparableTexts(
  before: KubeObject | undefined,
  after: KubeObject | undefined,
): { readonly before: string; readonly after: string } {
  const [hiddenBefore, hiddenAfter] = hideSecrets(before, after);
  return { before: textOf(hiddenBefore), after: textOf(hiddenAfter) };
}

function textOf(object: KubeObject | undefined): string {
  return object === undefined ? "" : printYaml(wishesOf(object));
}

/** What is asked for in an object: neither its status, nor what the API server keeps for itself. */
export function wishesOf(object: KubeObject): { [field: string]: Json } {
  const without = (fields: object, names: readonly string[]): [string, Json][] =>
    Object.entries(fields as Readonly<Record<string, Json>>).filter(([name]) => !names.includes(name));
  const metadata = Object.fromEntries(without(object.metadata, ofServer));
  return { ...Object.fromEntries(without(object, ["status"])), metadata };
}

type Values = Readonly<Record<string, unknown>>;

interface SecretLike extends KubeObject {
  data?: Values;
  stringData?: Values;
}

function hideSecrets(
  before: KubeObject | undefined,
  after: KubeObject | undefined,
): readonly [KubeObject | undefined, KubeObject | undefined] {
  const one = before ?? after;
  if (one?.apiVersion !== "v1" || one.kind !== "Secret") return [before, after];
  const [old, young] = [before as SecretLike | undefined, after as SecretLike | undefined];
  const hide = (secret: SecretLike | undefined, other: SecretLike | undefined, word: string): KubeObject | undefined =>
    secret && {
      ...withoutApplied(secret),
      ...hidden("data", secret, other, word),
      ...hidden("stringData", secret, other, word),
    };
  return [hide(old, young, "before"), hide(young, old, "after")];
}

function hidden(
  field: "data" | "stringData",
  secret: SecretLike,
  other: SecretLike | undefined,
  word: string,
): Partial<SecretLike> {
  const values = secret[field];
  if (values === undefined) return {};
  const texts = Object.entries(values).map(([key, value]) => {
    const differs = other?.[field]?.[key] !== undefined && other[field][key] !== value;
    return [key, differs ? `*** (${word})` : "***"] as const;
  });
  return { [field]: Object.fromEntries(texts) };
}

/** What kubectl has applied once is kept in an annotation, values and all. */
function withoutApplied(secret: SecretLike): SecretLike {
  const { annotations } = secret.metadata;
  if (annotations?.[lastAppliedAnnotation] === undefined) return secret;
  return {
    ...secret,
    metadata: { ...secret.metadata, annotations: { ...annotations, [lastAppliedAnnotation]: "***" } },
  };
}
