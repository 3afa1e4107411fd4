/** The documents with which a service verifies the tokens of service accounts. */
import type { AnswerBody, ContractCase } from "../contract-case.js";

const configuration = "/.well-known/openid-configuration";
const keys = "/openid/v1/jwks";

/** Hides the address of the server, and what depends on the type of its key: RSA or P-256. */
function show(body: AnswerBody): unknown {
  if (typeof body === "string") return body;
  const { keys, jwks_uri: uri, id_token_signing_alg_values_supported: algorithms, ...rest } = body;
  const shown = keys?.map(({ use, kid, alg }: AnswerBody) => ({ use, kid: typeof kid, alg: typeof alg }));
  const path = typeof uri === "string" ? new URL(uri).pathname : uri;
  return { ...rest, keys: shown, path, algorithms: algorithms?.length };
}

export const cases: readonly ContractCase[] = [
  {
    name: "the issuer and its keys",
    async run(api) {
      await api.get(configuration, { show });
      await api.get(keys, { headers: { accept: "*/*" }, show });
      await api.get(keys, { headers: { accept: undefined }, show });
      await api.get(keys, { headers: { accept: "application/jwk-set+json, application/json" }, show });
    },
  },
  {
    name: "a service account may read them, a user without rights may not",
    async run(api) {
      for (const user of ["system:serviceaccount:$ns:default", "nobody-$id"]) {
        const headers = { "impersonate-user": user };
        await api.get(configuration, { headers, show });
        await api.get(keys, { headers: { ...headers, accept: "*/*" }, show });
      }
    },
  },
  {
    name: "other methods, paths and formats",
    async run(api) {
      for (const path of [configuration, keys]) {
        for (const method of ["post", "put", "delete"] as const) await api.request(method, path, {}, { show });
        await api.get(`${path}/`, { show });
        await api.get(`${path}/more`, { show });
        await api.get(path, { headers: { accept: "application/yaml" }, show });
      }
      await api.get("/.well-known");
      await api.get("/openid");
      await api.get("/openid/v1");
    },
  },
];
