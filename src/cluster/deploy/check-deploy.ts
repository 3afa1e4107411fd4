/** Asks the API server to check each object, and changes nothing. */
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
   * Ignores errors that the deployment itself may fix, such as a webhook that is down now, or a role that does not
   * exist yet. The actual deployment reports them.
   */
  readonly isPreflight: boolean;
}

/** @throws TsopError with all errors of the API server */
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

/** Returns whether an error remains, whatever else is deployed before. */
function isDefinite({ statusCode, status }: ApiError): boolean {
  const said = status.message ?? "";
  if (said.includes("failed calling webhook") || said.includes("does not support dry run")) return false;
  if (said.includes("exceeded quota")) return false; // the quota itself may be among the objects
  return [400, 401, 403, 409, 413, 422].includes(statusCode);
}

/** A missing permission of the kubeconfig's user. The list of them can go to a cluster administrator. */
export interface Refused {
  readonly object: KubeObject;
  readonly error: ApiError;
  readonly rule: MissingRule;
}

/** Returns undefined if an error does not concern a permission. */
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
    // The first missing permission does not reveal the others. Checks all, so that the user can request them at once.
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
      message: `${user === undefined ? "the user of the kubeconfig" : `user ${user}`} lacks permissions for ${refused.length === 1 ? "an object" : `${refused.length} objects`}:${lines.map((line) => `\n  ${line}`).join("")}`,
      hint: "The permissions of your kubeconfig's user are missing, not those of the operator. Ask an administrator of the cluster for them, or choose another context with --context NAME.",
    },
  ];
}

function placeOf({ resource, group, namespace }: MissingRule): string {
  // The authorizer reports a Namespace object as being in itself.
  const isInside = namespace !== undefined && resource !== "namespaces";
  return `${resource}${group === "" ? "" : `.${group}`}${isInside ? ` in namespace ${namespace}` : ""}`;
}

function showNames(members: readonly Refused[]): string {
  const names = members.map(({ object }) => object.metadata.name);
  const shown = names.slice(0, 3).join(", ");
  return names.length <= 3 ? shown : `${shown} and ${names.length - 3} more`;
}

/**
 * Returns whether the API server reports that the user lacks the permission. Returns false if the review itself fails.
 */
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
