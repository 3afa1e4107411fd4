import { X509Certificate } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { issueAuthority, issueClient, year } from "../../src/core/issue-certificates.js";
import type { ServingCertificate } from "../../src/core/serving-certificate.js";
import { ApiError } from "../../src/kube/api-error.js";
import type { LiveClient } from "../../src/kube/client.js";
import { AuthorityBundle } from "../../src/extension/trust/authority-bundle.js";
import { readExtensionTrust, type RequestHeaderTrust } from "../../src/extension/trust/extension-trust.js";
import { readTrust } from "../../src/extension/trust/follow-trust.js";
import { requestHeaderUser } from "../../src/extension/trust/request-header-user.js";

const lists = {
  "requestheader-allowed-names": '["front-proxy-client"]',
  "requestheader-username-headers": '["X-Remote-User"]',
  "requestheader-uid-headers": '["X-Remote-Uid"]',
  "requestheader-group-headers": '["X-Remote-Group"]',
  "requestheader-extra-headers-prefix": '["X-Remote-Extra-"]',
};

const broken = { "requestheader-group-headers": "X-Remote-Group" };

const trust: RequestHeaderTrust = {
  ca: "PEM",
  allowedNames: ["front-proxy-client"],
  usernameHeaders: ["X-Remote-User"],
  uidHeaders: ["X-Remote-Uid"],
  groupHeaders: ["X-Remote-Group"],
  extraPrefixes: ["X-Remote-Extra-"],
};

describe("readExtensionTrust", () => {
  test("reads what kube-apiserver publishes", () => {
    const data = { ...lists, "client-ca-file": "CLIENTS", "requestheader-client-ca-file": "PEM" };
    expect(readExtensionTrust({ data })).toEqual({ clientCa: "CLIENTS", requestHeader: trust });
  });

  test("without an authority, no client may name a user", () => {
    expect(readExtensionTrust({ data: lists })).toEqual({ clientCa: undefined, requestHeader: undefined });
    expect(readExtensionTrust({})).toEqual({ clientCa: undefined, requestHeader: undefined });
  });

  test.each(["{", '"a"', "[1]", "null"])("rejects the list %s", (text) => {
    const data = { ...lists, "requestheader-client-ca-file": "PEM", "requestheader-allowed-names": text };
    expect(readExtensionTrust({ data })).toBe("requestheader-allowed-names: expected a list of texts in JSON");
  });
});

describe("readTrust", () => {
  const read = (answer: () => Promise<unknown>): Promise<unknown> =>
    readTrust({ get: answer } as Pick<LiveClient, "get">);

  test.each([
    ["does not exist", () => Promise.resolve(undefined)],
    ["is invalid", () => Promise.resolve({ data: { ...lists, "requestheader-client-ca-file": "x", ...broken } })],
    ["must not read", () => Promise.reject(new ApiError({ message: "no", reason: "Forbidden" }, 403))],
  ])("without a ConfigMap that the server can use, it does not start: %s", async (why, answer) => {
    const message = expect.stringContaining(why) as string;
    await expect(read(answer)).rejects.toMatchObject({ code: "extension/no-trust", message });
  });
});

describe("requestHeaderUser", () => {
  test("reads the user, the groups and the extra values", () => {
    const headers = {
      "x-remote-user": [Buffer.from("zoë").toString("latin1"), "second"],
      "x-remote-uid": ["7"],
      "x-remote-group": ["a", "", "b"],
      "x-remote-extra-scopes%2fread": ["x", "y"],
      "x-remote-extra-__proto__": ["z"],
      "x-other": ["no"],
    };
    const user = requestHeaderUser(headers, trust);
    expect(user).toMatchObject({ username: "zoë", uid: "7", groups: ["a", "b"] });
    expect(Object.entries(user?.extra ?? {})).toEqual([
      ["scopes/read", ["x", "y"]],
      ["__proto__", ["z"]],
    ]);
  });

  test("without a name there is no user", () => {
    expect(requestHeaderUser({ "x-remote-group": ["system:masters"] }, trust)).toBeUndefined();
    expect(requestHeaderUser({ "x-remote-user": [""] }, trust)).toBeUndefined();
  });
});

describe("AuthorityBundle", () => {
  const now = Date.now();
  const validity = { now, lifetimeMs: year };
  let [authority, other]: ServingCertificate[] = [];
  let client: X509Certificate;
  beforeAll(async () => {
    [authority, other] = await Promise.all([issueAuthority("ca", validity), issueAuthority("ca", validity)]);
    client = new X509Certificate((await issueClient(authority, { name: "a" }, validity)).cert);
  });

  test("knows the clients of its authorities, also of the second one", () => {
    const bundle = new AuthorityBundle(`${other?.cert ?? ""}\n${authority?.cert ?? ""}`);
    expect(bundle.signed([client], now)).toBe(true);
  });

  test("knows no client of another authority with the same name", () => {
    const bundle = new AuthorityBundle(other?.cert ?? "");
    expect(bundle.signed([client], now)).toBe(false);
    expect(bundle.signed([client, new X509Certificate(authority?.cert ?? "")], now)).toBe(false);
    expect(new AuthorityBundle("").signed([client], now)).toBe(false);
    expect(bundle.signed([], now)).toBe(false);
  });

  test("an expired authority signs no client", () => {
    const bundle = new AuthorityBundle(authority?.cert ?? "");
    expect(bundle.signed([client], now + 2 * year)).toBe(false);
  });

  test("a client's certificate is no authority", async () => {
    const leaf = await issueClient(authority ?? { cert: "", key: "" }, { name: "middle" }, validity);
    const forged = new X509Certificate((await issueClient(leaf, { name: "admin" }, validity)).cert);
    const bundle = new AuthorityBundle(authority?.cert ?? "");
    expect(bundle.signed([forged, new X509Certificate(leaf.cert)], now)).toBe(false);
  });

  test("refuses a certificate that cannot be read", () => {
    const broken = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----";
    expect(() => new AuthorityBundle(broken)).toThrow();
  });
});
