import "reflect-metadata";
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate as Parsed,
} from "@peculiar/x509";
import { createPrivateKey, generateKeyPairSync, X509Certificate } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  createSelfSignedCertificate,
  issueAuthority,
  issueClient,
  issueServing,
  year,
} from "../../src/core/issue-certificates.js";
import { keyUsage } from "../../src/core/write-certificate.js";

const now = Date.parse("2026-01-02T03:04:05Z");
const validity = { now, lifetimeMs: year };

describe("issueAuthority", () => {
  it("creates an authority that signs no other authorities", async () => {
    const { cert, key } = await issueAuthority("a-ca", validity);
    const certificate = new X509Certificate(cert);
    expect(certificate.subject).toBe("CN=a-ca");
    expect(certificate.ca).toBe(true);
    expect(certificate.checkIssued(certificate) && certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.checkPrivateKey(createPrivateKey(key))).toBe(true);
    expect(Date.parse(certificate.validFrom)).toBe(now - 5 * 60_000);
    expect(Date.parse(certificate.validTo)).toBe(now + year);
    const parsed = new Parsed(cert);
    expect(parsed.getExtension(BasicConstraintsExtension)).toMatchObject({ ca: true, pathLength: 0, critical: true });
    expect(parsed.getExtension(KeyUsagesExtension)?.usages).toBe(
      KeyUsageFlags.keyCertSign | KeyUsageFlags.digitalSignature,
    );
  });

  it("truncates a common name to 64 characters", async () => {
    const { cert } = await issueAuthority("a".repeat(100), validity);
    expect(new X509Certificate(cert).subject).toBe(`CN=${"a".repeat(64)}`);
  });

  it("writes years from 2050 on", async () => {
    const { cert } = await issueAuthority("a", { now, lifetimeMs: 50 * year });
    expect(new X509Certificate(cert).validTo).toContain("2075");
  });
});

describe("issueServing", () => {
  it("contains names and addresses", async () => {
    const authority = await issueAuthority("a-ca", validity);
    const addresses = [
      "127.0.0.1",
      "::1",
      "2001:db8::ff00:42:8329",
      "fe80::",
      "::",
      "::ffff:192.0.2.1",
      "1:2:3:4:5:6:7:8",
    ];
    const names = [
      ...["localhost", "*.a.svc"].map((value) => ({ type: "dns", value }) as const),
      ...addresses.map((value) => ({ type: "ip", value }) as const),
    ];
    const { cert, key } = await issueServing(authority, "server", names, validity);
    const certificate = new X509Certificate(cert);
    expect(certificate.checkIssued(new X509Certificate(authority.cert))).toBe(true);
    expect(certificate.verify(new X509Certificate(authority.cert).publicKey)).toBe(true);
    expect(certificate.checkPrivateKey(createPrivateKey(key))).toBe(true);
    expect(certificate.ca).toBe(false);
    expect(certificate.checkHost("b.a.svc")).toBe("*.a.svc");
    for (const address of addresses) expect(certificate.checkIP(address), address).toBe(address);
    expect(certificate.checkIP("127.0.0.2")).toBeUndefined();
    expect(certificate.keyUsage).toEqual(["1.3.6.1.5.5.7.3.1"]);
    const identifier = new Parsed(authority.cert).getExtension(SubjectKeyIdentifierExtension)?.keyId;
    expect(new Parsed(cert).getExtension(AuthorityKeyIdentifierExtension)?.keyId).toBe(identifier);
  });

  it("does not outlive its authority", async () => {
    const authority = await issueAuthority("a-ca", { now, lifetimeMs: year / 2 });
    const { cert } = await issueServing(authority, "server", [], validity);
    expect(Date.parse(new X509Certificate(cert).validTo)).toBe(now + year / 2);
  });

  it("refuses the key of another curve", async () => {
    const { cert } = await issueAuthority("a-ca", validity);
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-384" });
    const key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    await expect(issueServing({ cert, key }, "server", [], validity)).rejects.toThrow(
      "expected a key of the curve P-256",
    );
  });
});

describe("issueClient", () => {
  it("contains the user and the groups in any writing", async () => {
    const authority = await issueAuthority("a-ca", validity);
    const name = `jané ${"x".repeat(200)}`;
    const { cert } = await issueClient(authority, { name, groups: ["dev", "ops, and more"] }, validity);
    const { subject } = new X509Certificate(cert).toLegacyObject();
    expect(subject).toMatchObject({ CN: name, O: ["dev", "ops, and more"] });
    expect(new X509Certificate(cert).keyUsage).toEqual(["1.3.6.1.5.5.7.3.2"]);
  });
});

it("creates a certificate for localhost", async () => {
  const certificate = new X509Certificate((await createSelfSignedCertificate(now)).cert);
  expect(certificate.checkHost("localhost")).toBe("localhost");
  expect(certificate.verify(certificate.publicKey)).toBe(true);
});

it.each([
  [["decipherOnly"], KeyUsageFlags.decipherOnly],
  [["encipherOnly", "keyAgreement"], KeyUsageFlags.encipherOnly | KeyUsageFlags.keyAgreement],
  [["nonRepudiation", "cRLSign"], KeyUsageFlags.nonRepudiation | KeyUsageFlags.cRLSign],
] as const)("encodes the usages %j", (usages, flags) => {
  expect(new KeyUsagesExtension(keyUsage(usages)).usages).toBe(flags);
});
