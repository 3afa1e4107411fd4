/** The objects of cases that apply to all kinds. */
import type { Answer, AnswerBody, ContractApi, ContractCase } from "./contract-case.js";

export const configMaps = "/api/v1/namespaces/$ns/configmaps";
export const namespaces = "/api/v1/namespaces";

export function configMap(name: string, data: Record<string, string> = {}, metadata: object = {}): object {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name, ...metadata }, data };
}

export async function createConfigMaps(api: ContractApi, ...names: readonly string[]): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const name of names) {
    answers.push(await api.post(configMaps, configMap(name, {}, { labels: { of: api.id, name } }), { record: false }));
  }
  return answers;
}

/** Waits until the API server's cache has the ConfigMaps of this case: then a read at version 0 finds them. */
export async function waitForCache(api: ContractApi): Promise<void> {
  await api.get(`${configMaps}?labelSelector=of%3D$id`, { record: false });
}

/** Returns only the names, in order. */
export function namesOnly(body: AnswerBody): unknown {
  if (body.items === undefined) return body;
  return {
    kind: body.kind,
    metadata: body.metadata,
    items: body.items.map((item: AnswerBody) => item.metadata.name),
  };
}

export function metadataOnly(body: AnswerBody): unknown {
  return body.kind === "Status" ? body : { kind: body.kind, metadata: body.metadata };
}

/** Creates a case of one GET, for most cases about queries and headers. */
export function getCase(name: string, path: string, headers?: Record<string, string | undefined>): ContractCase {
  return {
    name,
    async run(api) {
      await createConfigMaps(api, "a", "b");
      if (path.includes("resourceVersion=")) await waitForCache(api);
      await api.get(path, headers === undefined ? {} : { headers });
    },
  };
}

/** Creates a case with one POST of a ConfigMap. */
export function postCase(
  name: string,
  body: object | string,
  path = configMaps,
  headers?: Record<string, string | undefined>,
): ContractCase {
  return { name, run: (api) => api.post(path, body, headers === undefined ? {} : { headers }) };
}

/** Creates a case with one write to a ConfigMap `a` with data `{ a: "1" }`. */
export function onConfigMap(
  name: string,
  run: (api: ContractApi, created: AnswerBody) => Promise<unknown>,
  metadata: object = {},
): ContractCase {
  return {
    name,
    async run(api) {
      const created = await api.post(configMaps, configMap("a", { a: "1" }, metadata), { record: false });
      await run(api, created.body);
    },
  };
}
