import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { ApiObject } from "../../../src/apiserver/api-object.js";
import { Authenticator } from "../../../src/apiserver/authentication/authenticator.js";
import {
  checkToken,
  issueToken,
  type TokenIssuer,
} from "../../../src/apiserver/authentication/service-account-tokens.js";
import { signingKey, signToken } from "../../../src/apiserver/authentication/signed-tokens.js";
import type { StoredObjects } from "../../../src/apiserver/resource.js";

const account: ApiObject = {
  apiVersion: "v1",
  kind: "ServiceAccount",
  metadata: { name: "robot", namespace: "ns", uid: "u-1" },
};
const audience = "https://kubernetes.default.svc";

function holding(...objects: readonly (readonly [string, ApiObject])[]): StoredObjects {
  return {
    get: (key, namespace, name) =>
      objects.find(
        ([each, { metadata }]) => each === key && (metadata.namespace ?? "") === namespace && metadata.name === name,
      )?.[1],
    list: () => [],
  };
}

function issuerAt(seconds: number, type: "rsa" | "ec" = "ec"): TokenIssuer {
  const { privateKey } =
    type === "rsa"
      ? generateKeyPairSync("rsa", { modulusLength: 2048 })
      : generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { key: signingKey(privateKey), issuer: audience, clock: { now: () => seconds * 1000 } };
}

const stored = holding(["serviceaccounts", account]);

describe("a token of a service account", () => {
  test.each(["rsa", "ec"] as const)("names its account (%s)", (type) => {
    const issuer = issuerAt(1000, type);
    const token = issueToken(account, {}, [audience], { expirationSeconds: 600 }, issuer);
    expect(checkToken(token, [audience], stored, issuer)).toMatchObject({
      kind: "user",
      audiences: [audience],
      user: {
        username: "system:serviceaccount:ns:robot",
        uid: "u-1",
        groups: ["system:serviceaccounts", "system:serviceaccounts:ns"],
      },
    });
  });

  const issuer = issuerAt(1000);
  const token = issueToken(account, {}, [audience], { expirationSeconds: 600 }, issuer);
  const other: ApiObject = { ...account, metadata: { ...account.metadata, uid: "u-2" } };
  const [head = "", body = "", signature = ""] = token.split(".");
  const forged = Buffer.from(JSON.stringify({ iss: audience, aud: [audience], exp: 9e9 })).toString("base64url");
  const unsigned = Buffer.from(JSON.stringify({ alg: "none" })).toString("base64url");

  test.each([
    ["of an account that is gone", token, holding(), 'serviceaccounts "robot" not found'],
    [
      "of an account that was made anew",
      token,
      holding(["serviceaccounts", other]),
      "service account UID (u-2) does not match claim (u-1)",
    ],
    [
      "with other claims than were signed",
      `${head}.${forged}.${signature}`,
      stored,
      "go-jose/go-jose: error in cryptographic primitive",
    ],
    ["that names no algorithm", `${unsigned}.${body}.`, stored, "go-jose/go-jose: error in cryptographic primitive"],
    [
      "with the signature of another key",
      signToken({ iss: audience }, issuerAt(0).key),
      stored,
      "invalid signature, no keys found",
    ],
  ])("%s is refused", (_, given, objects, message) => {
    expect(checkToken(given, [audience], objects, issuer)).toEqual({ kind: "refused", message });
  });

  test.each([["a"], ["a.b"], ["a.b.c"], [""], ["{}"]])("%j is none", (text) => {
    expect(checkToken(text, [audience], stored, issuer)).toEqual({ kind: "unknown" });
  });

  test("ends", () => {
    const later = { ...issuer, clock: { now: () => 1_700_000 } };
    expect(checkToken(token, [audience], stored, later)).toEqual({
      kind: "refused",
      message: "service account token has expired",
    });
  });

  test("is for its audiences alone", () => {
    expect(checkToken(token, ["x"], stored, issuer)).toEqual({
      kind: "refused",
      message: `token audiences ["${audience}"] is invalid for the target audiences ["x"]`,
    });
  });
});

describe("a request", () => {
  const authenticator = new Authenticator(stored, issuerAt(0));
  authenticator.addUser("secret", { username: "jane", groups: ["g"] });

  test.each(["Bearer secret", "bearer secret", "  Bearer secret  "])("with %j is of the token's user", (header) => {
    expect(authenticator.authenticate(header)).toEqual({ username: "jane", groups: ["g", "system:authenticated"] });
  });

  test.each([undefined, "", "Bearer", "Bearer  secret", "Basic secret", "Bearer other", "secret"])(
    "with %j is refused",
    (header) => {
      expect(() => authenticator.authenticate(header)).toThrow("Unauthorized");
    },
  );
});
