/** Source: k8s.io/apiserver/pkg/registry/rest/create.go and registry/generic/registry/store.go (Create). */
import { isBuiltIn } from "../resource.js";
import { randomUUID } from "node:crypto";
import type { ApiObject } from "../api-object.js";
import type { FieldError } from "../../core/field-error.js";
import { parseApiVersion } from "../../core/gvk.js";
import type { KubernetesVersion } from "../../schema/kubernetes-versions.js";
import { alreadyExistsError, badRequestError, invalidError, serverFault, StatusError } from "../status-error.js";
import { dropDisabledFields } from "../kinds/pods/drop-disabled-fields.js";
import { reportErrors } from "../kinds/declarative/report-errors.js";
import type { NameCheck } from "../kinds/validation/names.js";
import { generateName } from "./generated-name.js";
import { validateObjectMeta } from "./validate-metadata.js";
import { refuseTooLarge } from "./stored-size.js";
import { attributesOf, groupResourceOf, type ObjectParts, timeText, toStored, type Write } from "./write.js";

/**
 * Stores a new object.
 *
 * @param object - decoded, defaulted, with its managed fields; is changed
 */
export async function createObject(parts: ObjectParts, write: Write, object: ApiObject): Promise<ApiObject> {
  // Admission sees the final name and uid of the object.
  fillMetadata(parts, write, object);
  const attributes = attributesOf(write, "CREATE", object, undefined);
  await parts.admission.mutate(attributes);
  return insertFilled(parts, write, attributes.object ?? object);
}

/** Inserts an object: the second half of a create, shared with a PUT and an apply of an object that does not exist. */
export async function insertObject(parts: ObjectParts, write: Write, object: ApiObject): Promise<ApiObject> {
  fillMetadata(parts, write, object);
  // Only a create checks for a resourceVersion. Source: k8s.io/apiserver/pkg/storage/etcd3/store.go (Create, GuaranteedUpdate).
  delete object.metadata.resourceVersion;
  return insertFilled(parts, write, object);
}

async function insertFilled(parts: ObjectParts, write: Write, object: ApiObject): Promise<ApiObject> {
  const { resource } = write;
  refuseOtherNamespace(write, object);
  resource.strategy.allocate?.(object, undefined, parts.store);
  dropDisabledFields(resource.storageKey, object, undefined, parts.features);
  resource.strategy.prepareForCreate(object, write.user);
  const { generationOf, startsWithoutGeneration = false } = resource.strategy;
  if (generationOf !== undefined && !startsWithoutGeneration) object.metadata.generation = 1;
  const faults = [...validateMetadata(write, object, parts.version), ...resource.strategy.validate(object)];
  refuseFaults(object, reportErrors(faults, resource.storageKey, parts.version));
  write.warnings.push(...(resource.strategy.warnings?.(object, undefined) ?? []));
  await parts.admission.validate(attributesOf(write, "CREATE", object, undefined));

  // A dry run stores nothing, so the storage does not check this. Source:
  // k8s.io/apiserver/pkg/registry/generic/registry/dryrun.go.
  if (object.metadata.resourceVersion !== undefined && !write.isDryRun) {
    throw serverFault("resourceVersion should not be set on objects to be created");
  }
  const stored = await toStored(resource, object);
  const { name = "" } = object.metadata;
  if (write.isDryRun) {
    if (parts.store.get(resource.storageKey, write.namespace, name) !== undefined)
      throw nameIsTaken(parts, write, object);
    return object;
  }
  refuseTooLarge(stored);
  const written = await parts.writer.create(resource.storageKey, stored);
  if (written === undefined) throw nameIsTaken(parts, write, object);
  return rememberWritten(parts, write, object, written);
}

/** Returns the object as written, in the version of the request, and caches it. */
export async function rememberWritten(
  parts: ObjectParts,
  { resource }: Write,
  served: ApiObject,
  written: ApiObject,
): Promise<ApiObject> {
  // Fields that the stored version lacks are lost, which shows only after converting it back.
  if (resource.conversion !== undefined && !isBuiltIn(resource)) return parts.views.read(resource, written);
  const { resourceVersion = "" } = written.metadata;
  const answer = resource.conversion === undefined ? written : stamped(served, resourceVersion);
  parts.views.remember(resource, written, answer);
  return answer;
}

function stamped(object: ApiObject, resourceVersion: string): ApiObject {
  return { ...object, metadata: { ...object.metadata, resourceVersion } };
}

function fillMetadata(parts: ObjectParts, write: Write, object: ApiObject): void {
  const { metadata } = object;
  metadata.uid = randomUUID();
  metadata.creationTimestamp = timeText(parts.now());
  delete metadata.deletionTimestamp;
  delete metadata.deletionGracePeriodSeconds;
  // The storage treats an invalid version as none; a dry run does not reach the storage.
  const isVersion = write.isDryRun
    ? metadata.resourceVersion !== ""
    : /^[1-9][0-9]*$/.test(metadata.resourceVersion ?? "");
  if (!isVersion) delete metadata.resourceVersion;
  delete metadata["selfLink"];
  if (write.resource.namespaced) metadata.namespace = write.namespace;
  else delete metadata.namespace;
  const { generateName: prefix = "" } = metadata;
  if ((metadata.name ?? "") === "" && prefix !== "") metadata.name = freeName(parts, write, prefix);
}

/** Rejects an object that admission has moved to another namespace. */
function refuseOtherNamespace({ resource, namespace }: Write, { metadata }: ApiObject): void {
  if (!resource.namespaced || metadata.namespace === namespace) return;
  throw badRequestError("the namespace of the provided object does not match the namespace sent on the request");
}

/** Tries as many names as kube-apiserver. */
function freeName({ store }: ObjectParts, { resource, namespace }: Write, prefix: string): string {
  let name = generateName(prefix);
  for (let tries = 1; tries < 8 && store.get(resource.storageKey, namespace, name) !== undefined; tries += 1) {
    name = generateName(prefix);
  }
  return name;
}

export function validateMetadata(
  { resource }: Pick<Write, "resource">,
  { metadata }: ApiObject,
  version: KubernetesVersion,
): FieldError[] {
  const { namespaced, strategy } = resource;
  const validateName: NameCheck = (name, isPrefix) => strategy.validateName(name, isPrefix);
  return validateObjectMeta(metadata, { namespaced, validateName, version }, "metadata");
}

/** @throws StatusError 422 if there are errors; it names the kind that the object has, not that of the resource */
export function refuseFaults({ apiVersion, kind, metadata }: ApiObject, faults: readonly FieldError[]): void {
  if (faults.length > 0) throw invalidError(parseApiVersion(apiVersion).group, kind, metadata.name ?? "", faults);
}

function nameIsTaken({ store }: ObjectParts, write: Write, { metadata }: ApiObject): StatusError {
  const { name = "", generateName: prefix = "" } = metadata;
  const { failure } = alreadyExistsError(groupResourceOf(write.resource), name);
  const isEnding =
    store.get(write.resource.storageKey, write.namespace, name)?.metadata.deletionTimestamp !== undefined;
  if (isEnding) return new StatusError({ ...failure, message: `object is being deleted: ${failure.message}` });
  if (prefix === "") return new StatusError(failure);
  const message = `${failure.message}, the server was not able to generate a unique name for the object`;
  return new StatusError({ ...failure, message, details: { ...failure.details, retryAfterSeconds: 1 } });
}
