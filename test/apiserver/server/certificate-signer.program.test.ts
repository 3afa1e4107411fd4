/** A certificate request that is approved gets its certificate. No case of the contract suite does: the recorded servers sign none. */
import "reflect-metadata"; // before x509, which does not load without
import { Pkcs10CertificateRequestGenerator, SubjectAlternativeNameExtension } from "@peculiar/x509";
import { KeyObject, webcrypto, X509Certificate } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CertificateSigningRequest, type CertificateSigningRequestSpec } from "../../../src/k8s/certificates/v1.js";
import { ConfigMap } from "../../../src/k8s/core/v1.js";
import { eventually } from "../../support/eventually.js";
import { TestEnvironment } from "../../../src/testing/environment/test-environment.js";

let environment: TestEnvironment;
let keys: webcrypto.CryptoKeyPair;
beforeAll(async () => {
  keys = await webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  environment = await TestEnvironment.start({ server: "embedded" });
});
afterAll(() => environment.stop());

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };

async function requestFor(name: string): Promise<string> {
  const extensions = [new SubjectAlternativeNameExtension([{ type: "dns", value: "jane.example.com" }])];
  const asked = { name: `CN=${name},O=developers`, keys, signingAlgorithm: algorithm, extensions };
  const made = await Pkcs10CertificateRequestGenerator.create(asked);
  return Buffer.from(`${made.toString("pem")}\n`).toString("base64");
}

/** Creates a request, and approves it unless told otherwise. */
async function ask(name: string, spec: Partial<CertificateSigningRequestSpec>, decision = "Approved"): Promise<void> {
  const { client } = environment;
  const created = await client.create<CertificateSigningRequest>({
    ...{ apiVersion: "certificates.k8s.io/v1", kind: "CertificateSigningRequest", metadata: { name } },
    spec: {
      request: await requestFor("jane"),
      signerName: "kubernetes.io/kube-apiserver-client",
      usages: ["client auth", "digital signature"],
      ...spec,
    },
  });
  const conditions = [{ type: decision, status: "True", reason: "Test" }];
  await client
    .subResource("approval")
    .update(CertificateSigningRequest, { name }, { ...created, status: { conditions } });
}

const statusOf = async (name: string) =>
  (await environment.client.getOrThrow(CertificateSigningRequest, { name })).status;

test("an approved request gets a certificate of the authority that clients of the API server trust", async () => {
  await ask("jane", { expirationSeconds: 3600 });
  const encoded = await eventually(async () => {
    const { certificate } = (await statusOf("jane")) ?? {};
    expect(certificate).toBeDefined();
    return certificate!;
  });
  const certificate = new X509Certificate(Buffer.from(encoded, "base64"));
  const trust = await environment.client.getOrThrow(ConfigMap, {
    namespace: "kube-system",
    name: "extension-apiserver-authentication",
  });
  expect(certificate.verify(new X509Certificate(trust.data!["client-ca-file"]!).publicKey)).toBe(true);
  expect(certificate.subject.split("\n").sort()).toEqual(["CN=jane", "O=developers"]);
  expect(certificate.subjectAltName).toBe("DNS:jane.example.com");
  expect(certificate.keyUsage).toEqual(["1.3.6.1.5.5.7.3.2"]);
  expect(await userOf(Buffer.from(encoded, "base64"))).toMatchObject({
    username: "jane",
    groups: ["developers", "system:authenticated"],
  });
  expect(Date.parse(certificate.validTo) - Date.now()).toBeLessThan(3_601_000);
});

/** Returns the user that the server sees behind a certificate. */
async function userOf(cert: Buffer): Promise<unknown> {
  const key = KeyObject.from(keys.privateKey).export({ type: "pkcs8", format: "pem" });
  const { server, tls } = environment.config;
  const ca = tls.ca?.kind === "data" ? tls.ca.data : "";
  const review = { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" };
  const call = request(`${server}/apis/authentication.k8s.io/v1/selfsubjectreviews`, {
    ...{ method: "POST", ca, cert, key, agent: false, headers: { "content-type": "application/json" } },
  });
  call.end(JSON.stringify(review));
  const [response] = (await once(call, "response")) as [IncomingMessage];
  const { status } = (await json(response)) as { status?: { userInfo: { username: string; groups: string[] } } };
  return status?.userInfo;
}

test("the server signs no request that is denied or is for another signer, and fails one with other usages", async () => {
  await ask("denied", {}, "Denied");
  await ask("foreign", { signerName: "example.com/signer" });
  await ask("serving", { usages: ["server auth", "digital signature"] });
  await eventually(async () => {
    const failed = (await statusOf("serving"))?.conditions?.find(({ type }) => type === "Failed");
    expect(failed).toMatchObject({
      reason: "SignerValidationFailure",
      message: "invalid usage for client certificate: server auth",
    });
  });
  // The last request is done, so the others were seen before it.
  for (const name of ["denied", "foreign", "serving"]) expect(await statusOf(name)).not.toHaveProperty("certificate");
});
