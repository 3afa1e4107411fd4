import type { AnswerBody, ContractApi, ContractCase } from "../contract-case.js";

const maps = "/api/v1/namespaces/$ns/configmaps";
const deployments = "/apis/apps/v1/namespaces/$ns/deployments";

const map = (content: object = {}): object => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "a" },
  ...content,
});

const deployment = (spec: object = {}): object => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "d" },
  spec: {
    selector: { matchLabels: { a: "1" } },
    template: {
      metadata: { labels: { a: "1" } },
      spec: { containers: [{ name: "c", image: "i", ports: [{ containerPort: 80 }] }] },
    },
    ...spec,
  },
});

/** Omits the times: the exact second does not matter. */
const show = (body: AnswerBody): unknown => {
  if (body.kind === "Status") return body;
  const { managedFields, labels, annotations } = body.metadata;
  const entries = (managedFields ?? []).map(({ time, ...entry }: { time?: string }) => ({
    ...entry,
    hasTime: time !== undefined,
  }));
  return {
    labels,
    annotations,
    data: body.data,
    replicas: body.spec?.replicas,
    managedFields: entries.toSorted(byText),
  };
};

function byText(left: unknown, right: unknown): number {
  return JSON.stringify(left) < JSON.stringify(right) ? -1 : 1;
}

function apply(api: ContractApi, body: object | string, query: string, path = `${maps}/a`): Promise<unknown> {
  return api.patch(`${path}?${query}`, "apply", body, { show });
}

const as = (manager: string, force = false): string => `fieldManager=${manager}${force ? "&force=true" : ""}`;

interface ApplyCase {
  readonly name: string;
  run(api: ContractApi): Promise<unknown>;
}

const applies: readonly ApplyCase[] = [
  { name: "an object is created", run: (api) => apply(api, map({ data: { a: "1" } }), as("anna")) },
  { name: "nothing changes", run: (api) => times(2, () => apply(api, map({ data: { a: "1" } }), as("anna"))) },
  {
    name: "a field that is no longer applied goes away",
    run: async (api) => {
      await apply(api, map({ data: { a: "1", b: "2" } }), as("anna"));
      await apply(api, map({ data: { a: "1" } }), as("anna"));
    },
  },
  {
    name: "a field that two apply stays until both let go",
    run: async (api) => {
      await apply(api, map({ data: { a: "1" } }), as("anna"));
      await apply(api, map({ data: { a: "1" } }), as("bert"));
      await apply(api, map(), as("anna"));
      await apply(api, map(), as("bert"));
    },
  },
  {
    name: "a conflict with an applier",
    run: async (api) => {
      await apply(api, map({ data: { a: "1" } }), as("anna"));
      await apply(api, map({ data: { a: "2" } }), as("bert"));
      await apply(api, map({ data: { a: "2" } }), as("bert", true));
    },
  },
  {
    name: "conflicts with an updater",
    run: async (api) => {
      await api.post(`${maps}?fieldManager=cleo`, map({ data: { a: "1", b: "2" } }), { show });
      await apply(api, map({ data: { a: "3", b: "4" } }), as("anna"));
    },
  },
  {
    name: "an update takes a field",
    run: async (api) => {
      await apply(api, map({ data: { a: "1", b: "2" } }), as("anna"));
      await api.patch(`${maps}/a?fieldManager=cleo`, "merge", { data: { a: "9" } }, { show });
      await apply(api, map({ data: { b: "2" } }), as("anna"));
    },
  },
  {
    name: "managers that are taken away",
    run: async (api) => {
      await apply(api, map({ data: { a: "1" } }), as("anna"));
      await api.patch(`${maps}/a?fieldManager=cleo`, "merge", { metadata: { managedFields: [{}] } }, { show });
      await apply(api, map({ data: { b: "2" } }), as("anna"));
    },
  },
  {
    name: "a version of what is not there",
    run: (api) => apply(api, map({ metadata: { name: "a", resourceVersion: "7" } }), as("anna")),
  },
  {
    name: "a version of what is not there, as a Lease by PUT",
    run: (api) =>
      api.put("/apis/coordination.k8s.io/v1/namespaces/$ns/leases/a", {
        apiVersion: "coordination.k8s.io/v1",
        kind: "Lease",
        metadata: { name: "a", resourceVersion: "7" },
        spec: {},
      }),
  },
  { name: "no manager", run: (api) => apply(api, map(), "") },
  { name: "a manager with a name that is too long", run: (api) => apply(api, map(), as("m".repeat(129))) },
  { name: "a manager with a name that nobody can see", run: (api) => apply(api, map(), `fieldManager=a%07b`) },
  { name: "an unknown field", run: (api) => apply(api, map({ foo: 1 }), as("anna")) },
  { name: "a field of the wrong type", run: (api) => apply(api, map({ data: "x" }), as("anna")) },
  { name: "managedFields", run: (api) => apply(api, map({ metadata: { name: "a", managedFields: [] } }), as("anna")) },
  { name: "another kind", run: (api) => apply(api, { ...map(), kind: "Secret" }, as("anna")) },
  { name: "another version", run: (api) => apply(api, { ...map(), apiVersion: "v2" }, as("anna")) },
  { name: "another name", run: (api) => apply(api, { ...map(), metadata: { name: "b" } }, as("anna")) },
  { name: "no kind", run: (api) => apply(api, { apiVersion: "v1", metadata: { name: "a" } }, as("anna")) },
  {
    name: "YAML",
    run: (api) => apply(api, "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  a: one\n", as("anna")),
  },
  { name: "a list", run: (api) => apply(api, [], as("anna")) },
  { name: "a dry run", run: (api) => apply(api, map({ data: { a: "1" } }), `${as("anna")}&dryRun=All`) },
  { name: "a deployment", run: (api) => apply(api, deployment({ replicas: 2 }), as("anna"), `${deployments}/d`) },
  {
    name: "a port that comes twice",
    run: (api) => apply(api, deployment({ template: twicePorts() }), as("anna"), `${deployments}/d`),
  },
  {
    name: "kubectl goes on from what it applied on the client's side",
    run: async (api) => {
      const applied = map({ data: { a: "1" } });
      const annotation = { "kubectl.kubernetes.io/last-applied-configuration": `${JSON.stringify(applied)}\n` };
      const first = { ...applied, metadata: { name: "a", annotations: annotation } };
      await api.post(`${maps}?fieldManager=kubectl-client-side-apply`, first, { show });
      await apply(api, map({ data: { a: "2" } }), as("kubectl"));
    },
  },
  {
    name: "the status",
    run: async (api) => {
      await apply(api, deployment(), as("anna"), `${deployments}/d`);
      const status = { ...deployment(), status: { replicas: 3 }, spec: undefined };
      await apply(api, status, as("bert"), `${deployments}/d/status`);
    },
  },
];

function twicePorts(): object {
  const ports = [{ containerPort: 80 }, { containerPort: 80, protocol: "TCP" }];
  return { metadata: { labels: { a: "1" } }, spec: { containers: [{ name: "c", image: "i", ports }] } };
}

async function times(count: number, act: () => Promise<unknown>): Promise<void> {
  for (let done = 0; done < count; done += 1) await act();
}

export const cases: readonly ContractCase[] = applies.map((each) => ({ ...each, name: `apply: ${each.name}` }));
