/** Describes the API server's rejection of an object with the steps that a user can take. */
import { TsopError } from "../../core/errors.js";
import type { ApiError } from "../../kube/api-error.js";
import type { KubeObject } from "../../kube/objects.js";
import { listCauses } from "../apply-manifests.js";
import { ownRightHint } from "../own-right-missing.js";
import { adviceForRefusedPods } from "./diagnose.js";
import { isFieldConflict } from "./field-conflicts.js";
import { showObject } from "./object-id.js";

/** Returns the name of the webhook that could not be called, if the error is about that. */
export function downWebhook({ status }: ApiError): string | undefined {
  return /failed calling webhook "([^"]+)"/.exec(status.message ?? "")?.[1];
}

/** Returns the error for a rejected object. */
export function refusalOf(error: ApiError, object: KubeObject): TsopError {
  const said = error.status.message ?? error.message;
  const refusal = (code: TsopError["code"], message: string, hint: string): TsopError =>
    new TsopError(code, `${showObject(object)}: ${message}`, { hint, cause: error });
  if (isFieldConflict(error)) {
    return refusal(
      "deploy/conflict",
      `other field managers have set fields of this object:${conflicts(error)}`,
      conflictHint,
    );
  }
  const webhook = downWebhook(error);
  if (webhook !== undefined) {
    return refusal(
      "deploy/webhook-down",
      `the webhook ${webhook} for this object does not respond: ${said.replace(/^.*failed calling webhook "[^"]+": /, "")}`,
      "Check the pods behind its Service; if no operator serves it any more, delete its ValidatingWebhookConfiguration or MutatingWebhookConfiguration.",
    );
  }
  if (/admission webhook "[^"]+" denied the request/.test(said)) {
    return refusal("deploy/refused", said, "Correct the object as the message of the webhook describes.");
  }
  if (said.includes("because it is being terminated")) {
    const hint =
      "Wait until the namespace is deleted, and repeat the command; if the deletion does not end, objects in it wait for their finalizers.";
    return refusal("deploy/refused", `its namespace is being deleted: ${said}`, hint);
  }
  if (said.includes("exceeded quota") || said.includes("violates PodSecurity")) {
    return refusal("deploy/refused", said, adviceForRefusedPods(said));
  }
  if (said.includes("attempting to grant RBAC permissions not currently held")) {
    const hint =
      "You cannot grant permissions that you lack. Deploy as a cluster administrator, or ask for the verb escalate on roles.";
    return refusal("cluster/forbidden", said.replaceAll("\n", "\n  "), hint);
  }
  if (error.statusCode === 403) return refusal(error.code, said, ownRightHint(error));
  if (said.includes("field is immutable") || said.includes("Forbidden: updates to")) {
    const hint = `The field is immutable: delete the object first (\`kubectl delete ${resourceWord(object)}\`), then deploy again.`;
    return refusal("deploy/refused", listCauses(error, said), hint);
  }
  return refusal("deploy/refused", listCauses(error, said), "Correct the object, and repeat the command.");
}

const conflictHint =
  "Remove the fields from the object, or repeat the command with --force-conflicts: tsop then sets the fields and owns them.";

function conflicts({ causes }: ApiError): string {
  return causes
    .map(({ field = "", message = "" }) => {
      const owner = /conflict with (.*)$/s.exec(message)?.[1] ?? message;
      return `\n  ${field}: set by ${owner}`;
    })
    .join("");
}

function resourceWord({ kind, metadata }: KubeObject): string {
  const { namespace = "", name } = metadata;
  return `${kind.toLowerCase()} ${name}${namespace === "" ? "" : ` -n ${namespace}`}`;
}
