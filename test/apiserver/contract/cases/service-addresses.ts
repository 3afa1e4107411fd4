/** The IPAddresses of Services. */
import type { AnswerBody, ContractApi, ContractCase } from "../contract-case.js";

const services = "/api/v1/namespaces/$ns/services";
const addresses = "/apis/networking.k8s.io/v1/ipaddresses";
const quiet = { record: false };

async function untilAddresses(api: ContractApi, count: number): Promise<void> {
  const own = ({ items }: AnswerBody): AnswerBody[] =>
    items.filter(({ spec }: AnswerBody) => spec.parentRef.namespace === api.ns);
  await api.until(addresses, ({ body }) => own(body).length === count, {
    show: (body: AnswerBody) => own(body).map(({ metadata, spec }: AnswerBody) => ({ labels: metadata.labels, spec })),
  });
}

export const cases: readonly ContractCase[] = [
  {
    name: "a Service with a cluster IP has an IPAddress, which goes with it",
    async run(api) {
      const spec = { ports: [{ port: 80 }] };
      await api.post(services, { apiVersion: "v1", kind: "Service", metadata: { name: "a" }, spec }, quiet);
      await untilAddresses(api, 1);
      await api.delete(`${services}/a`, undefined, quiet);
      await untilAddresses(api, 0);
    },
  },
  {
    name: "a headless Service has no IPAddress, and one that names another host loses its own",
    async run(api) {
      const headless = { clusterIP: "None", ports: [{ port: 80 }] };
      await api.post(services, { apiVersion: "v1", kind: "Service", metadata: { name: "a" }, spec: headless }, quiet);
      const spec = { ports: [{ port: 80 }] };
      await api.post(services, { apiVersion: "v1", kind: "Service", metadata: { name: "b" }, spec }, quiet);
      await untilAddresses(api, 1);
      const other = { type: "ExternalName", externalName: "a.example.com", clusterIP: null, clusterIPs: null };
      await api.patch(`${services}/b`, "merge", { spec: other }, quiet);
      await untilAddresses(api, 0);
    },
  },
];
