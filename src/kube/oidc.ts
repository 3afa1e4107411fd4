/** Tokens of an OpenID Connect provider, as in client-go's oidc plugin. Loaded only when needed. */
import { readFile } from "node:fs/promises";
import https from "node:https";
import { TsopError } from "../core/errors.js";
import { isJsonObject, type UnknownObject } from "../core/json.js";
import { readJson } from "../core/json-fields.js";
import type { OidcConfig, PemSource } from "./cluster-config.js";
import { expiryMargin, type Token, type TokenSession } from "./token-session.js";

const timeoutMs = 10_000;
const largestAnswer = 1024 * 1024;

export function createOidcSession(config: OidcConfig, now: () => number): TokenSession {
  let { idToken, refreshToken } = config;
  return {
    async token() {
      const held = idToken === undefined ? undefined : { token: idToken, expiresAt: expiryOf(idToken) };
      if (held !== undefined && held.expiresAt - expiryMargin > now()) return held;
      if (refreshToken === undefined) {
        throw failed(
          config,
          "its id-token is missing, expired or rejected, and it has no refresh-token to request a new one",
        );
      }
      const answer = await refresh(config, refreshToken);
      const token = answer["id_token"];
      if (typeof token !== "string" || token === "") {
        throw failed(config, 'the provider returned no id_token; the login may lack the scope "openid"');
      }
      idToken = token;
      // A provider may issue each refresh token for one use only.
      if (typeof answer["refresh_token"] === "string") refreshToken = answer["refresh_token"];
      return { token, expiresAt: expiryOf(token) } satisfies Token;
    },
    refuse: () => (idToken = undefined),
  };
}

/**
 * Returns the expiry time of a JWT in milliseconds since 1970; an unreadable token counts as expired. The API server
 * checks the token itself.
 */
function expiryOf(token: string): number {
  const claims = readJson(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"));
  return isJsonObject(claims) && typeof claims["exp"] === "number" ? claims["exp"] * 1000 : 0;
}

async function refresh(config: OidcConfig, refreshToken: string): Promise<UnknownObject> {
  const { issuer, clientId, clientSecret, ca } = config;
  const authority = ca === undefined ? undefined : await readAuthority(config, ca);
  const discovered = await ask(config, `${issuer}/.well-known/openid-configuration`, { ca: authority });
  const endpoint = discovered["token_endpoint"];
  if (typeof endpoint !== "string" || !URL.canParse(endpoint) || new URL(endpoint).protocol !== "https:") {
    throw failed(config, `${issuer} names no https:// token_endpoint`);
  }
  const form = new URLSearchParams({ grant_type: "refresh_token", refresh_token: refreshToken });
  const methods = discovered["token_endpoint_auth_methods_supported"] ?? ["client_secret_basic"];
  const byHeader = clientSecret !== undefined && Array.isArray(methods) && methods.includes("client_secret_basic");
  if (!byHeader) form.set("client_id", clientId);
  if (!byHeader && clientSecret !== undefined) form.set("client_secret", clientSecret);
  const pair = [clientId, clientSecret ?? ""].map(encodeURIComponent).join(":");
  return ask(config, endpoint, {
    ca: authority,
    form: form.toString(),
    authorization: byHeader ? `Basic ${Buffer.from(pair).toString("base64")}` : undefined,
  });
}

interface Question {
  readonly ca: string | undefined;
  /** The form to send with POST. */
  readonly form?: string;
  readonly authorization?: string | undefined;
}

/** Sends a request to the provider, and reads its response as JSON. */
async function ask(config: OidcConfig, url: string, { ca, form, authorization }: Question): Promise<UnknownObject> {
  const headers = {
    accept: "application/json",
    ...(authorization === undefined ? {} : { authorization }),
    ...(form === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }),
  };
  const options = { method: form === undefined ? "GET" : "POST", headers, agent: false as const };
  let statusCode: number | undefined;
  let text: string;
  try {
    [statusCode, text] = await new Promise<[number | undefined, string]>((resolve, reject) => {
      const signal = AbortSignal.timeout(timeoutMs);
      const request = https.request(url, { ...options, signal, ...(ca === undefined ? {} : { ca }) }, (response) => {
        const chunks: Buffer[] = [];
        let length = 0;
        response.on("data", (chunk: Buffer) => {
          chunks.push(chunk);
          length += chunk.length;
          if (length > largestAnswer) request.destroy(new Error("its response is larger than 1 MiB"));
        });
        response.on("end", () => resolve([response.statusCode, Buffer.concat(chunks).toString("utf8")]));
        response.on("error", reject);
      });
      request.on("error", reject);
      request.end(form);
    });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw failed(config, `cannot reach ${new URL(url).origin}: ${why}`, error);
  }
  const answer = readJson(text);
  const fields = isJsonObject(answer) ? answer : undefined;
  if (statusCode === 200 && fields !== undefined) return fields;
  // RFC 6749: `error` is a word such as invalid_grant. Messages never contain the tokens themselves.
  const reason = typeof fields?.["error"] === "string" ? ` (${fields["error"]})` : "";
  const path = new URL(url).pathname;
  throw failed(config, `${new URL(url).origin}${path} returned HTTP status ${statusCode ?? "unknown"}${reason}`);
}

async function readAuthority(config: OidcConfig, ca: PemSource): Promise<string> {
  if (ca.kind === "data") return ca.data;
  try {
    return await readFile(ca.path, "utf8");
  } catch (error) {
    throw failed(config, `cannot read its idp-certificate-authority ${ca.path}`, error);
  }
}

function failed({ where }: OidcConfig, what: string, cause?: unknown): TsopError {
  return new TsopError("cluster/credentials-failed", `${where}: ${what}`, {
    hint: "Log in again with the program that wrote the kubeconfig, or use the exec plugin kubelogin, which logs in again on its own.",
    cause,
  });
}
