/** Lives of certificates, planned from what a Secret holds. */
import { beforeAll, describe, expect, test } from "vitest";
import {
  type Certificates,
  noCertificates,
  readSecret,
  toSecret,
} from "../../../../src/runtime/webhook/certificates/certificate-secret.js";
import { toCertificateTiming } from "../../../../src/runtime/webhook/certificates/certificate-timing.js";
import { makeCertificates } from "../../../../src/runtime/webhook/certificates/make-certificates.js";
import { serviceNames } from "../../../../src/runtime/webhook/certificates/own-certificates.js";
import {
  type CertificatePlan,
  planCertificates,
} from "../../../../src/runtime/webhook/certificates/plan-certificates.js";

const day = 24 * 60 * 60 * 1000;
const start = Date.UTC(2026, 0, 1);
const timing = toCertificateTiming();
const names = serviceNames({ namespace: "system", name: "web" });
const key = { namespace: "system", name: "certs" };

function plan(certificates: Certificates, now: number, isNewestTrusted = true): CertificatePlan {
  return planCertificates(certificates, { now, timing, isNewestTrusted, jitter: 0 });
}

/** Carries a plan out, by way of the Secret. */
async function carryOut(certificates: Certificates, now: number, isNewestTrusted = true): Promise<Certificates> {
  const next = plan(certificates, now, isNewestTrusted);
  if (next.kind === "wait") throw new Error("there is nothing to do");
  const [newest] = certificates.authorities;
  const authority =
    newest === undefined || certificates.authorityKey === undefined
      ? undefined
      : { cert: newest.pem, key: certificates.authorityKey };
  const made = await makeCertificates(next, authority, { names, service: "web", timing, now });
  const found = readSecret(toSecret(key, "web", undefined, made), "web", names);
  if (found.kind !== "own") throw new Error(found.kind);
  expect(found.faults).toEqual([]);
  return found.certificates;
}

describe("certificates", () => {
  let first: Certificates;
  beforeAll(async () => {
    first = await carryOut(noCertificates, start);
  });

  test("are made where there are none, for all names of the Service", () => {
    expect(first.authorities).toHaveLength(1);
    expect(first.serving?.issuer).toBe(first.authorities[0]);
    expect(names).toEqual(["web.system.svc", "web.system.svc.cluster.local", "web.system", "web"]);
    expect(first.authorities[0]?.notAfter).toBe(start + 365 * day);
    expect(first.serving?.notAfter).toBe(start + 90 * day);
  });

  test("are left alone for two thirds of their lives", () => {
    const next = plan(first, start);
    expect(next.kind).toBe("wait");
    expect(Math.round((next.kind === "wait" ? next.until - start : 0) / day)).toBe(60);
  });

  test("are renewed by the same authority", async () => {
    const now = start + 61 * day;
    expect(plan(first, now)).toMatchObject({
      kind: "write",
      why: "the certificate nears its end",
      newAuthority: false,
    });
    const second = await carryOut(first, now);
    expect(second.authorities.map(({ pem }) => pem)).toEqual(first.authorities.map(({ pem }) => pem));
    expect(second.serving?.cert).not.toBe(first.serving?.cert);
    expect(second.serving?.notAfter).toBe(now + 90 * day);
  });

  test("that have expired are replaced at once", () => {
    expect(plan(first, start + 91 * day, false)).toMatchObject({
      why: "the certificate has expired",
      serving: undefined,
    });
    const late = plan(first, start + 366 * day, false);
    expect(late).toMatchObject({ why: "no authority exists", newAuthority: true, trusted: [], serving: undefined });
  });

  test("of a new authority are served when that is trusted, and the old one is forgotten a day later", async () => {
    let now = start + 245 * day;
    const renewed = await carryOut(first, start + 200 * day);
    const both = await carryOut(renewed, now);
    expect(both.authorities).toHaveLength(2);
    expect(both.authorities[1]?.pem).toBe(first.authorities[0]?.pem);
    expect(both.serving?.cert).toBe(renewed.serving?.cert);
    // The served certificate stays while a client does not trust the new authority.
    expect(plan(both, now, false).kind).toBe("wait");
    const changed = await carryOut(both, now, true);
    expect(changed.serving?.issuer).toBe(changed.authorities[0]);
    expect(changed.authorities).toHaveLength(2);
    expect(plan(changed, now)).toMatchObject({ kind: "wait" });
    // The certificate begins some minutes before its issue. The day begins with the issue.
    expect(plan(changed, now + day - 1_000)).toMatchObject({ kind: "wait", until: now + day });
    now += day;
    expect((await carryOut(changed, now)).authorities.map(({ pem }) => pem)).toEqual([changed.authorities[0]?.pem]);
  });

  test("whose authority is not trusted in time are replaced when they expire", async () => {
    const both = await carryOut(await carryOut(first, start + 200 * day), start + 245 * day);
    expect(plan(both, start + 291 * day, false)).toMatchObject({
      why: "the certificate has expired",
      serving: undefined,
    });
  });

  test("do not outlive their authority", async () => {
    const short = toCertificateTiming({ authorityLifetimeMs: 60 * day, servingLifetimeMs: 60 * day });
    const next = planCertificates(noCertificates, { now: start, timing: short, isNewestTrusted: false, jitter: 0 });
    if (next.kind !== "write") throw new Error(next.kind);
    const made = await makeCertificates(next, undefined, { names, service: "web", timing: short, now: start });
    const later = planCertificates(made, { now: start + 30 * day, timing: short, isNewestTrusted: true, jitter: 0 });
    expect(later.kind).toBe("wait");
    expect(made.serving?.notAfter).toBeLessThanOrEqual(made.authorities[0]?.notAfter ?? 0);
  });

  test("whose authority's key is lost are served on, beside a new authority", () => {
    expect(plan({ ...first, authorityKey: undefined }, start)).toMatchObject({
      ...{ why: "the authority's key is lost", newAuthority: true, trusted: first.authorities, serving: first.serving },
    });
  });
});

describe("a Secret", () => {
  let data: Record<string, string>;
  const annotations = { "tsop.dev/webhook-certificates": "web" };
  const read = (change: Record<string, string>, owner: Record<string, string> = annotations) =>
    readSecret(
      { apiVersion: "v1", kind: "Secret", metadata: { ...key, annotations: owner }, data: { ...data, ...change } },
      "web",
      names,
    );
  const base64 = (text: string): string => Buffer.from(text).toString("base64");

  beforeAll(async () => {
    data = toSecret(key, "web", undefined, await carryOut(noCertificates, start)).data ?? {};
  });

  test.each([
    [{ "tls.crt": base64("nonsense") }, "tls.crt contains no certificate"],
    [{ "tls.key": "" }, "tls.key is not the key of tls.crt"],
    [{ "ca.key": base64("nonsense") }, "ca.key is not the key of the first certificate in ca.crt"],
    [{ "ca.crt": base64("nonsense") }, "ca.crt contains no certificate"],
    [
      { "ca.crt": base64("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n") },
      "ca.crt contains an unreadable certificate",
    ],
  ])("with %j is damaged", (change, fault) => {
    expect(read(change)).toMatchObject({ kind: "own", faults: expect.arrayContaining([fault]) as unknown });
  });

  test("whose certificate is no authority's is damaged", () => {
    expect(read({ "ca.crt": data["tls.crt"] ?? "" })).toMatchObject({
      faults: ["ca.crt contains a certificate that is not a CA", "tls.crt is not signed by a certificate in ca.crt"],
    });
  });

  test("of another Service, or of no Service, is not changed", () => {
    expect(read({}, { "tsop.dev/webhook-certificates": "other" })).toEqual({
      ...{ kind: "foreign", why: "it belongs to the Service other, and the Service of this operator is web" },
    });
    expect(read({}, {})).toMatchObject({ kind: "foreign" });
  });

  test("for other names is damaged", () => {
    const secret = { apiVersion: "v1", kind: "Secret", metadata: { ...key, annotations }, data } as const;
    expect(readSecret(secret, "web", ["web.other.svc"])).toMatchObject({
      faults: ["tls.crt is not valid for web.other.svc"],
    });
  });
});

describe("lives", () => {
  test.each([
    [{ authorityLifetimeMs: 0 }, "authorityLifetimeMs must be a number of milliseconds from 10000 to"],
    [{ servingLifetimeMs: NaN }, "servingLifetimeMs must be a number of milliseconds"],
    [{ settleMs: -1 }, "settleMs must be a number of milliseconds from 0"],
    [{ servingLifetimeMs: 2 * 365 * day }, "servingLifetimeMs must not exceed authorityLifetimeMs"],
  ])("%j are refused", (options, message) => {
    expect(() => toCertificateTiming(options)).toThrow(message);
  });
});
