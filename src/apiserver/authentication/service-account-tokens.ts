/**
 * Tokens of service accounts, bound to audiences, a lifetime, and optionally a Pod, Secret or Node.
 * Source: k8s.io/kubernetes/pkg/serviceaccount/{claims.go,jwt.go}.
 */
import { randomUUID } from "node:crypto";
import type { JsonObject } from "../../core/json.js";
import { quoteList } from "../authorization/rule-coverage.js";
import { type ApiObject, numberOf, objectOf, textOf, textsOf } from "../api-object.js";
import type { StoredObjects, UserInfo } from "../resource.js";
import { notFoundError } from "../status-error.js";
import { serviceAccountGroups, serviceAccountUsername } from "./service-account-names.js";
import { checkSignature, readClaims, signToken, type SigningKey } from "./signed-tokens.js";

export interface TokenIssuer {
  readonly key: SigningKey;
  /** `https://kubernetes.default.svc`: also the default audience of tokens. */
  readonly issuer: string;
  readonly clock: { now(): number };
}

export interface BoundObjects {
  readonly pod?: ApiObject;
  readonly secret?: ApiObject;
  /** With a pod: its node. Sometimes only the name is known. */
  readonly node?: { readonly name: string; readonly uid?: string };
}

export interface TokenLifetime {
  readonly expirationSeconds: number;
  /** The number of seconds after which the token counts as stale. */
  readonly warnAfterSeconds?: number;
}

/** The result of a token check: a user, an error message, or neither if the token is of another type. */
export type TokenVerdict =
  | { readonly kind: "user"; readonly user: UserInfo; readonly audiences: readonly string[] }
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "unknown" };

export function issueToken(
  account: ApiObject,
  bound: BoundObjects,
  audiences: readonly string[],
  { expirationSeconds, warnAfterSeconds }: TokenLifetime,
  { key, issuer, clock }: TokenIssuer,
): string {
  const now = Math.floor(clock.now() / 1000);
  const { namespace = "", name = "", uid = "" } = account.metadata;
  const claims: JsonObject = {
    aud: [...audiences],
    exp: now + expirationSeconds,
    iat: now,
    iss: issuer,
    jti: randomUUID(),
    "kubernetes.io": {
      namespace,
      ...(bound.node === undefined ? {} : { node: { ...bound.node } }),
      ...(bound.pod === undefined ? {} : { pod: referenceTo(bound.pod) }),
      ...(bound.secret === undefined ? {} : { secret: referenceTo(bound.secret) }),
      serviceaccount: { name, uid },
      ...(warnAfterSeconds === undefined ? {} : { warnafter: now + warnAfterSeconds }),
    },
    nbf: now,
    sub: serviceAccountUsername(namespace, name),
  };
  return signToken(claims, key);
}

function referenceTo({ metadata: { name = "", uid = "" } }: ApiObject): JsonObject {
  return { name, uid };
}

/** One minute, because clocks differ. */
const leewaySeconds = 60;

export function checkToken(
  token: string,
  wantedAudiences: readonly string[],
  objects: StoredObjects,
  { key, issuer, clock }: TokenIssuer,
): TokenVerdict {
  const claims = readClaims(token);
  if (claims?.["iss"] !== issuer) return { kind: "unknown" };
  const fault = checkSignature(token, key);
  if (fault !== undefined) return refused(fault);
  const { aud } = claims;
  const has = typeof aud === "string" ? [aud] : textsOf(claims, "aud");
  const audiences = has.filter((each) => wantedAudiences.includes(each));
  if (audiences.length === 0) {
    const target = quoteList(wantedAudiences);
    return refused(`token audiences ${quoteList(has)} is invalid for the target audiences ${target}`);
  }
  const now = clock.now() / 1000;
  if (now + leewaySeconds < timeIn(claims, "nbf")) return refused("service account token is not valid yet");
  if (now - leewaySeconds > timeIn(claims, "exp")) return refused("service account token has expired");
  if (now + leewaySeconds < timeIn(claims, "iat")) return refused("service account token is issued in the future");
  const invalid = checkBindings(bindingsOf(claims), objects, now);
  if (invalid !== undefined) return refused(invalid);
  return { kind: "user", user: userOf(claims), audiences };
}

function timeIn(claims: JsonObject, name: string): number {
  return numberOf(claims, name) ?? 0;
}

interface Reference {
  readonly name: string;
  readonly uid: string;
}

interface Bindings {
  readonly namespace: string;
  readonly account: Reference;
  readonly pod: Reference | undefined;
  readonly secret: Reference | undefined;
  readonly node: Reference | undefined;
}

function bindingsOf(claims: JsonObject): Bindings {
  const own = objectOf(claims, "kubernetes.io");
  return {
    namespace: textOf(own, "namespace"),
    account: readReference(own, "serviceaccount") ?? { name: "", uid: "" },
    pod: readReference(own, "pod"),
    secret: readReference(own, "secret"),
    node: readReference(own, "node"),
  };
}

/** Checks that the account and the objects that the token is bound to still exist, and are the same. */
function checkBindings(bindings: Bindings, objects: StoredObjects, now: number): string | undefined {
  const { namespace, account, pod, secret, node } = bindings;
  const stored = objects.get("serviceaccounts", namespace, account.name);
  if (stored === undefined) return notFoundError({ group: "", resource: "serviceaccounts" }, account.name).message;
  if (stored.metadata.uid !== account.uid) {
    return `service account UID (${stored.metadata.uid ?? ""}) does not match claim (${account.uid})`;
  }
  if (isDeleted(stored, now)) return `service account ${namespace}/${account.name} has been deleted`;
  return (
    checkBound(secret, objects.get("secrets", namespace, secret?.name ?? ""), "secret", now) ??
    checkBound(pod, objects.get("pods", namespace, pod?.name ?? ""), "pod", now) ??
    // With a pod, the node only records where the pod runs.
    (pod === undefined ? checkBound(node, objects.get("nodes", "", node?.name ?? ""), "node", now) : undefined)
  );
}

function checkBound(
  reference: Reference | undefined,
  stored: ApiObject | undefined,
  what: "secret" | "pod" | "node",
  now: number,
): string | undefined {
  if (reference === undefined) return undefined;
  if (stored === undefined || isDeleted(stored, now)) return "service account token has been invalidated";
  const uid = stored.metadata.uid ?? "";
  if (uid === reference.uid) return undefined;
  return `${what} UID (${uid}) does not match service account ${what} ref claim (${reference.uid})`;
}

function isDeleted({ metadata: { deletionTimestamp } }: ApiObject, now: number): boolean {
  return deletionTimestamp !== undefined && Date.parse(deletionTimestamp) / 1000 < now - leewaySeconds;
}

function userOf(claims: JsonObject): UserInfo {
  const { namespace, account, pod, node } = bindingsOf(claims);
  const extra: Record<string, string[]> = {};
  const add = (key: string, value: string): void => {
    if (value !== "") extra[`authentication.kubernetes.io/${key}`] = [value];
  };
  const id = textOf(claims, "jti");
  add("credential-id", id === "" ? "" : `JTI=${id}`);
  add("node-name", node?.name ?? "");
  add("node-uid", node?.uid ?? "");
  add("pod-name", pod?.name ?? "");
  add("pod-uid", pod?.uid ?? "");
  return {
    username: serviceAccountUsername(namespace, account.name),
    uid: account.uid,
    groups: serviceAccountGroups(namespace),
    extra,
  };
}

function refused(message: string): TokenVerdict {
  return { kind: "refused", message };
}

function readReference(own: JsonObject | undefined, name: string): Reference | undefined {
  const found = objectOf(own, name);
  return found && { name: textOf(found, "name"), uid: textOf(found, "uid") };
}
