/** A webhook for the cases: the path of its URL contains its response, and it records its requests. */
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { createServingCertificates } from "../../../src/apiserver/http/certificates.js";
import type { Json, JsonObject } from "../../../src/core/json.js";
import type { Answer, ContractApi, ContractCase } from "./contract-case.js";
import { untilSo } from "./until-so.js";

/** The response of a webhook. */
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
  /** Returns a clientConfig for a webhook. */
  clientConfig(reply: Reply): JsonObject;
  readonly port: number;
  /** The requests of the reviews, in the order of their arrival. */
  readonly asked: JsonObject[];
}

const group = "/apis/admissionregistration.k8s.io/v1";

/** Creates a case with its own webhook server. */
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
  /** The name of the configuration. Default: the case's word. */
  readonly name?: string;
  readonly hooks: readonly JsonObject[];
}

/** Stores a configuration whose webhooks match only config maps of the case's namespace, and waits until it takes effect. */
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
  // Once this webhook takes effect, the others do, too.
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
  await untilSo("the server calls the webhooks", async () => {
    const answer = await api.post("/api/v1/namespaces/$ns/configmaps?dryRun=All", probe, { record: false });
    return messageOf(answer).includes("marker.example.com");
  });
}

export function messageOf({ body }: Answer): string {
  return String((body as { message?: unknown } | undefined)?.message);
}
