/** The secrets that a pod references without its account. Source: limitSecretReferences of the ServiceAccount plugin. */
import { isJsonObject, type JsonObject } from "../../../core/json.js";
import { type ApiObject, objectOf, objectsOf, textOf } from "../../api-object.js";
import { containerLists } from "../../pod-containers.js";

/** Returns whether an annotation limits the account to its own secrets. */
export function isLimitedToOwnSecrets({ metadata }: ApiObject): boolean {
  // Like Go's ParseBool.
  const value = metadata.annotations?.["kubernetes.io/enforce-mountable-secrets"] ?? "";
  return ["1", "t", "T", "true", "TRUE", "True"].includes(value);
}

/** Returns why a pod may not use a secret; undefined if it may use all of them. */
export function findForeignSecret(spec: JsonObject, account: ApiObject): string | undefined {
  const { name = "" } = account.metadata;
  const known = namesOf(account, "secrets");
  const pulled = namesOf(account, "imagePullSecrets");
  const tail = `is not allowed because service account ${name} does not reference that`;
  const volume = objectsOf(spec, "volumes")
    .map((each) => objectOf(each, "secret"))
    .find((secret) => secret !== undefined && !known.has(textOf(secret, "secretName")));
  if (volume !== undefined) return `volume with secret.secretName="${textOf(volume, "secretName")}" ${tail} secret`;
  const ofContainers =
    findInContainers(spec, "initContainers", "init container", known) ??
    findInContainers(spec, "containers", "container", known);
  if (ofContainers !== undefined) return `${ofContainers} ${tail} secret`;
  const pulls = objectsOf(spec, "imagePullSecrets").map((each) => textOf(each, "name"));
  const index = pulls.findIndex((each) => !pulled.has(each));
  return index === -1 ? undefined : `imagePullSecrets[${index}].name="${pulls[index]}" ${tail} imagePullSecret`;
}

/** Like `findForeignSecret`, for ephemeral containers that are added to a running pod. */
export function findForeignEphemeralSecret(spec: JsonObject, account: ApiObject): string | undefined {
  const found = findInContainers(spec, "ephemeralContainers", "ephemeral container", namesOf(account, "secrets"));
  if (found === undefined) return undefined;
  return `${found} is not allowed because service account ${account.metadata.name} does not reference that secret`;
}

/** Returns whether a pod references any secret. */
export function namesSecrets(spec: JsonObject): boolean {
  const nobody = new Set<string>();
  const volumes = objectsOf(spec, "volumes");
  const inVolume = (volume: JsonObject): boolean =>
    objectOf(volume, "secret") !== undefined ||
    objectsOf(objectOf(volume, "projected"), "sources").some((source) => objectOf(source, "secret") !== undefined) ||
    Object.values(volume).some((source) => hasSecretRef(source));
  return (
    objectsOf(spec, "imagePullSecrets").length > 0 ||
    containerLists.some((list) => findInContainers(spec, list, "container", nobody) !== undefined) ||
    volumes.some(inVolume)
  );
}

function hasSecretRef(source: JsonObject[string]): boolean {
  if (!isJsonObject(source)) return false;
  return (
    ["secretRef", "nodePublishSecretRef"].some((name) => objectOf(source, name) !== undefined) || "secretName" in source
  );
}

function findInContainers(
  spec: JsonObject,
  list: string,
  title: string,
  known: ReadonlySet<string>,
): string | undefined {
  for (const container of objectsOf(spec, list)) {
    const who = `${title} ${textOf(container, "name")} with`;
    for (const variable of objectsOf(container, "env")) {
      const secret = objectOf(objectOf(variable, "valueFrom"), "secretKeyRef");
      if (secret === undefined || known.has(textOf(secret, "name"))) continue;
      return `${who} envVar ${textOf(variable, "name")} referencing secret.secretName="${textOf(secret, "name")}"`;
    }
    for (const source of objectsOf(container, "envFrom")) {
      const secret = objectOf(source, "secretRef");
      if (secret === undefined || known.has(textOf(secret, "name"))) continue;
      return `${who} envFrom referencing secret.secretName="${textOf(secret, "name")}"`;
    }
  }
  return undefined;
}

function namesOf(account: ApiObject, list: string): Set<string> {
  return new Set(objectsOf(account, list).map((each) => textOf(each, "name")));
}
