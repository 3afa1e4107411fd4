/** What the controllers of Jobs and CronJobs do. */
import type { AnswerBody, ContractApi, ContractCase } from "../contract-case.js";
import { core, end, quiet, template, untilEvents } from "../workload-steps.js";

export const simulatesWorkloads = true;

const batch = "/apis/batch/v1/namespaces/$ns";
const path = `${batch}/jobs/a`;

async function create(api: ContractApi, more: object = {}): Promise<void> {
  const spec = { template: template("a", { restartPolicy: "Never" }), ...more };
  await api.post(`${batch}/jobs`, { apiVersion: "batch/v1", kind: "Job", metadata: { name: "a" }, spec }, quiet);
}

const typesOf = (body: AnswerBody): string[] =>
  (body.status?.conditions ?? [])
    .filter(({ status }: AnswerBody) => status === "True")
    .map(({ type }: AnswerBody) => type);

const showStatus = ({ status, metadata, ...refusal }: AnswerBody): unknown =>
  metadata?.name === undefined
    ? refusal
    : JSON.parse(JSON.stringify(status).replaceAll(/(pod \$?[\w-]+\/a-)[a-z0-9]{5}/g, "$1$gen"));

async function untilCondition(api: ContractApi, type: string): Promise<void> {
  await api.until(path, ({ body }) => typesOf(body).includes(type), { show: showStatus });
}

async function untilCounts(api: ContractApi, counts: object): Promise<void> {
  const isDone = ({ body: { status = {} } }: AnswerBody): boolean =>
    Object.entries(counts).every(([name, value]) => (status[name] ?? 0) === value) &&
    Object.keys(status.uncountedTerminatedPods ?? {}).length === 0;
  await api.until(path, isDone, { show: showStatus });
}

const isActive = ({ status, metadata }: AnswerBody): boolean =>
  metadata.deletionTimestamp === undefined && !["Succeeded", "Failed"].includes(status.phase);

const indexOf = ({ metadata }: AnswerBody): string =>
  metadata.annotations?.["batch.kubernetes.io/job-completion-index"] ?? "";

/** By index, and then by phase: names are random. */
function compare(left: AnswerBody, right: AnswerBody): number {
  const [one, other] = [left, right].map((pod) => `${indexOf(pod)} ${pod.status.phase}`);
  return one! < other! ? -1 : 1;
}

const showPods = ({ items }: AnswerBody): unknown =>
  items.toSorted(compare).map(({ metadata, spec, status }: AnswerBody) => ({
    ...{ annotations: metadata.annotations, finalizers: metadata.finalizers, phase: status.phase },
    ...{ labels: metadata.labels, hostname: spec.hostname, env: spec.containers[0].env },
    generateName: metadata.generateName,
  }));

/** Waits for the number of active pods, and returns them by their indexes. */
async function untilActive(api: ContractApi, count: number): Promise<AnswerBody[]> {
  const isDone = ({ body }: AnswerBody): boolean => body.items.filter(isActive).length === count;
  const { body } = await api.until(`${core}/pods`, isDone, { show: showPods });
  return body.items
    .filter(isActive)
    .toSorted((left: AnswerBody, right: AnswerBody) => (indexOf(left) < indexOf(right) ? -1 : 1));
}

const failed = (exitCode: number): object => ({
  containerStatuses: [
    { name: "a", image: "a", imageID: "", ready: false, restartCount: 0, state: { terminated: { exitCode } } },
  ],
});

export const cases: readonly ContractCase[] = [
  {
    name: "a Job runs its pods to completion",
    async run(api) {
      await create(api, { completions: 3, parallelism: 2 });
      await untilCounts(api, { active: 2 });
      await end(api, await untilActive(api, 2), "Succeeded");
      await untilCounts(api, { active: 1, succeeded: 2 });
      await end(api, await untilActive(api, 1), "Succeeded");
      await untilCondition(api, "Complete");
      await untilEvents(api, ["SuccessfulCreate", "SuccessfulCreate", "SuccessfulCreate", "Completed"]);
    },
  },
  {
    name: "a Job with more failures than its limit fails",
    async run(api) {
      await create(api, { backoffLimit: 0, parallelism: 2, completions: 2 });
      const [first] = await untilActive(api, 2);
      await end(api, [first], "Failed");
      await untilCondition(api, "Failed");
    },
  },
  {
    name: "an Indexed Job: each index once",
    async run(api) {
      await create(api, { completions: 4, parallelism: 4, completionMode: "Indexed" });
      const pods = await untilActive(api, 4);
      await end(api, pods.slice(1), "Succeeded");
      await untilCounts(api, { active: 1, succeeded: 3, completedIndexes: "1-3" });
      await end(api, pods.slice(0, 1), "Succeeded");
      await untilCondition(api, "Complete");
    },
  },
  {
    name: "a suspended Job has no pods; a resumed one starts again",
    async run(api) {
      await create(api, { suspend: true });
      await untilCondition(api, "Suspended");
      await api.patch(path, "merge", { spec: { suspend: false } }, quiet);
      await untilActive(api, 1);
      await untilCounts(api, { active: 1 });
      await api.patch(path, "merge", { spec: { suspend: true } }, quiet);
      await api.until(`${core}/pods`, ({ body }) => body.items.length === 0, { show: showPods });
      await untilCounts(api, { active: 0, terminating: 0 });
    },
  },
  {
    name: "a Job that is active for too long fails",
    async run(api) {
      await create(api, { activeDeadlineSeconds: 1 });
      await untilCondition(api, "Failed");
    },
  },
  {
    name: "a pod failure policy: a rule fails the Job",
    async run(api) {
      const rules = [
        { action: "Ignore", onPodConditions: [{ type: "DisruptionTarget" }] },
        { action: "FailJob", onExitCodes: { operator: "In", values: [42] } },
      ];
      await create(api, { podFailurePolicy: { rules }, backoffLimit: 3 });
      await end(api, await untilActive(api, 1), "Failed", failed(42));
      await untilCondition(api, "Failed");
    },
  },
  {
    name: "a pod failure policy: a rule ignores a failure",
    async run(api) {
      const rules = [{ action: "Ignore", onPodConditions: [{ type: "DisruptionTarget" }] }];
      await create(api, { podFailurePolicy: { rules }, backoffLimit: 0 });
      const conditions = [{ type: "DisruptionTarget", status: "True" }];
      await end(api, await untilActive(api, 1), "Failed", { conditions });
      await end(api, await untilActive(api, 1), "Succeeded");
      await untilCondition(api, "Complete");
    },
  },
  {
    name: "a limit for each index: the Job fails when all indexes have ended",
    async run(api) {
      await create(api, { completions: 2, parallelism: 2, completionMode: "Indexed", backoffLimitPerIndex: 0 });
      const pods = await untilActive(api, 2);
      await end(api, pods.slice(0, 1), "Failed");
      await untilCounts(api, { active: 1, failed: 1, failedIndexes: "0" });
      await end(api, pods.slice(1), "Succeeded");
      await untilCondition(api, "Failed");
    },
  },
  {
    name: "a success policy ends a Job early",
    async run(api) {
      const successPolicy = { rules: [{ succeededIndexes: "0", succeededCount: 1 }] };
      await create(api, { completions: 2, parallelism: 2, completionMode: "Indexed", successPolicy });
      const pods = await untilActive(api, 2);
      await end(api, pods.slice(0, 1), "Succeeded");
      await untilCondition(api, "Complete");
    },
  },
  {
    name: "a Job that another controller manages stays as it is, and one with a time to live goes",
    async run(api) {
      const spec = { template: template("a", { restartPolicy: "Never" }), managedBy: "example.com/other" };
      const other = { apiVersion: "batch/v1", kind: "Job", metadata: { name: "other" }, spec };
      await api.post(`${batch}/jobs`, other, quiet);
      await create(api, { ttlSecondsAfterFinished: 0 });
      await end(api, await untilActive(api, 1), "Succeeded");
      await api.until(path, ({ status }) => status === 404, { show: ({ code }: AnswerBody) => code });
      await api.get(`${batch}/jobs/other`, { show: showStatus });
    },
  },
];
