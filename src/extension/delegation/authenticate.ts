/**
 * Finds the user of a request: from the headers of the main API server, the client's certificate, or a token.
 * Source: k8s.io/apiserver/pkg/authentication/authenticatorfactory/delegating.go.
 */
import type { X509Certificate } from "node:crypto";
import { anonymous, bearerToken, withAuthenticatedGroup } from "../../apiserver/authentication/authenticator.js";
import type { ApiRequest } from "../../apiserver/http/api-request.js";
import type { UserInfo } from "../../apiserver/resource.js";
import { unauthorizedError } from "../../apiserver/status-error.js";
import type { Logger } from "../../runtime/logger.js";
import { requestHeaderUser } from "../trust/request-header-user.js";
import type { KnownTrust } from "../trust/known-trust.js";
import type { IdentifyToken } from "./token-reviews.js";

export interface AuthenticateParts {
  readonly trust: () => KnownTrust;
  readonly identifyToken: IdentifyToken;
  readonly log: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Returns a function that throws a StatusError 401 for credentials that are not valid. A request without any is anonymous. */
export function delegatedAuthentication(parts: AuthenticateParts): (request: ApiRequest) => Promise<UserInfo> {
  return async (request) => {
    const { chain, isVerified } = request.clientCertificates();
    const verified = isVerified ? chain : [];
    const byHeader = userByHeader(request, verified, parts);
    if (byHeader !== undefined) return withAuthenticatedGroup(byHeader);
    const byCertificate = userByCertificate(request, verified, parts);
    if (byCertificate !== undefined) return withAuthenticatedGroup(byCertificate);
    const token = bearerToken(request.headers.authorization ?? "");
    if (token !== undefined) return withAuthenticatedGroup(await userByToken(token, parts));
    // A certificate that proves nothing is no reason to treat the client as one without credentials.
    if (chain.length > 0) throw unauthorizedError();
    return anonymous;
  };
}

function userByHeader(
  { headersDistinct }: ApiRequest,
  chain: readonly X509Certificate[],
  { trust, now }: AuthenticateParts,
): UserInfo | undefined {
  const { requestHeader } = trust();
  const [certificate] = chain;
  if (requestHeader === undefined || certificate === undefined) return undefined;
  if (!requestHeader.authorities.signed(chain, now())) return undefined;
  const { allowedNames } = requestHeader.trust;
  if (allowedNames.length > 0 && !allowedNames.includes(commonName(certificate))) return undefined;
  return requestHeaderUser(headersDistinct, requestHeader.trust);
}

function userByCertificate(
  request: ApiRequest,
  chain: readonly X509Certificate[],
  { trust, now }: AuthenticateParts,
): UserInfo | undefined {
  const { clients } = trust();
  return clients?.signed(chain, now()) === true ? request.certificateUser() : undefined;
}

async function userByToken(token: string, { identifyToken, log }: AuthenticateParts): Promise<UserInfo> {
  const user = await identifyToken(token).catch((error: unknown) => {
    log.error("cannot ask the API server whose token a request carries", { error });
    throw unauthorizedError();
  });
  if (user === undefined) throw unauthorizedError();
  return user;
}

/** Node writes one attribute in each line: `CN=front-proxy-client`. */
function commonName({ subject }: X509Certificate): string {
  return subject
    .split("\n")
    .filter((line) => line.startsWith("CN="))
    .map((line) => line.slice("CN=".length))
    .join("");
}
