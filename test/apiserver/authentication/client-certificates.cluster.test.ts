/** Certificates of clients: what identifies a user on the real API server does so on the embedded one, and nothing else does. */
import "reflect-metadata"; // before x509, which does not load without
import { Pkcs10CertificateRequestGenerator, SubjectAlternativeNameExtension } from "@peculiar/x509";
import { KeyObject, webcrypto, X509Certificate } from "node:crypto";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { request as send } from "node:https";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { textMapOf } from "../../../src/apiserver/api-object.js";
import { readDataFile } from "../../../src/apiserver/storage/saved-data.js";
import { issueAuthority, issueClient, year } from "../../../src/core/issue-certificates.js";
import type { ServingCertificate } from "../../../src/core/serving-certificate.js";
import { type CertificateUsages, signRequest } from "../../../src/core/sign-request.js";
import { eventually } from "../../support/eventually.js";
import { describeCluster } from "../../support/cluster.js";
import { startComparableServer } from "../../support/comparable-server.js";
import { generalControllers, startControlPlane } from "../../support/control-plane.js";
import { tempFolder } from "../../support/temp-folder.js";
import { parseServerUnderTest, readServerUnderTest, type ServerUnderTest } from "../contract/server-under-test.js";

interface Subject {
  readonly server: ServerUnderTest;
  /** Of the users' certificates. */
  readonly authority: ServingCertificate;
  stop(): Promise<void>;
}

type Login = Partial<ServingCertificate> & { readonly token?: string };

const hour = 3_600_000;
const now = Date.now();
const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };

async function startReal(): Promise<Subject> {
  const authority = await issueAuthority("clients", { now, lifetimeMs: year });
  const folder = tempFolder();
  const [cert, key] = [path.join(folder, "ca.crt"), path.join(folder, "ca.key")];
  writeFileSync(cert, authority.cert);
  writeFileSync(key, authority.key, { mode: 0o600 });
  const plane = await startControlPlane(undefined, [], {
    apiServerFlags: ["--client-ca-file", cert],
    controllers: [...generalControllers, "certificatesigningrequest-signing-controller"],
    controllerFlags: ["--cluster-signing-cert-file", cert, "--cluster-signing-key-file", key],
  });
  return { server: readServerUnderTest(plane.kubeconfig), authority, stop: () => plane.stop() };
}

async function startEmbedded(): Promise<Subject> {
  const dataFile = path.join(tempFolder(), "data.json");
  const server = await startComparableServer({ dataFile });
  const { cert = "", key = "" } = textMapOf(readDataFile(dataFile)?.identity, "clientAuthority");
  const stop = (): Promise<void> => server.stop();
  return { server: parseServerUnderTest(server.kubeconfig), authority: { cert, key }, stop };
}

async function call({ url, ca }: ServerUnderTest, login: Login, method = "GET", target = "/api", body?: object) {
  const { token, ...certificate } = login;
  const headers = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    "content-type": "application/json",
  };
  const sent = send(`${url}${target}`, { ...certificate, ca, method, headers, agent: false });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return { code: response.statusCode, body: JSON.parse(await text(response)) as Record<string, unknown> };
}

/** Returns the user that the server sees; its refusal if it sees none. */
async function userOf({ server }: Subject, login: Login): Promise<unknown> {
  const review = { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" };
  const target = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
  const { code, body } = await call(server, login, "POST", target, review);
  const { userInfo } = (body["status"] ?? {}) as { userInfo?: { username: string; groups: string[] } };
  return userInfo === undefined ? [code, body["message"]] : [userInfo.username, userInfo.groups];
}

async function certificateRequest(keys: webcrypto.CryptoKeyPair, name: string, names: readonly Name[] = []) {
  const extensions = names.length === 0 ? [] : [new SubjectAlternativeNameExtension([...names])];
  const made = await Pkcs10CertificateRequestGenerator.create({ name, keys, signingAlgorithm: algorithm, extensions });
  return `${made.toString("pem")}\n`;
}

type Name = { readonly type: "dns" | "ip" | "email" | "url"; readonly value: string };

const pemOf = (keys: webcrypto.CryptoKeyPair): string =>
  KeyObject.from(keys.privateKey).export({ type: "pkcs8", format: "pem" }).toString();

describeCluster("the certificate of a client", () => {
  let subjects: readonly [Subject, Subject];
  let keys: webcrypto.CryptoKeyPair;
  beforeAll(async () => {
    keys = await webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
    subjects = await Promise.all([startReal(), startEmbedded()]);
  });
  afterAll(() => Promise.all(subjects.map((subject) => subject.stop())));

  async function withUsages(authority: ServingCertificate, usages: CertificateUsages, name = "CN=jane,O=dev") {
    const pem = await certificateRequest(keys, name);
    return { cert: await signRequest(authority, pem, usages, { now, lifetimeMs: hour }), key: pemOf(keys) };
  }

  type Make = (subject: Subject) => Promise<Login>;
  const jane = { name: "jane", groups: ["dev"] };
  const usages = (extended: CertificateUsages["extended"], flags: CertificateUsages["flags"] = []): Make => {
    return ({ authority }) => withUsages(authority, { flags, extended });
  };
  const expired: Make = ({ authority }) => issueClient(authority, jane, { now: now - 2 * hour, lifetimeMs: hour });

  test.each<[string, Make, "user" | "anonymous" | "refused"]>([
    ["that is valid", ({ authority }) => issueClient(authority, jane, { now, lifetimeMs: hour }), "user"],
    ["that has expired", expired, "refused"],
    [
      "that is not valid yet",
      ({ authority }) => issueClient(authority, jane, { now: now + hour, lifetimeMs: hour }),
      "refused",
    ],
    [
      "of a foreign authority",
      async () =>
        issueClient(await issueAuthority("clients", { now, lifetimeMs: hour }), jane, { now, lifetimeMs: hour }),
      "refused",
    ],
    ["for servers", usages(["serverAuth"]), "refused"],
    ["for servers and clients", usages(["serverAuth", "clientAuth"]), "user"],
    ["for any use", usages([]), "user"],
    [
      "that names no user",
      ({ authority }) => withUsages(authority, { flags: [], extended: ["clientAuth"] }, "O=dev"),
      "anonymous",
    ],
    ["that is missing", () => Promise.resolve({}), "anonymous"],
    [
      "that has expired, beside a token",
      async (subject) => ({ ...(await expired(subject)), token: subject.server.token }),
      "user",
    ],
    [
      "beside a wrong token",
      async ({ authority }) => ({ ...(await issueClient(authority, jane, { now, lifetimeMs: hour })), token: "x" }),
      "user",
    ],
  ])("%s", async (_, make, expected) => {
    const [real, embedded] = await Promise.all(subjects.map(async (subject) => userOf(subject, await make(subject))));
    const known = JSON.stringify(real).replace('"admin"', '"tsop-admin"');
    expect(JSON.stringify(embedded)).toBe(known);
    const answers = {
      user: [expect.any(String), expect.any(Array)],
      anonymous: [403, expect.stringContaining('User "system:anonymous" cannot create')],
      refused: [401, "Unauthorized"],
    };
    expect(real).toEqual(answers[expected]);
  });

  test("whose key may neither sign nor agree on keys identifies no one on the embedded server", async () => {
    const make = usages(["clientAuth"], ["keyEncipherment"]);
    const [real, embedded] = await Promise.all(subjects.map(async (subject) => userOf(subject, await make(subject))));
    expect(real).toEqual(["jane", ["dev", "system:authenticated"]]);
    expect(embedded).toEqual([401, "Unauthorized"]);
  });

  const signers = "kubernetes.io";
  const nodeNames: readonly Name[] = [
    { type: "dns", value: "node-a" },
    { type: "ip", value: "10.0.0.1" },
  ];
  const client = ["digital signature", "key encipherment", "client auth"];
  const serving = ["digital signature", "key encipherment", "server auth"];
  const node = "CN=system:node:a,O=system:nodes";

  test.each<[string, string, string, readonly string[], readonly Name[]]>([
    ["a user", "kube-apiserver-client", "CN=jane,O=dev", ["client auth"], []],
    ["a user with a wrong usage", "kube-apiserver-client", "CN=jane,O=dev", ["client auth", "server auth"], []],
    ["a kubelet", "kube-apiserver-client-kubelet", node, client, []],
    ["a kubelet without encipherment", "kube-apiserver-client-kubelet", node, ["client auth", "digital signature"], []],
    ["a kubelet in another group", "kube-apiserver-client-kubelet", "CN=system:node:a,O=nodes", client, []],
    ["a kubelet in two groups", "kube-apiserver-client-kubelet", `${node},O=dev`, client, []],
    ["a kubelet with another name", "kube-apiserver-client-kubelet", "CN=a,O=system:nodes", client, []],
    ["a kubelet with a host", "kube-apiserver-client-kubelet", node, client, [{ type: "dns", value: "a" }]],
    ["a kubelet with an address", "kube-apiserver-client-kubelet", node, client, [{ type: "ip", value: "10.0.0.1" }]],
    ["a kubelet with a mailbox", "kube-apiserver-client-kubelet", node, client, [{ type: "email", value: "a@b.c" }]],
    ["a kubelet with a URL", "kube-apiserver-client-kubelet", node, client, [{ type: "url", value: "https://a.b" }]],
    ["a kubelet with the usages of a server", "kube-apiserver-client-kubelet", node, serving, []],
    ["a kubelet's server", "kubelet-serving", node, serving, nodeNames],
    [
      "a kubelet's server without encipherment",
      "kubelet-serving",
      node,
      ["server auth", "digital signature"],
      nodeNames,
    ],
    ["a kubelet's server without names", "kubelet-serving", node, serving, []],
    ["a kubelet's server in another group", "kubelet-serving", "CN=system:node:a,O=nodes", serving, nodeNames],
    ["a kubelet's server with another name", "kubelet-serving", "CN=a,O=system:nodes", serving, nodeNames],
    [
      "a kubelet's server with a mailbox",
      "kubelet-serving",
      node,
      serving,
      [...nodeNames, { type: "email", value: "a@b.c" }],
    ],
    [
      "a kubelet's server with a URL",
      "kubelet-serving",
      node,
      serving,
      [...nodeNames, { type: "url", value: "https://a.b" }],
    ],
    ["a kubelet's server with the usages of a client", "kubelet-serving", node, client, nodeNames],
  ])("a request for %s", async (title, signer, name, wanted, names) => {
    const pem = await certificateRequest(keys, name, names);
    const [real, embedded] = await Promise.all(
      subjects.map(async (subject) => {
        const { server } = subject;
        const login = { token: server.token };
        const target = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
        const id = title.replaceAll(/[^a-z]+/g, "-");
        const spec = { request: btoa(pem), signerName: `${signers}/${signer}`, usages: wanted };
        const made = await call(server, login, "POST", target, { metadata: { name: id }, spec });
        const conditions = [{ type: "Approved", status: "True", reason: "Test" }];
        await call(server, login, "PUT", `${target}/${id}/approval`, { ...made.body, status: { conditions } });
        const status = await eventually(async () => {
          const { body } = await call(server, login, "GET", `${target}/${id}`);
          const found = body["status"] as { certificate?: string; conditions: { type: string; message?: string }[] };
          expect(found.certificate ?? found.conditions.find(({ type }) => type === "Failed")).toBeDefined();
          return found;
        });
        const cert = Buffer.from(status.certificate ?? "", "base64").toString();
        const failure = status.conditions.find(({ type }) => type === "Failed")?.message;
        if (status.certificate === undefined) return { failure };
        const { subject: holder, subjectAltName, keyUsage } = new X509Certificate(cert);
        const user = await userOf(subject, { cert, key: pemOf(keys) });
        return { holder: holder.split("\n").toSorted(), subjectAltName, keyUsage, user };
      }),
    );
    expect(embedded).toEqual(real);
  });
});
