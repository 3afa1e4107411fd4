/** What the user of the kubeconfig may not do, in one list that can be handed to whoever gives rights. */
import type { Diagnostic } from "../../core/diagnostic.js";
import { type ApiError, type MissingRule, missingRule } from "../../kube/api-error.js";
import type { HttpClient } from "../../kube/http-client.js";
import type { KubeObject } from "../../kube/objects.js";
import { deployVerbs, isAllowed } from "../access-review.js";

export interface Refused {
  readonly object: KubeObject;
  readonly error: ApiError;
  readonly rule: MissingRule;
}

/** Undefined where an error is about something else than a rule. */
export function refusedRight(object: KubeObject, error: ApiError): Refused | undefined {
  const rule = error.statusCode === 403 ? missingRule(error.status.message ?? "") : undefined;
  return rule && { object, error, rule };
}

export async function missingRights(
  client: HttpClient,
  refused: readonly Refused[],
  signal: AbortSignal,
): Promise<Diagnostic[]> {
  const [first] = refused;
  if (first === undefined) return [];
  const places = [...new Set(refused.map(({ rule }) => placeOf(rule)))];
  const lines: string[] = [];
  for (const place of places) {
    const members = refused.filter(({ rule }) => placeOf(rule) === place);
    const [{ rule } = first] = members;
    // The first right that is missing says nothing of the others: whoever asks for one at a time asks all day.
    const lacking = await Promise.all(
      deployVerbs.map(async (verb) =>
        verb === rule.verb || (await isRefused(client, rule, verb, signal)) ? [verb] : [],
      ),
    );
    lines.push(`${lacking.flat().join(", ")} ${place} (${showNames(members)})`);
  }
  const user = /User "([^"]+)"/.exec(first.error.status.message ?? "")?.[1];
  return [
    {
      code: "cluster/forbidden",
      severity: "error",
      message: `${user === undefined ? "the user of the kubeconfig" : `user ${user}`} lacks rights for ${refused.length === 1 ? "an object" : `${refused.length} objects`}:${lines.map((line) => `\n  ${line}`).join("")}`,
      hint: "This is about the user of your kubeconfig, not about the operator. Ask whoever runs the cluster for these rights, or choose another context with --context NAME.",
    },
  ];
}

function placeOf({ resource, group, namespace }: MissingRule): string {
  // Of a namespace itself, the authorizer says that it is in itself.
  const isInside = namespace !== undefined && resource !== "namespaces";
  return `${resource}${group === "" ? "" : `.${group}`}${isInside ? ` in namespace ${namespace}` : ""}`;
}

function showNames(members: readonly Refused[]): string {
  const names = members.map(({ object }) => object.metadata.name);
  const shown = names.slice(0, 3).join(", ");
  return names.length <= 3 ? shown : `${shown} and ${names.length - 3} more`;
}

/** Where nobody answers, only what was refused is named. */
async function isRefused(
  client: HttpClient,
  { resource, group, namespace = "" }: MissingRule,
  verb: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    return (await isAllowed(client, { verb, resource, group, namespace }, undefined, signal)) === false;
  } catch {
    signal.throwIfAborted();
    return false;
  }
}
