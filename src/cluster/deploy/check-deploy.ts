/** Asks the API server what it would say to each object, and changes nothing. */
import type { Diagnostic } from "../../core/diagnostic.js";
import { TsopError } from "../../core/errors.js";
import { ApiError } from "../../kube/api-error.js";
import type { HttpClient } from "../../kube/http-client.js";
import { isCrd } from "../crd.js";
import { applyObject, type DeployedObject } from "./apply-object.js";
import { checkCrd } from "./deploy-crd.js";
import { missingRights, type Refused, refusedRight } from "./missing-rights.js";
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
