/** Asks the API server what it would say to each object, and changes nothing. */
import type { Diagnostic } from "../../core/diagnostic.js";
import { TsopError } from "../../core/errors.js";
import { ApiError, type MissingRule, missingRule } from "../../kube/api-error.js";
import type { HttpClient } from "../../kube/http-client.js";
import type { KubeObject } from "../../kube/objects.js";
import { deployVerbs, isAllowed } from "../access-review.js";
import { isCrd } from "../crd.js";
import { applyObject, type DeployedObject } from "./apply-object.js";
import { checkCrd } from "./deploy-crd.js";
import type { PlacedObject } from "./place-objects.js";

export interface CheckOptions {
  readonly isForced: boolean;
  readonly signal: AbortSignal;
  /**
   * Leave out refusals that what is deployed may itself put right: of a webhook that is down now, of a role that is not there
   * yet. The deployment proper says so then.
   */
  readonly isPreflight: boolean;
}

/** @throws TsopError with all that the API server has against any of them */
export async function checkDeploy(
  client: HttpClient,
  placed: readonly PlacedObject[],
  { isForced, signal, isPreflight }: CheckOptions,
): Promise<DeployedObject[]> {
  const problems: Diagnostic[] = [];
  const checked: DeployedObject[] = [];
  const refused: Refused[] = [];
  for (const { object, canBeAsked } of placed) {
    if (!canBeAsked) {
      checked.push({ object, change: "unchecked", before: undefined, after: object });
      continue;
    }
    try {
      const options = { dryRun: true, isForced, signal };
      checked.push(await (isCrd(object) ? checkCrd(client, object, options) : applyObject(client, object, options)));
    } catch (error) {
      if (!(error instanceof TsopError) || !(error.cause instanceof ApiError)) throw error;
      if (isPreflight && !isDefinite(error.cause)) continue;
      const right = refusedRight(object, error.cause);
      if (right !== undefined) {
        refused.push(right);
        continue;
      }
      const { code, message, hint } = error;
      problems.push({ code, severity: "error", message, ...(hint === undefined ? {} : { hint }) });
    }
  }
  problems.push(...(await missingRights(client, refused, signal)));
  if (problems.length > 0) throw TsopError.fromDiagnostics(problems);
  return checked;
}

/** Whether a refusal stays one, whatever else is deployed before. */
function isDefinite({ statusCode, status }: ApiError): boolean {
  const said = status.message ?? "";
  if (said.includes("failed calling webhook") || said.includes("does not support dry run")) return false;
  if (said.includes("exceeded quota")) return false; // the quota itself may be among the objects
  return [400, 401, 403, 409, 413, 422].includes(statusCode);
}

/** What the user of the kubeconfig may not do, for one list that can be handed to whoever gives rights. */
export interface Refused {
  readonly object: KubeObject;
  readonly error: ApiError;
  readonly rule: MissingRule;
}

/** Undefined where an error is about something else than a rule. */
function refusedRight(object: KubeObject, error: ApiError): Refused | undefined {
  const rule = error.statusCode === 403 ? missingRule(error.status.message ?? "") : undefined;
  return rule && { object, error, rule };
}

async function missingRights(
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

/** Whether the API server says that the user lacks the right. False when the review itself fails. */
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
