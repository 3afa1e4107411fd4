/** The managed fields of the objects that controllers create and change, and of DaemonSets. */
import type { AnswerBody, ContractApi, ContractCase } from "../contract-case.js";
import { apps, core, labels, quiet, template, withoutHashes } from "../workload-steps.js";

export const simulatesWorkloads = true;

function managersOf({ metadata }: AnswerBody): unknown {
  const entries = (metadata?.managedFields ?? []).map(({ time, ...entry }: AnswerBody) => ({
    ...entry,
    hasTime: time !== undefined,
  }));
  const text = (entry: AnswerBody): string => `${entry.manager} ${entry.subresource ?? ""}`;
  return entries.toSorted((left: AnswerBody, right: AnswerBody) => (text(left) < text(right) ? -1 : 1));
}

/** The status of a new object may be written already. */
const ofFirst = ({ items: [{ metadata }] }: AnswerBody): unknown => {
  const managedFields = metadata.managedFields.filter(({ subresource }: AnswerBody) => subresource === undefined);
  return withoutHashes(managersOf({ metadata: { managedFields } }));
};
const isObserved = ({ body }: AnswerBody): boolean => body.status?.observedGeneration === body.metadata?.generation;

/** Creates a workload, and records the managers of the fields that its controller writes. */
function workload(kind: string, plural: string, more: object, created: readonly string[]): ContractCase {
  const group = kind === "Job" ? "batch" : "apps";
  const folder = `/apis/${group}/v1/namespaces/$ns`;
  return {
    name: `of a ${kind}`,
    run: async (api) => {
      const spec = { ...(kind === "Job" ? {} : { selector: { matchLabels: labels } }), ...more };
      const object = { apiVersion: `${group}/v1`, kind, metadata: { name: "a" }, spec };
      await api.post(`${folder}/${plural}`, object, quiet);
      for (const path of created) {
        await api.until(`${path}?limit=1`, ({ body }) => body.items.length > 0, { show: ofFirst });
      }
    },
  };
}

const pods = `${core}/pods`;
const revisions = `${apps}/controllerrevisions`;

function daemonSetOf(more: object): object {
  const spec = { selector: { matchLabels: labels }, template: template("a", { nodeSelector: { case: "$id" } }) };
  return { apiVersion: "apps/v1", kind: "DaemonSet", metadata: { name: "a", ...more }, spec };
}

async function daemonSet(api: ContractApi, more: object = {}): Promise<void> {
  await api.post(`${apps}/daemonsets`, daemonSetOf(more), quiet);
}

const path = `${apps}/daemonsets/a`;
const show = { show: (body: AnswerBody) => withoutHashes(managersOf(body)) };
const image = (name: string): object => ({
  spec: { template: { spec: { containers: [{ name: "a", image: name }] } } },
});

export const cases: readonly ContractCase[] = [
  workload("Deployment", "deployments", { template: template() }, [`${apps}/replicasets`, pods]),
  workload("ReplicaSet", "replicasets", { template: template() }, [pods]),
  workload("StatefulSet", "statefulsets", { template: template(), serviceName: "a" }, [revisions, pods]),
  workload("Job", "jobs", { template: template("a", { restartPolicy: "Never" }) }, [pods]),
  workload("DaemonSet", "daemonsets", { template: template("a", { nodeSelector: { case: "$id" } }) }, [revisions]),
  {
    name: "of a namespace",
    run: async (api) => {
      await api.until(`${core}/serviceaccounts/default`, ({ status }) => status === 200, show);
      await api.until(`${core}/configmaps/kube-root-ca.crt`, ({ status }) => status === 200, show);
    },
  },
  {
    name: "a DaemonSet that its client changes",
    run: async (api) => {
      await daemonSet(api);
      await api.until(path, isObserved, show);
      await api.patch(path, "strategic", image("b"), { ...show, headers: { "user-agent": "other/1" } });
      await api.until(path, isObserved, show);
      await api.patch(path, "merge", { metadata: { annotations: { a: "b" } } }, show);
    },
  },
  {
    name: "a DaemonSet that another client replaces",
    run: async (api) => {
      await daemonSet(api, { annotations: { a: "b" } });
      await api.until(path, isObserved, show);
      const annotations = { a: "b", "deprecated.daemonset.template.generation": "1" };
      await api.put(`${path}?fieldManager=second`, daemonSetOf({ annotations }), show);
      await api.put(`${path}?fieldManager=third`, daemonSetOf({}), show);
    },
  },
  {
    name: "a DaemonSet that its client applies",
    run: async (api) => {
      const spec = { selector: { matchLabels: labels }, template: template("a", { nodeSelector: { case: "$id" } }) };
      const applied = { apiVersion: "apps/v1", kind: "DaemonSet", spec };
      await api.patch(`${path}?fieldManager=x`, "apply", applied, show);
      await api.until(path, isObserved, show);
      await api.patch(`${path}?fieldManager=y&force=true`, "apply", applied, show);
    },
  },
];
