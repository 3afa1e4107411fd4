/**
 * Asks the main API server whose token a request carries. Source: k8s.io/apiserver/plugin/pkg/authenticator/token/webhook and
 * pkg/authentication/authenticatorfactory/delegating.go.
 */
import { createHash } from "node:crypto";
import type { UserInfo } from "../../apiserver/resource.js";
import type { Clock } from "../../core/clock.js";
import type { TokenReview } from "../../k8s/authentication/v1.js";
import type { LiveClient } from "../../kube/client.js";
import { ExpiringCache } from "./expiring-cache.js";

/** How long the user of a token, or that it has none, stays known. */
const ttlMs = 10_000;
const mostTokens = 4_096;

/** Returns the user of a token; undefined if the token is invalid. */
export type IdentifyToken = (token: string) => Promise<UserInfo | undefined>;

export function tokenReviews(client: Pick<LiveClient, "create">, clock: Clock): IdentifyToken {
  const known = new ExpiringCache<UserInfo | undefined>(clock, mostTokens);
  return (token) =>
    // The cache keeps no token.
    known.get(createHash("sha256").update(token).digest("base64"), async () => ({
      value: await review(client, token),
      ttlMs,
    }));
}

async function review(client: Pick<LiveClient, "create">, token: string): Promise<UserInfo | undefined> {
  const { status = {} } = await client.create<TokenReview>({
    ...{ apiVersion: "authentication.k8s.io/v1", kind: "TokenReview", metadata: {} },
    spec: { token },
  });
  const { authenticated = false, user = {} } = status;
  const { username = "", uid, groups = [], extra = {} } = user;
  if (!authenticated || username === "") return undefined;
  return { username, groups, extra, ...(uid === undefined || uid === "" ? {} : { uid }) };
}
