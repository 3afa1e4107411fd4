/** CertificateSigningRequests: requests, approvals and issued certificates. */
import type { JsonObject } from "../../../../src/core/json.js";
import { certificate, certificateRequest } from "../certificates.js";
import type { ContractApi, ContractCase } from "../contract-case.js";

const path = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
const encode = (text: string): string => Buffer.from(text).toString("base64");
const pem = Buffer.from(certificateRequest, "base64").toString();

/** The same request for another user, with the original signature. */
const forged = pem.replace(/(?<=-----\n)[\s\S]+(?=\n-----END)/, (body) =>
  Buffer.from(Buffer.from(body, "base64").toString("latin1").replace("someone", "anybody"), "latin1").toString(
    "base64",
  ),
);

/** Omits the requester, which this suite does not compare. */
function show(body: JsonObject): unknown {
  if (body["kind"] !== "CertificateSigningRequest") return body;
  const { name, labels, generation } = body["metadata"] as JsonObject;
  const spec = Object.fromEntries(
    Object.entries(body["spec"] as JsonObject).filter(
      ([field]) => !["username", "uid", "groups", "extra"].includes(field),
    ),
  );
  return { metadata: { name, labels, generation }, spec, status: body["status"] };
}

const request = (spec: object = {}, more: object = {}): object => ({
  apiVersion: "certificates.k8s.io/v1",
  kind: "CertificateSigningRequest",
  metadata: { name: "$id" },
  spec: { request: certificateRequest, signerName: "example.com/signer", usages: ["client auth"], ...spec },
  ...more,
});

function created(name: string, run: (api: ContractApi, target: string) => Promise<void>): ContractCase {
  return {
    name,
    async run(api) {
      api.cleanUp(`${path}/$id`);
      await api.post(path, request(), { record: false });
      await run(api, `${path}/$id`);
    },
  };
}

const condition = (type: string, more: object = {}): object => ({
  type,
  status: "True",
  reason: "r",
  message: "m",
  ...more,
});
const conditions = (...all: readonly object[]): object => ({ status: { conditions: all } });
const dated = { lastUpdateTime: "2020-01-01T00:00:00Z", lastTransitionTime: "2020-01-02T00:00:00Z" };

const tried: Readonly<Record<string, object>> = {
  "one that is valid": {},
  "one that says who asks": { username: "other", uid: "x", groups: ["system:masters"], extra: { a: ["b"] } },
  "of no usages": { usages: [] },
  "of usages that nobody knows": { usages: ["client auth", "Client Auth", ""] },
  "of usages that come twice": { usages: ["client auth", "client auth", "digital signature"] },
  "of all usages": { usages: ["any", "signing", "s/mime", "netscape sgc"] },
  "of a short time": { expirationSeconds: 599 },
  "of just enough time": { expirationSeconds: 600 },
  "of a negative time": { expirationSeconds: -1 },
  "that is no PEM": { request: encode("nonsense") },
  "that is empty": { request: "" },
  "that is no base64": { request: "***" },
  "that is a certificate": { request: certificate },
  "with a text before and behind it": { request: encode(`hello\n${pem}\nworld`) },
  "that is signed by another key": { request: encode(forged) },
  "for no signer": { signerName: "" },
  "for a signer without a path": { signerName: "example.com" },
  "for a signer without a domain": { signerName: "/signer" },
  "for a signer of one word": { signerName: "example/signer" },
  "for a signer of capitals": { signerName: "Example.com/Signer_1" },
  "for a signer of several parts": { signerName: "example.com/a/b" },
  "for a signer of dots": { signerName: "example.com/a.b.c" },
  "for a signer that is long": { signerName: `example.com/${"a".repeat(570)}` },
  "for the legacy signer": { signerName: "kubernetes.io/legacy-unknown" },
  "for the signer of clients": { signerName: "kubernetes.io/kube-apiserver-client" },
};

export const cases: readonly ContractCase[] = [
  ...Object.entries(tried).map(([name, spec]): ContractCase => ({
    name: `a request ${name}`,
    run: (api) => api.post(`${path}?dryRun=All`, request(spec), { show }),
  })),
  {
    name: "a request that comes with a verdict",
    run: (api) =>
      api.post(`${path}?dryRun=All`, request({}, { status: { certificate, conditions: [condition("Approved")] } }), {
        show,
      }),
  },
  {
    name: "a request of a strange name",
    run: (api) => api.post(`${path}?dryRun=All`, request({}, { metadata: { name: "A_b:$id" } }), { show }),
  },
  created("what is asked for stays, and so does the verdict", async (api, target) => {
    const patch = (body: object): Promise<unknown> => api.patch(target, "merge", body, { show });
    await patch({ metadata: { labels: { a: "b" } }, spec: { usages: ["server auth"] } });
    await patch(conditions(condition("Approved")));
    await patch({ status: { certificate } });
    await patch({ spec: { request: encode("nonsense") } });
  }),
  created("requests are approved of once, and not denied any more", async (api, target) => {
    const approve = (body: object): Promise<unknown> => api.patch(`${target}/approval`, "merge", body, { show });
    await approve(conditions(condition("Approved", { status: "False" })));
    await approve(conditions(condition("Approved", { status: "" })));
    await approve(conditions(condition("", { status: "Maybe" })));
    await approve(conditions(condition("Mine", { status: "Unknown" })));
    await approve(conditions(condition("Mine"), condition("Mine")));
    await approve(conditions(condition("Approved"), condition("Denied")));
    await approve(conditions(condition("Approved", dated)));
    await approve(conditions(condition("Approved", { reason: "other", message: "n" })));
    await approve(conditions(condition("Approved"), condition("Denied")));
    await approve(conditions(condition("Denied")));
    await approve(conditions());
    await approve({ status: { certificate, conditions: [condition("Approved")] }, spec: { usages: ["any"] } });
    await api.get(`${target}/approval`, { show });
  }),
  created("a certificate is issued once", async (api, target) => {
    const sign = (body: object): Promise<unknown> => api.patch(`${target}/status`, "merge", body, { show });
    await sign(conditions(condition("Approved")));
    await sign({ status: { certificate: encode("nonsense") } });
    await sign({ status: { certificate: certificateRequest } });
    await sign({ status: { certificate: encode("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n") } });
    await sign({
      status: {
        certificate: encode(Buffer.from(certificate, "base64").toString().replace("-----\n", "-----\na: b\n\n")),
      },
    });
    await sign(conditions(condition("Failed")));
    await sign(conditions());
    await sign({ status: { certificate }, spec: { usages: ["any"] }, metadata: { labels: { a: "b" } } });
    await sign({ status: { certificate: encode(`${Buffer.from(certificate, "base64").toString()}\n`) } });
    await sign({ status: { certificate: null } });
    await sign(conditions(condition("Failed", { status: "False" })));
    await api.get(`${target}/status`, { show });
  }),
  created("a verdict is not changed by the status", async (api, target) => {
    await api.patch(`${target}/approval`, "merge", conditions(condition("Denied", dated)), { show });
    const sign = (body: object): Promise<unknown> => api.patch(`${target}/status`, "merge", body, { show });
    await sign(conditions(condition("Denied", { reason: "other" }), condition("Mine")));
    await sign(conditions(condition("Mine")));
    await sign(conditions(condition("Denied"), condition("Approved")));
    await sign({ status: null });
  }),
];
