/** Probes and lifecycle handlers. Source: validateProbe and validateHandler in pkg/apis/core/validation/validation.go. */
import { type FieldError, forbidden, invalid, required } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { listOf, numberOf, objectOf, objectsOf, textOf } from "../../json-fields.js";
import { checkHeaderName } from "../validation/names.js";
import {
  faultsAt,
  validateAllNonnegative,
  validateOptionalChoice,
  validatePort,
  validateRequired,
} from "../validation/values.js";

export interface ProbeContext {
  readonly gracePeriod: number | undefined;
  /** `spec.os.name`. */
  readonly os: string | undefined;
}

/** The probes of a container that keeps running, in the order in which they are checked. */
export function validateProbes(container: JsonObject, path: string, context: ProbeContext): FieldError[] {
  return ["livenessProbe", "readinessProbe", "startupProbe"].flatMap((name) => {
    const probe = objectOf(container, name);
    return probe === undefined ? [] : validateProbe(probe, name, `${path}.${name}`, context);
  });
}

function validateProbe(probe: JsonObject, name: string, path: string, context: ProbeContext): FieldError[] {
  const numbers = ["initialDelaySeconds", "timeoutSeconds", "periodSeconds", "successThreshold", "failureThreshold"];
  const gracePeriod = numberOf(probe, "terminationGracePeriodSeconds");
  const successes = numberOf(probe, "successThreshold") ?? 0;
  return [
    ...validateHandler(probe, ["exec", "httpGet", "tcpSocket", "grpc"], path, context),
    ...validateAllNonnegative(probe, numbers, path),
    ...(gracePeriod !== undefined && gracePeriod <= 0
      ? [invalid(`${path}.terminationGracePeriodSeconds`, gracePeriod, "must be greater than 0")]
      : []),
    ...(name !== "readinessProbe" && successes !== 1
      ? [invalid(`${path}.successThreshold`, successes, "must be 1")]
      : []),
    ...(name === "readinessProbe" && gracePeriod !== undefined
      ? [invalid(`${path}.terminationGracePeriodSeconds`, gracePeriod, "must not be set for readinessProbes")]
      : []),
  ];
}

export function validateLifecycle(lifecycle: JsonObject, path: string, context: ProbeContext): FieldError[] {
  const handlers = ["postStart", "preStop"].flatMap((name) => {
    const handler = objectOf(lifecycle, name);
    const kinds = ["exec", "httpGet", "tcpSocket", "sleep"];
    return handler === undefined ? [] : validateHandler(handler, kinds, `${path}.${name}`, context);
  });
  const signal = lifecycle["stopSignal"];
  if (typeof signal !== "string" || context.os !== undefined) return handlers;
  return [...handlers, forbidden(`${path}.stopSignal`, "may not be set for containers with empty `spec.os.name`")];
}

function validateHandler(
  holder: JsonObject,
  kinds: readonly string[],
  path: string,
  context: ProbeContext,
): FieldError[] {
  const given = kinds.filter((kind) => objectOf(holder, kind) !== undefined);
  if (given.length === 0) return [required(path, "must specify a handler type")];
  return given.flatMap((kind, index) =>
    index > 0
      ? [forbidden(`${path}.${kind}`, "may not specify more than 1 handler type")]
      : validateAction(kind, objectOf(holder, kind) ?? {}, `${path}.${kind}`, context),
  );
}

function validateAction(kind: string, action: JsonObject, path: string, { gracePeriod }: ProbeContext): FieldError[] {
  switch (kind) {
    case "exec":
      return listOf(action, "command").length === 0 ? [required(`${path}.command`)] : [];
    case "httpGet":
      return validateHttpGet(action, path);
    case "sleep": {
      const seconds = numberOf(action, "seconds") ?? 0;
      if (gracePeriod === undefined || (seconds >= 0 && seconds <= gracePeriod)) return [];
      const detail = `must be non-negative and less than terminationGracePeriodSeconds (${gracePeriod})`;
      return [invalid(path, seconds, detail)];
    }
    default:
      return validatePort(action["port"], `${path}.port`);
  }
}

function validateHttpGet(action: JsonObject, path: string): FieldError[] {
  return [
    ...validateRequired(action, "path", path),
    ...validatePort(action["port"], `${path}.port`),
    ...validateOptionalChoice(textOf(action, "scheme"), ["HTTP", "HTTPS"], `${path}.scheme`),
    ...objectsOf(action, "httpHeaders").flatMap((header) => {
      const name = textOf(header, "name");
      return faultsAt(`${path}.httpHeaders`, name, checkHeaderName(name));
    }),
  ];
}
