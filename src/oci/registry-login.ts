/** The login of a registry (distribution: docs/content/spec/auth/token.md, and RFC 7617). */
import { TsopError } from "../core/errors.js";
import { readJson, text } from "../core/json-fields.js";
import { type Connections, readBody } from "./registry-connection.js";

/** A user and password, or a token from which the registry's token server issues others. */
export type RegistryCredentials =
  | { readonly kind: "password"; readonly username: string; readonly password: string }
  | { readonly kind: "identity-token"; readonly token: string };

/** What a registry asks for in `WWW-Authenticate`. */
export type Challenge =
  | { readonly kind: "basic" }
  | {
      readonly kind: "bearer";
      readonly realm: string;
      readonly service: string | undefined;
      readonly scope: string | undefined;
    };

/** Returns the first challenge that tsop supports. */
export function readChallenge(header: string | undefined): Challenge | undefined {
  if (header === undefined || header.length > 4096) return undefined;
  const scheme = /^\s*(basic|bearer)\b/i.exec(header)?.[1]?.toLowerCase();
  if (scheme === "basic") return { kind: "basic" };
  if (scheme !== "bearer") return undefined;
  const values = new Map(
    Array.from(header.matchAll(/\b([a-z]{1,20})="([^"]*)"/gi), ([, name = "", value = ""]) => [
      name.toLowerCase(),
      value,
    ]),
  );
  const realm = values.get("realm");
  if (realm === undefined || !URL.canParse(realm)) return undefined;
  return { kind: "bearer", realm, service: values.get("service"), scope: values.get("scope") };
}

export interface Login {
  readonly connections: Connections;
  /** The registry's name, for messages. */
  readonly registry: string;
  /** Whether the connection to the registry is encrypted. */
  readonly isEncrypted: boolean;
  readonly credentials: RegistryCredentials | undefined;
}

/**
 * Returns the value of the Authorization header for a challenge.
 *
 * @throws TsopError `image/unauthorized`
 */
export async function answerChallenge(challenge: Challenge, scope: string, login: Login): Promise<string> {
  const { credentials, registry } = login;
  if (challenge.kind === "bearer") return `Bearer ${await fetchToken(challenge, scope, login)}`;
  if (credentials?.kind !== "password") throw unauthorized(registry, "requires credentials");
  return basic(credentials.username, credentials.password);
}

async function fetchToken(challenge: Challenge & { kind: "bearer" }, scope: string, login: Login): Promise<string> {
  const { connections, credentials, registry, isEncrypted } = login;
  const realm = new URL(challenge.realm);
  if (realm.protocol !== "https:" && (isEncrypted || realm.protocol !== "http:")) {
    throw new TsopError(
      "image/bad-registry",
      `the registry ${registry} requests a login over ${realm.protocol}//, which is not encrypted`,
      {},
    );
  }
  const fields = new URLSearchParams({
    ...(challenge.service === undefined ? {} : { service: challenge.service }),
    scope,
  });
  const response =
    credentials?.kind === "identity-token"
      ? await connections.send({
          method: "POST",
          url: realm,
          headers: { "content-type": "application/x-www-form-urlencoded" },
          body: Buffer.from(
            new URLSearchParams([
              ...fields,
              ["grant_type", "refresh_token"],
              ["client_id", "tsop"],
              ["refresh_token", credentials.token],
            ]).toString(),
          ),
        })
      : await connections.send({
          method: "GET",
          url: withQuery(realm, fields),
          headers:
            credentials === undefined ? {} : { authorization: basic(credentials.username, credentials.password) },
        });
  const body = await readBody(response, 1024 * 1024, `the token server ${realm.host}`);
  const value = readJson(body.toString("utf8"));
  const token = text(value, "token") ?? text(value, "access_token");
  if (response.status === 200 && token !== undefined) return token;
  if ([400, 401, 403].includes(response.status)) {
    throw unauthorized(registry, credentials === undefined ? "requires credentials" : "rejects the credentials");
  }
  throw new TsopError(
    "image/bad-registry",
    `the token server ${realm.host} of ${registry} returned status ${response.status} without a token`,
    {},
  );
}

function withQuery(url: URL, fields: URLSearchParams): URL {
  const result = new URL(url);
  for (const [name, value] of fields) result.searchParams.append(name, value);
  return result;
}

function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`, "utf8").toString("base64")}`;
}

export function unauthorized(registry: string, does: string, what = ""): TsopError {
  return new TsopError("image/unauthorized", `the registry ${registry} ${does}${what}`, {
    hint: `Log in, for example with \`docker login ${registry}\` or \`podman login ${registry}\`. tsop reads the credentials from docker's config.json and its credential helpers.`,
  });
}
