/** Adds credentials to each request, and renews them when they expire. */
import { readFile } from "node:fs/promises";
import type { Clock } from "../core/clock.js";
import { defined } from "../core/defined.js";
import { TsopError } from "../core/errors.js";
import { untilAborted } from "../core/until-aborted.js";
import type { AuthConfig, ClusterConfig, Impersonation } from "./cluster-config.js";
import { runExecCredential } from "./exec-credential.js";
import { expiryMargin, type TokenSession } from "./token-session.js";

export interface Credentials {
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** A client certificate from a credential plugin, in PEM. */
  readonly certificate?: { readonly cert: string; readonly key: string };
}

export interface CredentialSource {
  get(signal?: AbortSignal): Promise<Credentials>;
  /**
   * Called when the server has rejected these credentials: the next `get` fetches new ones. Returns false if there is
   * no way to renew them.
   */
  invalidate(refused: Credentials): boolean;
}

/** How long a token file is not read again, as in client-go. */
const tokenFileLifetime = 60_000;

/** The kinds of credentials that can be renewed after a rejection. */
const renewable: readonly AuthConfig["kind"][] = ["exec", "token-file", "oidc", "provider"];

interface Held {
  readonly credentials: Credentials;
  readonly isFresh: () => boolean;
}

export function createCredentialSource(
  config: ClusterConfig,
  options: { clock: Clock; env: Readonly<Record<string, string | undefined>> },
): CredentialSource {
  const { clock } = options;
  const impersonation = impersonationHeaders(config.impersonate);
  let session: TokenSession | undefined;
  let held: Held | undefined;
  let fetching: Promise<Held> | undefined;

  const bearer = (token: string | undefined): Credentials["headers"] =>
    token === undefined ? impersonation : { ...impersonation, authorization: `Bearer ${token}` };

  const fetch = async (auth: AuthConfig): Promise<Held> => {
    switch (auth.kind) {
      case "none":
        return { credentials: { headers: impersonation }, isFresh: () => true };
      case "token":
        return { credentials: { headers: bearer(auth.token) }, isFresh: () => true };
      case "basic": {
        const pair = Buffer.from(`${auth.username}:${auth.password}`).toString("base64");
        return { credentials: { headers: { ...impersonation, authorization: `Basic ${pair}` } }, isFresh: () => true };
      }
      case "token-file": {
        const until = clock.monotonic() + tokenFileLifetime;
        const credentials = { headers: bearer(await readToken(auth.path)) };
        return { credentials, isFresh: () => clock.monotonic() < until };
      }
      case "exec": {
        const interactive = process.stdin.isTTY;
        const answer = await runExecCredential(auth, { env: options.env, interactive });
        const { token, certificate: cert, key, expiresAt = Infinity } = answer;
        const certificate = cert === undefined || key === undefined ? undefined : { cert, key };
        const credentials = defined({ headers: bearer(token), certificate });
        return { credentials, isFresh: () => clock.now() < expiresAt - expiryMargin };
      }
      case "oidc":
      case "provider": {
        session ??= await createSession(auth, () => clock.now());
        const { token, expiresAt } = await session.token();
        return { credentials: { headers: bearer(token) }, isFresh: () => clock.now() < expiresAt - expiryMargin };
      }
    }
  };

  return {
    async get(signal) {
      if (held?.isFresh() === true) return held.credentials;
      signal?.throwIfAborted();
      // One program or one read at a time, shared by all waiting callers; so no single caller's signal may end it.
      fetching ??= fetch(config.auth).finally(() => (fetching = undefined));
      held = await untilAborted(fetching, signal);
      return held.credentials;
    },
    invalidate(refused) {
      if (!renewable.includes(config.auth.kind)) return false;
      // Another request may have fetched new ones since the rejected request was sent.
      if (held?.credentials !== refused) return true;
      held = undefined;
      session?.refuse();
      return true;
    },
  };
}

/** Loaded only here, because an operator in a pod does not need it. */
async function createSession(
  auth: AuthConfig & { readonly kind: "oidc" | "provider" },
  now: () => number,
): Promise<TokenSession> {
  if (auth.kind === "oidc") return (await import("./oidc.js")).createOidcSession(auth, now);
  return (await import("./cloud-provider.js")).createProviderSession(auth, now);
}

async function readToken(path: string): Promise<string> {
  let token: string;
  try {
    token = (await readFile(path, "utf8")).trim();
  } catch (error) {
    throw new TsopError("cluster/credentials-failed", `cannot read the token file ${path}`, { cause: error });
  }
  if (token !== "") return token;
  throw new TsopError("cluster/credentials-failed", `the token file ${path} is empty`);
}

function impersonationHeaders(impersonate: Impersonation | undefined): Record<string, string | readonly string[]> {
  if (impersonate === undefined) return {};
  const { user, uid, groups, extra } = impersonate;
  if (typeof (user as unknown) !== "string" || user === "") {
    throw new TsopError("cluster/invalid-request", "the impersonation names no user", {
      hint: "The API server accepts groups, uid and extra only together with a user.",
    });
  }
  return {
    "impersonate-user": headerValue(user),
    ...(uid === undefined ? {} : { "impersonate-uid": headerValue(uid) }),
    ...(groups.length === 0 ? {} : { "impersonate-group": groups.map(headerValue) }),
    ...Object.fromEntries(
      Object.entries(extra).map(([key, values]) => [`impersonate-extra-${headerKey(key)}`, values.map(headerValue)]),
    ),
  };
}

/** Encodes parentheses too: encodeURIComponent keeps them, and a header's name cannot contain them. */
function headerKey(key: string): string {
  return encodeURIComponent(key).replace(/[()]/g, (each) => (each === "(" ? "%28" : "%29"));
}

/** Encodes in UTF-8, which the API server expects; Node writes one byte for each character of a header. */
function headerValue(value: string): string {
  // oxlint-disable-next-line no-control-regex -- the check is for control characters
  if (!/[\u0000-\u001f\u007f]/.test(value)) return Buffer.from(value, "utf8").toString("latin1");
  throw new TsopError(
    "cluster/invalid-request",
    `${JSON.stringify(value)} cannot be impersonated: it contains control characters`,
  );
}
