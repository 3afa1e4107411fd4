/** A conversion webhook for the cases, whose behavior can change at any time. */
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { createServingCertificates } from "../../../src/apiserver/http/certificates.js";
import { isJsonObject, type Json, type JsonObject } from "../../../src/core/json.js";
import type { AnswerBody, ContractApi, ContractCase } from "./contract-case.js";
import { definitionsPath, group, hasCondition, version, widgetDefinition } from "./custom-kinds.js";

export interface ConversionReview {
  readonly apiVersion: string;
  readonly request: { readonly uid: string; readonly desiredAPIVersion: string; readonly objects: JsonObject[] };
}

/** The response. A text is a body that is not JSON. */
export interface ConversionAnswer {
  readonly code?: number;
  readonly type?: string;
  readonly body: Json;
}

export type Behaviour = (review: ConversionReview) => ConversionAnswer | "close";

export interface ConversionServer {
  behaviour: Behaviour;
  readonly clientConfig: JsonObject;
  readonly port: number;
}

/** Creates a case with its own webhook, which converts correctly until the case changes its behavior. */
export function withConversionServer(
  name: string,
  run: (api: ContractApi, server: ConversionServer) => Promise<void>,
): ContractCase {
  return {
    name,
    async run(api) {
      const { ca, cert, key } = await createServingCertificates(Date.now());
      const https = createServer({ key, cert }, (request, response) => {
        const chunks: Buffer[] = [];
        request.on("data", (chunk: Buffer) => chunks.push(chunk));
        request.on("end", () => {
          const review = JSON.parse(Buffer.concat(chunks).toString("utf8")) as ConversionReview;
          const answer = server.behaviour(review);
          if (answer === "close") {
            request.socket.destroy();
            return;
          }
          const { code = 200, type = "application/json", body } = answer;
          response
            .writeHead(code, { "content-type": type })
            .end(typeof body === "string" ? body : JSON.stringify(body));
        });
      });
      await new Promise<void>((resolve) => https.listen(0, "127.0.0.1", resolve));
      const { port } = https.address() as AddressInfo;
      const caBundle = Buffer.from(ca).toString("base64");
      const server: ConversionServer = {
        behaviour: converted(),
        clientConfig: { url: `https://127.0.0.1:${port}/convert`, caBundle },
        port,
      };
      try {
        await run(api, server);
      } finally {
        // Objects that can no longer be converted could not be deleted, nor could their namespace.
        const none = { spec: { conversion: { strategy: "None", webhook: null } } };
        await api.patch(`${definitionsPath}/widgets.${group}`, "merge", none, { record: false });
        https.closeAllConnections();
        https.close();
      }
    },
  };
}

/** Returns the correct behavior with these changes to each object, to the response or to the review. */
export function converted({
  object: changeObject = (each) => each,
  response = {},
  review: ofReview = {},
}: {
  readonly object?: (converted: JsonObject) => Json;
  readonly response?: JsonObject;
  readonly review?: JsonObject;
} = {}): Behaviour {
  return ({ apiVersion, request: { uid, desiredAPIVersion, objects } }) => {
    const convertedObjects = objects.map((each) => changeObject({ ...each, apiVersion: desiredAPIVersion }));
    const whole = { uid, result: { status: "Success" }, convertedObjects, ...response };
    return { body: { apiVersion, kind: "ConversionReview", response: whole, ...ofReview } };
  };
}

/** Defines widgets with `v1`, which is stored, and `v2`. */
export async function defineConverted(
  api: ContractApi,
  clientConfig: JsonObject,
  conversionReviewVersions: readonly string[] = ["v1"],
): Promise<void> {
  const properties = { spec: { type: "object", properties: { a: { type: "string" } } }, status: { type: "object" } };
  const schema = { type: "object", properties };
  const definition = widgetDefinition(schema, {
    versions: [
      version("v1", schema, { subresources: { status: {} } }),
      version("v2", schema, { storage: false, subresources: { status: {} } }),
    ],
    conversion: { strategy: "Webhook", webhook: { conversionReviewVersions, clientConfig } },
  }) as { metadata: { name: string } };
  const path = `${definitionsPath}/${definition.metadata.name}`;
  api.cleanUp(path);
  await api.post(definitionsPath, definition, { record: false });
  await api.until(path, ({ body }) => hasCondition(body, "Established"), { show: () => "established" });
  for (const each of ["v1", "v2"]) {
    await api.until(`/apis/${group}/${each}/widgets`, ({ status }) => status === 200, { show: () => "served" });
  }
}

/** Shows a response without the webhook's port, and without times and owners. */
export function showConverted(port: number): (body: AnswerBody) => unknown {
  return (body: AnswerBody) => {
    const shown = hide(body as Json, String(port));
    if (!isJsonObject(shown) || !isJsonObject(shown["metadata"])) return shown;
    const { managedFields, ...metadata } = shown["metadata"];
    return { ...shown, metadata: managedFields === undefined ? metadata : { ...metadata, managedFields: "…" } };
  };
}

function hide(value: Json, port: string): Json {
  if (typeof value === "string") return value.replaceAll(`:${port}`, ":$port");
  if (Array.isArray(value)) return value.map((each) => hide(each, port));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, hide(each ?? null, port)]));
}
