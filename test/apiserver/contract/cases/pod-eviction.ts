/** Evictions, and the budgets that prevent them. The cases write the status of a budget as a controller would. */
import type { AnswerBody, ContractApi, ContractCase } from "../contract-case.js";

const core = "/api/v1/namespaces/$ns";
const pods = `${core}/pods`;
const budgets = "/apis/policy/v1/namespaces/$ns/poddisruptionbudgets";
const selector = { matchLabels: { app: "a" } };

/** Creates a running pod that is ready, or not. */
async function createPod(api: ContractApi, name: string, isReady = true, spec: object = {}): Promise<void> {
  const metadata = { name, labels: { app: "a" } };
  await api.post(pods, { metadata, spec: { containers: [{ name: "main", image: "i" }], ...spec } }, { record: false });
  const conditions = [{ type: "Ready", status: isReady ? "True" : "False" }];
  await api.patch(`${pods}/${name}/status`, "merge", { status: { phase: "Running", conditions } }, { record: false });
}

/** Creates a budget, and then writes its status in place of a controller. */
async function createBudget(api: ContractApi, name: string, spec: object, status: object): Promise<void> {
  await api.post(budgets, { metadata: { name }, spec: { selector, ...spec } }, { record: false });
  const whole = { observedGeneration: 1, ...status };
  await api.patch(`${budgets}/${name}/status`, "merge", { status: whole }, { record: false });
}

function evict(name: string, deleteOptions?: object): object {
  return { apiVersion: "policy/v1", kind: "Eviction", metadata: { name }, ...(deleteOptions && { deleteOptions }) };
}

function status(desiredHealthy: number, currentHealthy: number, expectedPods: number): object {
  return {
    desiredHealthy,
    currentHealthy,
    expectedPods,
    disruptionsAllowed: Math.max(currentHealthy - desiredHealthy, 0),
  };
}

const showCode = ({ kind, code }: AnswerBody): unknown => (kind === "Status" ? (code as unknown) : "there");

export const cases: readonly ContractCase[] = [
  {
    name: "a pod without a budget goes",
    async run(api) {
      await createPod(api, "a");
      await api.post(`${pods}/a/eviction?dryRun=All`, evict("a"));
      await api.post(`${pods}/a/eviction`, evict("a", { dryRun: ["All"] }));
      await api.get(`${pods}/a`, { show: showCode });
      await api.post(`${pods}/a/eviction`, evict("a"));
      await api.get(`${pods}/a`, { show: showCode });
      await api.post(`${pods}/a/eviction`, evict("a"));
    },
  },
  {
    name: "evictions that are none",
    async run(api) {
      await createPod(api, "a");
      await api.post(`${pods}/a/eviction`, {});
      await api.post(`${pods}/a/eviction`, evict("b"));
      await api.post(`${pods}/a/eviction`, { ...evict("a"), kind: "Pod" });
      await api.post(`${pods}/a/eviction?fieldValidation=Strict`, { ...evict("a"), x: 1 });
      await api.post(`${pods}/a/eviction`, evict("a", { ignoreStoreReadErrorWithClusterBreakingPotential: true }));
      await api.post(`${core}/pods/a/eviction`, { ...evict("a"), metadata: { name: "a", namespace: "default" } });
      await api.get(`${pods}/a/eviction`);
      await api.get(`${pods}/a`, { show: showCode });
    },
  },
  {
    name: "preconditions of an eviction",
    async run(api) {
      await createPod(api, "a");
      const uid = "00000000-0000-0000-0000-000000000000";
      await api.post(`${pods}/a/eviction`, evict("a", { preconditions: { uid } }));
      await api.post(`${pods}/a/eviction`, evict("a", { preconditions: { resourceVersion: "1" } }));
      const { body } = await api.get(`${pods}/a`, { record: false });
      const { uid: own, resourceVersion } = (body as { metadata: Record<string, string> }).metadata;
      await api.post(`${pods}/a/eviction`, evict("a", { preconditions: { uid: own, resourceVersion } }), {
        show: showCode,
      });
      await api.get(`${pods}/a`, { show: showCode });
    },
  },
  {
    name: "a budget allows one",
    async run(api) {
      for (const name of ["a", "b"]) await createPod(api, name);
      await createBudget(api, "x", { minAvailable: 1 }, status(1, 2, 2));
      await api.post(`${pods}/a/eviction?dryRun=All`, evict("a"));
      await api.post(`${pods}/a/eviction`, evict("a"));
      await api.post(`${pods}/b/eviction`, evict("b"), { show: ({ code, reason }) => [code, reason] as unknown });
      await api.get(`${pods}/a`, { show: showCode });
      await api.get(`${pods}/b`, { show: showCode });
    },
  },
  {
    name: "a budget allows none",
    async run(api) {
      await createPod(api, "a");
      await createBudget(api, "x", { minAvailable: 1 }, status(1, 1, 1));
      await api.post(`${pods}/a/eviction`, evict("a"));
      await api.post(`${pods}/a/eviction?dryRun=All`, evict("a"));
      await api.delete(`${pods}/a`, undefined, { show: showCode });
    },
  },
  {
    name: "a pod that has not begun, or has ended, is no disruption",
    async run(api) {
      await createPod(api, "a");
      await createPod(api, "b");
      await createBudget(api, "x", { minAvailable: 5 }, status(5, 2, 2));
      await api.post(`${pods}/a/eviction`, evict("a"));
      await api.patch(`${pods}/a/status`, "merge", { status: { phase: "Pending" } }, { record: false });
      await api.post(`${pods}/a/eviction`, evict("a"));
      await api.patch(`${pods}/b/status`, "merge", { status: { phase: "Failed" } }, { record: false });
      await api.post(`${pods}/b/eviction`, evict("b"));
    },
  },
  {
    name: "a pod that is not ready",
    async run(api) {
      await createPod(api, "a", false);
      await createPod(api, "b");
      await createBudget(api, "x", { minAvailable: 2 }, status(2, 1, 2));
      await api.post(`${pods}/a/eviction`, evict("a"));
      await api.patch(
        `${budgets}/x`,
        "merge",
        { spec: { unhealthyPodEvictionPolicy: "AlwaysAllow" } },
        { record: false },
      );
      await api.post(`${pods}/a/eviction`, evict("a"));
      await createPod(api, "c", false);
      await api.delete(`${budgets}/x`, undefined, { record: false });
      await createBudget(api, "y", { minAvailable: 1 }, status(1, 1, 2));
      await api.post(`${pods}/c/eviction`, evict("c"));
    },
  },
  {
    name: "two budgets are too many",
    async run(api) {
      await createPod(api, "a");
      await createBudget(api, "x", { minAvailable: 0 }, status(0, 1, 1));
      await createBudget(api, "y", { minAvailable: 0 }, status(0, 1, 1));
      await api.post(`${pods}/a/eviction`, evict("a"));
      await api.get(`${pods}/a`, { show: showCode });
    },
  },
  {
    name: "budgets that select otherwise",
    async run(api) {
      await createPod(api, "a");
      await createBudget(api, "x", { minAvailable: 1, selector: { matchLabels: { app: "b" } } }, status(1, 0, 0));
      await api.post(budgets, { metadata: { name: "y" }, spec: { minAvailable: 1 } }, { record: false });
      await api.post(`${pods}/a/eviction`, evict("a"));
    },
  },
  {
    name: "a pod on a node learns why it has to go",
    async run(api) {
      await createPod(api, "a", true, { nodeName: "$id-node", terminationGracePeriodSeconds: 60 });
      await api.patch(`${pods}/a`, "merge", { metadata: { finalizers: ["example.com/f"] } }, { record: false });
      await api.post(`${pods}/a/eviction`, evict("a", { gracePeriodSeconds: 7 }));
      const show = ({ metadata, status: own }: AnswerBody): unknown => {
        const { deletionTimestamp, deletionGracePeriodSeconds } = metadata as Record<string, unknown>;
        const { conditions } = own as { conditions: { type: string }[] };
        const why = conditions.filter(({ type }) => type === "DisruptionTarget");
        return { deletionTimestamp, deletionGracePeriodSeconds, why };
      };
      await api.get(`${pods}/a`, { show });
      await api.patch(`${pods}/a`, "merge", { metadata: { finalizers: null } }, { record: false });
    },
  },
];
