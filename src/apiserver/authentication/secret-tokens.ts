/** Tokens of service accounts without an end, which live in Secrets. Source: kubernetes/pkg/serviceaccount/legacy.go. */
import { type ApiObject, objectOf, textOf } from "../api-object.js";
import type { StoredObjects } from "../resource.js";
import { serviceAccountGroups, serviceAccountUsername } from "./service-account-names.js";
import type { TokenIssuer, TokenVerdict } from "./service-account-tokens.js";
import { checkSignature, readClaims, signToken, type SigningKey } from "./signed-tokens.js";

/** The issuer of all tokens in Secrets, on every cluster. */
const secretIssuer = "kubernetes/serviceaccount";
const prefix = "kubernetes.io/serviceaccount/";

export function issueSecretToken(account: ApiObject, secret: ApiObject, key: SigningKey): string {
  const { namespace = "", name = "", uid = "" } = account.metadata;
  return signToken(
    {
      iss: secretIssuer,
      [`${prefix}namespace`]: namespace,
      [`${prefix}secret.name`]: secret.metadata.name ?? "",
      [`${prefix}service-account.name`]: name,
      [`${prefix}service-account.uid`]: uid,
      sub: serviceAccountUsername(namespace, name),
    },
    key,
  );
}

/** Returns the user of a token in a Secret, as long as the Secret contains it. */
export function checkSecretToken(
  token: string,
  wantedAudiences: readonly string[],
  objects: StoredObjects,
  { key, issuer }: TokenIssuer,
): TokenVerdict {
  const claims = readClaims(token);
  if (claims?.["iss"] !== secretIssuer) return { kind: "unknown" };
  const fault = checkSignature(token, key);
  if (fault !== undefined) return { kind: "refused", message: fault };
  const claim = (name: string): string => textOf(claims, `${prefix}${name}`);
  const [namespace, name, uid] = [claim("namespace"), claim("service-account.name"), claim("service-account.uid")];
  const secret = objects.get("secrets", namespace, claim("secret.name"));
  const kept = textOf(objectOf(secret, "data"), "token");
  const isKept = secret?.metadata.deletionTimestamp === undefined && Buffer.from(kept, "base64").toString() === token;
  if (!isKept) return { kind: "refused", message: "service account token has been invalidated" };
  const account = objects.get("serviceaccounts", namespace, name);
  if (account?.metadata.uid !== uid || account.metadata.deletionTimestamp !== undefined) {
    return { kind: "refused", message: `service account ${namespace}/${name} has been deleted` };
  }
  const audiences = wantedAudiences.filter((each) => each === issuer);
  if (audiences.length === 0) return { kind: "unknown" };
  const username = serviceAccountUsername(namespace, name);
  return { kind: "user", user: { username, uid, groups: serviceAccountGroups(namespace) }, audiences };
}
