/** What the API server makes of a request's body before it looks at what is stored. */
import { isJsonObject } from "../../core/json.js";
import type { KubeObject } from "../../kube/objects.js";
import type { Half } from "./apply.js";
import { badRequest, invalid, unfitPatch } from "./refusals.js";

/** Refuses a patch that makes another object of the object, or none. */
export function checkPatched(before: KubeObject, wanted: unknown): KubeObject {
  if (!isJsonObject(wanted) || !isJsonObject(wanted["metadata"])) {
    throw unfitPatch("the patch leaves no object with metadata");
  }
  for (const field of ["apiVersion", "kind"] as const) {
    if (wanted[field] === before[field]) continue;
    const message = `Invalid value: ${JSON.stringify(wanted[field])}: must be ${before[field]}`;
    throw invalid(before, before.metadata.name, { reason: "FieldValueInvalid", message, field });
  }
  const { name, namespace } = wanted["metadata"];
  if (typeof name !== "string" || name === "") {
    const based = `the name of the object (${before.metadata.name} based on URL)`;
    throw badRequest(`${based} was undeterminable: name must be provided`);
  }
  if (name !== before.metadata.name) {
    throw badRequest(`the name of the object (${name}) does not match the name on the URL (${before.metadata.name})`);
  }
  if (namespace !== before.metadata.namespace) {
    throw badRequest("the namespace of the provided object does not match the namespace sent on the request");
  }
  // It has all that makes an object: identity and metadata.
  return wanted as unknown as KubeObject;
}

/** The fields that an apply is about: the status or everything else, without what the server writes itself. */
export function fieldsToApply(object: KubeObject, half: Half): KubeObject {
  const { status, ...main } = object as KubeObject & { status?: unknown };
  const { uid, resourceVersion, managedFields = [], ...metadata } = main.metadata;
  if (managedFields.length > 0) throw badRequest("metadata.managedFields must be nil");
  // Named, these two are conditions on what is stored.
  const conditions = {
    ...(uid === undefined ? {} : { uid }),
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
  };
  if (half === "main") return { ...main, metadata: { ...withoutServerFields(metadata), ...conditions } };
  const { name, namespace } = metadata;
  const key = { name, ...(namespace === undefined ? {} : { namespace }), ...conditions };
  const { apiVersion, kind } = object;
  return { apiVersion, kind, metadata: key, ...(status === undefined ? {} : { status }) };
}

function withoutServerFields(metadata: KubeObject["metadata"]): KubeObject["metadata"] {
  // None of them has to be there.
  return Object.fromEntries(
    Object.entries(metadata).filter(([key]) => !serverFields.has(key)),
  ) as unknown as KubeObject["metadata"];
}

const serverFields: ReadonlySet<string> = new Set([
  "generation",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
]);
