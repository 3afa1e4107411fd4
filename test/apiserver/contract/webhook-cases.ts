import { type Json, type JsonObject } from "../../../src/core/json.js";
import type { ContractApi, ContractCase, RequestOptions } from "./contract-case.js";
import { withoutOwners } from "./kind-cases.js";
import { configure, type Reply, type WebhookServer, withWebhookServer } from "./webhook-server.js";

export const configMaps = "/api/v1/namespaces/$ns/configmaps";

/** Hides the ports and paths of webhooks, which differ each time. */
export function hiding({ port }: WebhookServer): RequestOptions {
  return {
    show: (body) =>
      JSON.parse(
        JSON.stringify(withoutOwners(body as Json))
          .replaceAll(String(port), "$port")
          .replace(/(?<=\$port\/)[\w-]{10,}/g, "$path"),
      ) as unknown,
  };
}

export async function create(api: ContractApi, server: WebhookServer, more: object = {}, query = ""): Promise<void> {
  await api.post(`${configMaps}${query}`, { metadata: { generateName: "a-" }, ...more }, hiding(server));
}

/** Creates a case of creates with one reply of the webhook after the other. */
export function answers(
  name: string,
  kind: "Mutating" | "Validating",
  replies: readonly Reply[],
  hook: JsonObject = {},
): ContractCase[] {
  return replies.map((reply, index) =>
    withWebhookServer(`${name} (${index + 1})`, async (api, server) => {
      await configure(api, { kind, hooks: [{ clientConfig: server.clientConfig(reply), ...hook }] });
      await create(api, server);
    }),
  );
}

/** Records the requests that a webhook received, without values that differ between runs. */
export function recordAsked(server: WebhookServer): (body: unknown) => Json {
  return () =>
    server.asked.map((request) => {
      const { userInfo, ...others } = request as JsonObject & { userInfo?: JsonObject };
      return {
        ...others,
        object: shown(others["object"]),
        oldObject: shown(others["oldObject"]),
        groups: userInfo?.["groups"],
      };
    });
}

function shown(object: Json | undefined): Json {
  return withoutOwners(object ?? null);
}

export const label = (key: string, value: string): Json => [{ op: "add", path: `/metadata/labels/${key}`, value }];
export const withLabels = { metadata: { generateName: "a-", labels: { first: "yes" } } };
