/** Which responses are compressed, for which clients. */
import type { AnswerBody, ContractApi, ContractCase } from "../contract-case.js";
import { configMap, configMaps } from "../sample-objects.js";

const large = `${configMaps}/large`;
const accepts = ["gzip", "deflate, gzip;q=1.0, *;q=0.5", "br , gzip", "gzip;q=0", "GZIP", "identity", "*", ""];
const show = ({ kind, code, items, data }: AnswerBody = {}): unknown => ({
  kind,
  code,
  items: items?.length,
  sizes: Object.values((data ?? {}) as Readonly<Record<string, string>>).map((text) => text.length),
});

async function createLarge(api: ContractApi): Promise<void> {
  await api.post(configMaps, configMap("large", { a: "x".repeat(200_000) }), { record: false });
  await api.post(configMaps, configMap("small", { a: "x".repeat(100_000) }), { record: false });
}

export const cases: readonly ContractCase[] = [
  {
    name: "a large object, by what the client accepts",
    async run(api) {
      await createLarge(api);
      for (const each of accepts) await api.get(large, { headers: { "accept-encoding": each }, show });
      await api.get(large, { show });
    },
  },
  {
    name: "objects, lists, writes and errors",
    async run(api) {
      await createLarge(api);
      const options = { headers: { "accept-encoding": "gzip" }, show };
      await api.get(`${configMaps}/small`, options);
      await api.get(configMaps, { ...options, show: ({ kind }: AnswerBody) => ({ kind }) });
      await api.get(`${configMaps}/none`, options);
      await api.post(configMaps, configMap("new", { a: "x".repeat(200_000) }), options);
      await api.patch(large, "merge", { data: { b: "y".repeat(10) } }, options);
      await api.request("head", large, undefined, options);
      await api.get(large, {
        headers: { "accept-encoding": "gzip", accept: "application/yaml" },
        show: (text: string) => text.length > 200_000,
      });
      await api.delete(large, undefined, options);
    },
  },
];
