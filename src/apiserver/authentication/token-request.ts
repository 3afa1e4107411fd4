/**
 * TokenRequest: `serviceaccounts/token`, a new token for a service account.
 * Source: k8s.io/kubernetes/pkg/registry/core/serviceaccount/storage/token.go.
 */
import { parseApiVersion } from "../../core/gvk.js";
import { isJsonObject } from "../../core/json.js";
import type { BoundObjectReference, TokenRequestSpec } from "../../k8s/authentication/v1.js";
import { type ApiObject, type AsJson, textOf } from "../api-object.js";
import { invalid, type FieldError } from "../../core/field-error.js";
import { timeText } from "../objects/write.js";
import type { StoredObjects } from "../resource.js";
import { badRequestError, conflictError, invalidError, notFoundError } from "../status-error.js";
import type { ReviewHandler, ReviewRequest } from "./review-request.js";
import { readClaims } from "./signed-tokens.js";
import { issueToken, type BoundObjects, type TokenIssuer, type TokenLifetime } from "./service-account-tokens.js";

const group = "authentication.k8s.io";

type BoundReference = AsJson<BoundObjectReference>;
type TokenSpec = Partial<AsJson<Omit<TokenRequestSpec, "boundObjectRef">>> & { boundObjectRef?: BoundReference | null };

export function tokenRequest(objects: StoredObjects, issuer: TokenIssuer): ReviewHandler {
  return async (request) => {
    const { namespace, name } = request;
    checkOwner(request);
    const account = objects.get("serviceaccounts", namespace, name);
    if (account === undefined) throw notFoundError({ group: "", resource: "serviceaccounts" }, name);
    const object = complete(request.object, account, issuer);
    const spec = object["spec"] as TokenSpec; // set by `complete`
    const { audiences = [], expirationSeconds = 0 } = spec;
    const faults = checkExpiration(expirationSeconds);
    if (faults.length > 0) throw invalidError(group, "TokenRequest", "", faults);
    await request.admit(object);
    const bound = findBound(spec.boundObjectRef ?? undefined, request, objects);
    const lifetime = lifetimeOf(expirationSeconds, bound, audiences, issuer);
    const token = issueToken(account, bound, audiences, lifetime, issuer);
    const id = textOf(readClaims(token), "jti");
    request.audit.annotate("authentication.kubernetes.io/issued-credential-id", `JTI=${id}`);
    return {
      ...object,
      status: {
        token,
        expirationTimestamp: timeText(issuer.clock.now() + expirationSeconds * 1000),
      },
    };
  };
}

function checkOwner({ object: { metadata }, name, namespace }: ReviewRequest): void {
  const { name: givenName = "", namespace: givenNamespace = "" } = metadata;
  if (givenNamespace !== "" && givenNamespace !== namespace) {
    throw badRequestError("the namespace of the provided object does not match the namespace sent on the request");
  }
  if (givenName === "" || givenName === name) return;
  const fault = invalid("metadata.name", givenName, "must match the service account name if specified");
  throw invalidError(group, "TokenRequest", name, [fault]);
}

function complete(object: ApiObject, account: ApiObject, { issuer, clock }: TokenIssuer): ApiObject {
  const { name = "", namespace = "", uid = "" } = account.metadata;
  const given = object.metadata.uid ?? "";
  if (given !== "" && given !== uid) {
    const why = `the UID in the token request (${given}) does not match the UID of the service account (${uid})`;
    throw conflictError({ group, resource: "TokenRequest" }, name, why);
  }
  const spec: TokenSpec = isJsonObject(object["spec"]) ? object["spec"] : {};
  const audiences = (spec.audiences?.length ?? 0) === 0 ? [issuer] : spec.audiences;
  return {
    ...object,
    metadata: { ...object.metadata, name, namespace, uid, creationTimestamp: timeText(clock.now()) },
    spec: {
      ...spec,
      audiences,
      expirationSeconds: spec.expirationSeconds ?? 3600,
      boundObjectRef: spec.boundObjectRef ?? null,
    },
  };
}

/** Source: k8s.io/kubernetes/pkg/apis/authentication/validation/validation.go. */
function checkExpiration(seconds: number): FieldError[] {
  const field = "spec.expirationSeconds";
  if (seconds < 600) return [invalid(field, seconds, "may not specify a duration less than 10 minutes")];
  if (seconds > 2 ** 32) return [invalid(field, seconds, "may not specify a duration larger than 2^32 seconds")];
  return [];
}

function findBound(
  reference: BoundReference | undefined,
  { namespace, name: account }: ReviewRequest,
  objects: StoredObjects,
): BoundObjects {
  if (reference === undefined) return {};
  const { apiVersion = "", kind = "", name = "", uid = "" } = reference;
  const { group: apiGroup, version } = parseApiVersion(apiVersion);
  const resource = apiGroup === "" ? boundResources[kind] : undefined;
  if (resource === undefined) {
    throw badRequestError(`cannot bind token to object of type ${apiGroup}/${version}, Kind=${kind}`);
  }
  const found = objects.get(resource, resource === "nodes" ? "" : namespace, name);
  if (found === undefined) throw notFoundError({ group: "", resource }, name);
  const bound = describeBound(resource, found, account, objects);
  if (uid !== "" && uid !== found.metadata.uid) {
    const record = `does not match the UID in record. The object might have been deleted and then recreated`;
    const why = `the UID in the bound object reference (${uid}) ${record}`;
    throw conflictError({ group: apiGroup, resource: kind }, name, why);
  }
  return bound;
}

const boundResources: Readonly<Record<string, "pods" | "secrets" | "nodes">> = {
  Pod: "pods",
  Secret: "secrets",
  Node: "nodes",
};

function describeBound(
  resource: "pods" | "secrets" | "nodes",
  found: ApiObject,
  account: string,
  objects: StoredObjects,
): BoundObjects {
  if (resource === "secrets") return { secret: found };
  if (resource === "nodes") return { node: nodeReference(found.metadata.name ?? "", found) };
  const spec = isJsonObject(found["spec"]) ? found["spec"] : {};
  if (spec["serviceAccountName"] !== account) {
    const who = JSON.stringify(account);
    throw badRequestError(
      `cannot bind token for serviceaccount ${who} to pod running with different serviceaccount name.`,
    );
  }
  const nodeName = spec["nodeName"];
  if (typeof nodeName !== "string" || nodeName === "") return { pod: found };
  return { pod: found, node: nodeReference(nodeName, objects.get("nodes", "", nodeName)) };
}

function nodeReference(name: string, node: ApiObject | undefined): { name: string; uid?: string } {
  const uid = node?.metadata.uid;
  return { name, ...(uid === undefined ? {} : { uid }) };
}

/**
 * The lifetime that the ServiceAccount plugin requests for pods. Such tokens stay valid for a year, for clients that do not
 * reload them.
 */
const renewedExpirationSeconds = 3607;
const yearSeconds = 365 * 24 * 60 * 60;

function lifetimeOf(
  expirationSeconds: number,
  { pod }: BoundObjects,
  audiences: readonly string[],
  { issuer }: TokenIssuer,
): TokenLifetime {
  const isRenewed = pod !== undefined && expirationSeconds === renewedExpirationSeconds;
  if (!isRenewed || !audiences.every((each) => each === issuer)) return { expirationSeconds };
  return { expirationSeconds: yearSeconds, warnAfterSeconds: expirationSeconds };
}
