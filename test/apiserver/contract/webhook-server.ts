/** A webhook for the cases: it answers as the path of its URL says, and keeps what it was asked. */
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createServingCertificates } from "../../../src/apiserver/http/certificates.js";
import type { Json, JsonObject } from "../../../src/core/json.js";
import type { Answer, ContractApi, ContractCase } from "./contract-case.js";

/** What a webhook answers with. */
export type Reply =
  /** Fields of the AdmissionReview's response. */
  | { readonly response: JsonObject }
  | { readonly patch: Json }
  /** Fields of the AdmissionReview itself. */
  | { readonly review: JsonObject }
  | { readonly raw: { readonly code?: number; readonly type?: string; readonly body?: string } }
  | "hang"
  | "close";

export interface WebhookServer {
  /** To be put into a webhook's clientConfig. */
  clientConfig(reply: Reply): JsonObject;
  readonly port: number;
  /** The requests of reviews, in the order in which they came. */
  readonly asked: JsonObject[];
}

const group = "/apis/admissionregistration.k8s.io/v1";

/** A case with a webhook server of its own. */
export function withWebhookServer(
  name: string,
  run: (api: ContractApi, server: WebhookServer) => Promise<void>,
): ContractCase {
  return {
    name,
    async run(api) {
      const { ca, cert, key } = await createServingCertificates(Date.now());
      const asked: JsonObject[] = [];
      const server = createServer({ key, cert }, (request, response) => {
        const chunks: Buffer[] = [];
        request.on("data", (chunk: Buffer) => chunks.push(chunk));
        request.on("end", () => {
          const review = JSON.parse(Buffer.concat(chunks).toString("utf8")) as { request: JsonObject };
          asked.push(review.request);
          const path = new URL(request.url ?? "/", "https://x").pathname.slice(1);
          const reply = JSON.parse(Buffer.from(path, "base64url").toString("utf8")) as Reply;
          if (reply === "hang") return;
          if (reply === "close") {
            request.socket.destroy();
            return;
          }
          const { code = 200, type = "application/json", body = "" } = toAnswer(reply, review.request["uid"] ?? "");
          response.writeHead(code, { "content-type": type }).end(body);
        });
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const { port } = server.address() as AddressInfo;
      const clientConfig = (reply: Reply): JsonObject => ({
        url: `https://127.0.0.1:${port}/${Buffer.from(JSON.stringify(reply)).toString("base64url")}`,
        caBundle: Buffer.from(ca).toString("base64"),
      });
      try {
        await run(api, { clientConfig, port, asked });
      } finally {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

function toAnswer(
  reply: Exclude<Reply, string>,
  uid: Json,
): { readonly code?: number; readonly type?: string; readonly body?: string } {
  if ("raw" in reply) return reply.raw;
  const patch = "patch" in reply ? Buffer.from(JSON.stringify(reply.patch)).toString("base64") : undefined;
  const response = {
    uid,
    allowed: true,
    ...(patch === undefined ? {} : { patchType: "JSONPatch", patch }),
    ...("response" in reply ? reply.response : {}),
  };
  const review = { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response };
  return { body: JSON.stringify({ ...review, ...("review" in reply ? reply.review : {}) }) };
}

export interface ConfiguredHook {
  readonly kind?: "Mutating" | "Validating";
  /** Of the configuration. Default: the case's word. */
  readonly name?: string;
  readonly hooks: readonly JsonObject[];
}

/** Stores a configuration whose webhooks see config maps of the case's namespace alone, and waits until it is heard of. */
export async function configure(
  api: ContractApi,
  { kind = "Validating", name = "$id", hooks }: ConfiguredHook,
): Promise<void> {
  const path = `${group}/${kind.toLowerCase()}webhookconfigurations`;
  const webhooks = hooks.map((hook, index) => ({
    name: `h${index}.example.com`,
    admissionReviewVersions: ["v1"],
    sideEffects: "None",
    rules: [{ operations: ["*"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] }],
    namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "$ns" } },
    ...hook,
  }));
  // This one says that the server has heard of the others.
  const marker = {
    ...webhooks[0],
    name: "marker.example.com",
    rules: [{ operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] }],
    objectSelector: { matchLabels: { marker: name } },
    matchConditions: [],
    failurePolicy: "Fail",
    clientConfig: { url: "https://127.0.0.1:9/marker" },
  };
  const config = `${path}/${name}`;
  api.cleanUp(config);
  const metadata = { name };
  await api.post(path, { metadata, webhooks: [marker, ...webhooks] }, { record: false });
  const probe = { metadata: { name: "probe", labels: { marker: name } } };
  for (let tries = 0; tries < 300; tries++) {
    const answer = await api.post("/api/v1/namespaces/$ns/configmaps?dryRun=All", probe, { record: false });
    if (messageOf(answer).includes("marker.example.com")) return;
    await sleep(10);
  }
  throw new Error("the server has not heard of the webhooks");
}

export function messageOf({ body }: Answer): string {
  return String((body as { message?: unknown } | undefined)?.message);
}
