/** What the controllers of namespaces create, restore and delete. */
import type { AnswerBody, ContractApi, ContractCase } from "../contract-case.js";
import { endsWith } from "../namespace-end.js";

const namespaces = "/api/v1/namespaces";
const rootCa = `${namespaces}/$ns/configmaps/kube-root-ca.crt`;
const quiet = { record: false };

const isGone = ({ status }: { status: number }): boolean => status === 404;
const hasOwnData = ({ body }: { body: AnswerBody }): boolean =>
  Object.keys(body.data ?? {}).join() === "ca.crt" && String(body.data["ca.crt"]).startsWith("-----BEGIN");

const showMap = ({ data, metadata, ...refusal }: AnswerBody): unknown =>
  metadata?.name === undefined
    ? refusal
    : { data: Object.keys(data ?? {}), annotations: metadata.annotations, labels: metadata.labels };

function restored(name: string, change: (api: ContractApi) => Promise<unknown>): ContractCase {
  return {
    name: `kube-root-ca.crt: ${name}`,
    async run(api) {
      await api.until(rootCa, hasOwnData, { show: showMap });
      await change(api);
      await api.until(rootCa, hasOwnData, { show: showMap });
    },
  };
}

const restores: readonly ContractCase[] = [
  restored("is created again after its deletion", (api) => api.delete(rootCa, undefined, quiet)),
  restored("loses the data that a client writes", (api) =>
    api.patch(rootCa, "merge", { data: { "ca.crt": "other", more: "a" } }, quiet),
  ),
  restored("keeps labels of a client, and gets its description again", (api) =>
    api.patch(rootCa, "merge", { data: null, metadata: { labels: { a: "b" }, annotations: null } }, quiet),
  ),
];

const reasonsOf = ({ status, metadata, ...refusal }: AnswerBody): unknown =>
  metadata?.name === undefined
    ? refusal
    : status.conditions?.map(({ type, status, reason, message }: AnswerBody) => ({ type, status, reason, message }));

const podsFirst: ContractCase = {
  name: "a namespace: its pods end first",
  async run(api) {
    const name = "space-$id";
    const path = `${namespaces}/${name}`;
    api.cleanUp(path);
    await api.post(namespaces, { apiVersion: "v1", kind: "Namespace", metadata: { name } }, quiet);
    await api.until(`${path}/serviceaccounts/default`, ({ status }) => status === 200, { show: () => "exists" });
    const finalizers = ["example.com/hold"];
    const spec = { containers: [{ name: "a", image: "a" }] };
    const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "a", finalizers }, spec };
    await api.post(`${path}/pods`, pod, quiet);
    const map = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a", finalizers } };
    await api.post(`${path}/configmaps`, map, quiet);
    await api.delete(path, undefined, quiet);
    await api.until(path, endsWith("ContentHasNoFinalizers"), { show: reasonsOf });
    await api.get(`${path}/configmaps/a`, {
      show: ({ metadata }: AnswerBody) => ({ isEnding: metadata.deletionTimestamp !== undefined }),
    });
    await api.patch(`${path}/pods/a`, "merge", { metadata: { finalizers: null } }, quiet);
    await api.until(`${path}/configmaps/a`, ({ body }) => body.metadata?.deletionTimestamp !== undefined, {
      show: () => "ending",
    });
    await api.until(path, endsWith("SomeFinalizersRemain"), { show: reasonsOf });
    await api.patch(`${path}/configmaps/a`, "merge", { metadata: { finalizers: null } }, quiet);
    await api.until(path, isGone, { show: ({ code }: AnswerBody) => ({ code }) });
  },
};

export const cases: readonly ContractCase[] = [...restores, podsFirst];
