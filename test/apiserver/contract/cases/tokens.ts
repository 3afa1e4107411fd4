import { setTimeout as sleep } from "node:timers/promises";
import type { ContractApi, ContractCase } from "../contract-case.js";
import { posts } from "../review-cases.js";

const authentication = "/apis/authentication.k8s.io/v1";
const token = "/api/v1/namespaces/$ns/serviceaccounts/default/token";

export const cases: readonly ContractCase[] = [
  {
    name: "a token of a service account is good for its server",
    async run(api) {
      const { body } = await api.post(token, {});
      const given: string = body.status.token;
      await api.post(`${authentication}/selfsubjectreviews`, {}, { token: given, show: hideJti });
      await api.post(`${authentication}/tokenreviews`, { spec: { token: given } }, { show: hideJti });
      await api.post(
        `${authentication}/tokenreviews`,
        { spec: { token: given, audiences: ["x"] } },
        { show: ({ status }) => status },
      );
      await api.post(
        `${authentication}/tokenreviews`,
        { spec: { token: `${given}AA` } },
        { show: ({ status }) => status },
      );
      await api.post(
        `${authentication}/tokenreviews`,
        { spec: { token: given.replace(/\.[^.]*$/, "") } },
        { show: ({ status }) => status },
      );
      await api.get("/api/v1/namespaces/$ns/pods", { token: given });
    },
  },
  {
    name: "a token for other audiences is no good for the server",
    async run(api) {
      const { body } = await api.post(token, { spec: { audiences: ["x", "y"], expirationSeconds: 600 } });
      const given: string = body.status.token;
      await api.get("/api/v1/namespaces/$ns/pods", { token: given });
      await api.post(`${authentication}/tokenreviews`, { spec: { token: given } }, { show: ({ status }) => status });
      await api.post(
        `${authentication}/tokenreviews`,
        { spec: { token: given, audiences: ["y", "z"] } },
        { show: (review) => hideJti(review).status },
      );
    },
  },
  {
    name: "a token ends with its service account",
    async run(api) {
      const accounts = "/api/v1/namespaces/$ns/serviceaccounts";
      await api.post(accounts, { metadata: { name: "robot" } }, { record: false });
      const tokens = await mint(api, `${accounts}/robot/token`, {});
      await api.delete(`${accounts}/robot`, undefined, { record: false });
      await untilRefused(api, tokens, "not found");
      await api.post(
        `${authentication}/tokenreviews`,
        { spec: { token: tokens[0] } },
        { show: ({ status }) => status },
      );
      await api.post(accounts, { metadata: { name: "robot" } }, { record: false });
      await untilRefused(api, tokens, "UID");
      await api.post(
        `${authentication}/tokenreviews`,
        { spec: { token: tokens[0] } },
        { show: ({ status }) => status },
      );
    },
  },
  {
    name: "a token ends with the secret that it is bound to",
    async run(api) {
      const secrets = "/api/v1/namespaces/$ns/secrets";
      const { body: secret } = await api.post(secrets, { metadata: { name: "s" } }, { record: false });
      const boundObjectRef = { apiVersion: "v1", kind: "Secret", name: "s", uid: secret.metadata.uid };
      await api.post(token, { spec: { boundObjectRef } });
      const tokens = await mint(api, token, { boundObjectRef });
      await api.delete(`${secrets}/s`, undefined, { record: false });
      await untilRefused(api, tokens, "invalidated");
      await api.post(
        `${authentication}/tokenreviews`,
        { spec: { token: tokens[0] } },
        { show: ({ status }) => status },
      );
    },
  },
  posts("token requests: bad ones", token, [
    { expirationSeconds: 599 },
    { expirationSeconds: 4294967297 },
    { boundObjectRef: { apiVersion: "v1", kind: "Secret", name: "nope" } },
    { boundObjectRef: { apiVersion: "v1", kind: "Pod", name: "nope" } },
    { boundObjectRef: { apiVersion: "v1", kind: "ConfigMap", name: "nope" } },
    { boundObjectRef: { apiVersion: "apps/v1", kind: "Deployment", name: "nope" } },
    { boundObjectRef: { name: "nope" } },
  ]),
  {
    name: "token requests: of whom",
    async run(api) {
      await api.post(token, { metadata: { name: "other" } });
      await api.post(token, { metadata: { namespace: "other" } });
      await api.post(
        token,
        { metadata: { name: "default", uid: "other" } },
        { show: (body) => [body.code, body.reason] },
      );
      await api.post("/api/v1/namespaces/$ns/serviceaccounts/gone/token", {});
      await api.get(token);
    },
  },
  posts("token reviews: bad ones", `${authentication}/tokenreviews`, [
    {},
    { token: "" },
    { token: "a.b.c" },
    { token: "x", audiences: ["a"] },
  ]),
];

/** Creates tokens for one use each: a server may cache for seconds that a token is valid. */
async function mint(api: ContractApi, path: string, spec: object): Promise<string[]> {
  const tokens: string[] = [];
  for (let index = 0; index < 20; index++) {
    tokens.push((await api.post(path, { spec }, { record: false })).body.status.token);
  }
  return tokens;
}

async function untilRefused(api: ContractApi, tokens: string[], why: string): Promise<void> {
  // A minute in sum, for a busy machine.
  for (let pause = 10; ; pause *= 1.5) {
    const spec = { token: tokens.pop() };
    if (spec.token === undefined) throw new Error("the tokens stay good");
    const { body } = await api.post(`${authentication}/tokenreviews`, { spec }, { record: false });
    if (String(body.status.error).includes(why)) return;
    await sleep(pause);
  }
}

/** Hides the ID of a token, which differs each time. */
function hideJti<Review>(review: Review): Review {
  return JSON.parse(JSON.stringify(review).replace(/JTI=[\w-]+/g, "JTI=")) as Review;
}
