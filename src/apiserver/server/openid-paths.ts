/**
 * The documents with which a service verifies the tokens of service accounts without asking the server.
 * Source: k8s.io/kubernetes/pkg/serviceaccount/openidmetadata.go, pkg/routes/openidmetadata.go.
 */
import type { Json } from "../../core/json.js";
import type { TokenIssuer } from "../authentication/service-account-tokens.js";
import type { Answer } from "../http/answer.js";
import type { ApiRequest } from "../http/api-request.js";
import { acceptedTypes } from "../http/media-type.js";
import { methodNotAllowedError, unknownPathError } from "../http/methods.js";
import { StatusError } from "../status-error.js";
import { notFoundAnswer } from "./paths.js";

const configurationPath = "/.well-known/openid-configuration";
const keysPath = "/openid/v1/jwks";

export const openIdPaths: readonly string[] = [configurationPath, keysPath];

/** @param path - the path without a slash at its end */
export function answerOpenId(request: ApiRequest, path: string, issuer: TokenIssuer): Answer {
  switch (path) {
    case configurationPath:
      return documentOf(request, "application/json", configurationOf(request, issuer));
    case keysPath:
      return documentOf(request, "application/jwk-set+json", { keys: [keyOf(issuer)] });
    default:
      if (openIdPaths.some((each) => path.startsWith(`${each}/`))) throw unknownPathError();
      return notFoundAnswer;
  }
}

function configurationOf({ headers }: ApiRequest, { issuer, key }: TokenIssuer): Json {
  return {
    issuer,
    jwks_uri: `https://${headers.host ?? ""}${keysPath}`,
    response_types_supported: ["id_token"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: [key.algorithm],
  };
}

function keyOf({ key }: TokenIssuer): Json {
  const { kty = "", crv, n, e, x, y } = key.publicKey.export({ format: "jwk" });
  const numbers = Object.entries({ crv, n, e, x, y }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return { use: "sig", kty, kid: key.id, alg: key.algorithm, ...Object.fromEntries(numbers) };
}

function documentOf({ method, headers }: ApiRequest, contentType: string, document: Json): Answer {
  if (method !== "GET") throw methodNotAllowedError();
  const isAccepted = acceptedTypes(headers.accept ?? "*/*").some((type) => type === "*/*" || type === contentType);
  if (!isAccepted) {
    const message = `406: Not Acceptable\n\nAvailable representations: ${contentType}`;
    throw new StatusError({ code: 406, reason: "NotAcceptable", message, details: {} });
  }
  const headersOfKeys = { "Cache-Control": "public, max-age=3600" };
  return { type: "text", code: 200, contentType, text: JSON.stringify(document), headers: headersOfKeys };
}
