/** Formats objects as texts that show only the changes of a deployment. */
import type { Json } from "../../core/json.js";
import { printYaml } from "../../core/print-yaml.js";
import { lastAppliedAnnotation } from "../../kube/last-applied.js";
import type { KubeObject } from "../../kube/objects.js";

/** The fields that the API server manages, which are not part of the desired state. */
const ofServer = ["managedFields", "resourceVersion", "uid", "generation", "creationTimestamp", "selfLink"];

/**
 * Returns an object before and after a change, as YAML with sorted keys. For a Secret, it shows only which values
 * differ.
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

/** Returns the desired fields of an object, without its status and the fields that the API server manages. */
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
  const old: SecretLike | undefined = before;
  const young: SecretLike | undefined = after;
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

/** Removes kubectl's annotation with the last applied object, which contains the values. */
function withoutApplied(secret: SecretLike): SecretLike {
  const { annotations } = secret.metadata;
  if (annotations?.[lastAppliedAnnotation] === undefined) return secret;
  return {
    ...secret,
    metadata: { ...secret.metadata, annotations: { ...annotations, [lastAppliedAnnotation]: "***" } },
  };
}
