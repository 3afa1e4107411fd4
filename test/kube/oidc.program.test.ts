import type { ServerResponse } from "node:http";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createSelfSignedCertificate } from "../../src/core/issue-certificates.js";
import type { ServingCertificate } from "../../src/core/serving-certificate.js";
import type { OidcConfig } from "../../src/kube/cluster-config.js";
import { createTransport } from "../../src/kube/transport.js";
import { FakeClock } from "../support/fake-clock.js";
import {
  answer,
  type ReceivedRequest,
  type ScriptedServer,
  startScriptedServer,
  status,
} from "../support/scripted-server.js";

let certificate: ServingCertificate;
beforeAll(async () => {
  certificate = await createSelfSignedCertificate(Date.now());
});

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A token that is good for so many seconds from the start of the clock. */
function jwt(name: string, seconds: number): string {
  const exp = new FakeClock().now() / 1000 + seconds;
  return [base64url({ alg: "none" }), base64url({ sub: name, exp }), "signature"].join(".");
}

type Refresh = (form: URLSearchParams, response: ServerResponse, count: number) => void;

interface SetUp {
  readonly clock: FakeClock;
  readonly provider: ScriptedServer;
  readonly api: ScriptedServer;
  /** Which tokens the API server has been shown. */
  readonly shown: () => (string | undefined)[];
  readonly refreshes: () => ReceivedRequest[];
  readonly call: () => Promise<string>;
}

interface Parts {
  readonly login?: Partial<OidcConfig>;
  /** What the discovery document says, beside the token endpoint. */
  readonly document?: object;
  readonly refresh?: Refresh;
  readonly accepts?: (token: string) => boolean;
}

/** An OpenID Connect provider and an API server, both on loopback, and a client of the latter. */
async function setUp({ login, document, refresh, accepts = () => true }: Parts): Promise<SetUp> {
  const clock = new FakeClock();
  const provider = await startScriptedServer((request, response) => {
    if (request.path === "/dex/.well-known/openid-configuration") {
      answer(response, 200, { issuer: provider.url, token_endpoint: `${provider.url}/dex/token`, ...document });
    } else if (request.path === "/dex/token") {
      refresh?.(new URLSearchParams(request.body), response, refreshes().length);
    } else answer(response, 404, {});
  }, certificate);
  const refreshes = () => provider.received.filter(({ path }) => path === "/dex/token");
  const tokenOf = ({ headers }: ReceivedRequest) => headers.authorization?.replace("Bearer ", "");
  const api = await startScriptedServer((request, response) => {
    if (accepts(tokenOf(request) ?? "")) answer(response, 200, {});
    else answer(response, 401, status(401, "Unauthorized"));
  });
  const auth = {
    kind: "oidc" as const,
    where: 'config: user "jane"',
    issuer: `${provider.url}/dex`,
    clientId: "kube",
    refreshToken: "refresh-0",
    ca: { kind: "data" as const, data: certificate.cert },
    ...login,
  };
  const transport = createTransport({ ...api.config, auth }, { clock, wait: () => Promise.resolve(), env: {} });
  onTestFinished(() => transport.close());
  return {
    clock,
    provider,
    api,
    refreshes,
    shown: () => api.received.map(tokenOf),
    call: () => transport.request({ method: "GET", path: "/version" }),
  };
}

const sends =
  (...answers: object[]): Refresh =>
  (_form, response, count) =>
    answer(response, 200, answers[count - 1] ?? {});

describe("a login at an OpenID Connect provider", () => {
  test("uses its id-token while it is valid, without a request", async () => {
    const token = jwt("first", 3600);
    const { call, shown, provider } = await setUp({ login: { idToken: token } });
    await call();
    await call();
    expect(shown()).toEqual([token, token]);
    expect(provider.received).toEqual([]);
  });

  test("has a new one when it has expired, once for all who wait, and again when that has", async () => {
    const [second, third] = [jwt("second", 3600), jwt("third", 7200)];
    const refresh = sends({ id_token: second, refresh_token: "refresh-1" }, { id_token: third });
    const { call, shown, refreshes, clock } = await setUp({ login: { idToken: jwt("first", -1) }, refresh });
    await Promise.all([call(), call()]);
    await call();
    expect(shown()).toEqual([second, second, second]);
    expect(refreshes()).toHaveLength(1);
    expect(Object.fromEntries(new URLSearchParams(refreshes()[0]?.body))).toEqual({
      grant_type: "refresh_token",
      refresh_token: "refresh-0",
      client_id: "kube",
    });
    // Ten seconds before its end, for a request takes time.
    await clock.advance(3_590_000);
    await call();
    expect(shown().at(-1)).toBe(third);
    expect(new URLSearchParams(refreshes()[1]?.body).get("refresh_token")).toBe("refresh-1");
  });

  test("has a new one where there is none, and where it is none", async () => {
    for (const idToken of [undefined, "opaque", "a.b.c", `a.${base64url({ exp: "soon" })}.c`]) {
      const token = jwt("new", 3600);
      const { call, shown } = await setUp({
        login: idToken === undefined ? {} : { idToken },
        refresh: sends({ id_token: token }),
      });
      await call();
      expect(shown()).toEqual([token]);
    }
  });

  test("has a new one when the API server does not accept it, once", async () => {
    const [first, second] = [jwt("first", 3600), jwt("second", 3600)];
    const parts = { login: { idToken: first }, refresh: sends({ id_token: second }) };
    const accepted = await setUp({ ...parts, accepts: (token) => token === second });
    await accepted.call();
    expect(accepted.shown()).toEqual([first, second]);
    const refused = await setUp({ ...parts, accepts: () => false });
    await expect(refused.call()).rejects.toMatchObject({ statusCode: 401 });
    expect(refused.shown()).toEqual([first, second]);
  });

  test.each<[string, object, string | undefined, object]>([
    ["in the header", {}, `Basic ${Buffer.from("kube:s%2F1").toString("base64")}`, {}],
    [
      "in the form",
      { token_endpoint_auth_methods_supported: ["client_secret_post"] },
      undefined,
      { client_id: "kube", client_secret: "s/1" },
    ],
  ])("sends a client's secret %s, as the provider wants it", async (_, document, authorization, form) => {
    const refresh = sends({ id_token: jwt("new", 3600) });
    const { call, refreshes } = await setUp({ login: { clientSecret: "s/1" }, document, refresh });
    await call();
    const [request] = refreshes();
    expect(request?.headers.authorization).toBe(authorization);
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      grant_type: "refresh_token",
      refresh_token: "refresh-0",
      ...form,
    });
  });
});

describe("a login that fails says why:", () => {
  const refused: Refresh = (_form, response) => answer(response, 400, { error: "invalid_grant" });

  test.each<[string, Parts, string]>([
    ["the provider refuses", { refresh: refused }, "/dex/token returned HTTP status 400 (invalid_grant)"],
    ["no token comes", { refresh: sends({ access_token: "x" }) }, "returned no id_token"],
    ["no JSON comes", { refresh: (_, response) => void response.end("<html>") }, "returned HTTP status 200"],
    ["there is no endpoint", { document: { token_endpoint: null } }, "names no https:// token_endpoint"],
    ["the endpoint is in the clear", { document: { token_endpoint: "http://x" } }, "names no https:// token_endpoint"],
    ["the connection breaks", { refresh: (_, response) => void response.destroy() }, "cannot reach "],
    ["too much comes", { refresh: (_, response) => void response.end("x".repeat(2 ** 21)) }, "larger than 1 MiB"],
    [
      "the authority of the provider cannot be read",
      { login: { ca: { kind: "file", path: "/nowhere/ca" } } },
      "cannot read its idp-certificate-authority /nowhere/ca",
    ],
  ])("%s", async (_, parts, message) => {
    const { call, api } = await setUp({ ...parts, login: { idToken: jwt("first", -1), ...parts.login } });
    await expect(call()).rejects.toMatchObject({
      code: "cluster/credentials-failed",
      message: expect.stringMatching(/^config: user "jane": /) as string,
    });
    const error: unknown = await call().catch((reason: unknown) => reason);
    expect(String(error)).toContain(message);
    expect(String(error)).not.toContain("refresh-0");
    expect(api.received).toEqual([]);
  });

  test("nothing is left to have a new one with", async () => {
    const expired = await setUp({ login: { idToken: jwt("first", -1) } });
    const config = { ...expired.api.config };
    const auth = {
      kind: "oidc" as const,
      where: "config",
      issuer: `${expired.provider.url}/dex`,
      clientId: "kube",
      idToken: jwt("first", -1),
    };
    const transport = createTransport({ ...config, auth }, { clock: new FakeClock(), env: {} });
    onTestFinished(() => transport.close());
    await expect(transport.request({ method: "GET", path: "/" })).rejects.toThrow("it has no refresh-token");
    expect(expired.provider.received).toEqual([]);
  });

  test("the system does not know who signed the provider's certificate", async () => {
    const { provider, api } = await setUp({});
    const auth = {
      kind: "oidc" as const,
      where: "config",
      issuer: `${provider.url}/dex`,
      clientId: "kube",
      refreshToken: "r",
    };
    const transport = createTransport({ ...api.config, auth }, { clock: new FakeClock(), env: {} });
    onTestFinished(() => transport.close());
    await expect(transport.request({ method: "GET", path: "/" })).rejects.toThrow("self-signed certificate");
  });
});
