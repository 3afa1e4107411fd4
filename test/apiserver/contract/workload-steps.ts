/** Steps of cases about the controllers of workloads. No scheduler takes their pods: the cases play the kubelet. */
import type { AnswerBody, ContractApi } from "./contract-case.js";

export const labels = { app: "a" };
export const apps = "/apis/apps/v1/namespaces/$ns";
export const core = "/api/v1/namespaces/$ns";
export const quiet = { record: false };

/** A template whose pods stay pending. */
export const template = (image = "a", more: object = {}): object => ({
  metadata: { labels },
  spec: { schedulerName: "none", terminationGracePeriodSeconds: 0, containers: [{ name: "a", image }], ...more },
});

/** Returns a body without the hashes of pod templates. */
export function withoutHashes(body: AnswerBody): AnswerBody {
  const text = JSON.stringify(body)
    .replaceAll(/"(pod-template-hash|controller-revision-hash)":"(?:a-)?[a-z0-9]+"/g, '"$1":"$hash"')
    .replaceAll(/\ba-[bcdfghjklmnpqrstvwxz2456789]{5,10}(?=["\\ -])(?!-[0-9]+$)/g, "a-$hash");
  return JSON.parse(text);
}

const podOf = ({ metadata, spec, status }: AnswerBody): object => ({
  ...{ image: spec.containers[0].image, phase: status.phase, isEnding: metadata.deletionTimestamp !== undefined },
  ...{ labels: metadata.labels, finalizers: metadata.finalizers },
  ...(Object.keys(metadata.annotations ?? {}).length === 0 ? {} : { annotations: metadata.annotations }),
  owners: metadata.ownerReferences?.map(({ apiVersion, kind, controller, blockOwnerDeletion }: AnswerBody) => ({
    ...{ apiVersion, kind, controller, blockOwnerDeletion },
  })),
});

const sorted = (items: readonly object[]): object[] =>
  items.toSorted((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1));

export const showPods = ({ items }: AnswerBody): unknown => withoutHashes(sorted(items.map(podOf)));

/** Waits for a number of pods, and for the number of those that have a controller. Default: all. */
export async function untilPods(api: ContractApi, count: number, controlled = count): Promise<AnswerBody[]> {
  const isControlled = ({ metadata }: AnswerBody): boolean => metadata.ownerReferences?.length === 1;
  const isDone = ({ body }: AnswerBody): boolean =>
    body.items?.length === count && body.items.filter(isControlled).length === controlled;
  const { body } = await api.until(`${core}/pods`, isDone, { show: showPods });
  return body.items;
}

/** Makes pods ready as a kubelet does. */
export async function makeReady(api: ContractApi, pods: readonly AnswerBody[], status = "True"): Promise<void> {
  const lastTransitionTime = new Date().toISOString().replace(/\.\d+/, "");
  for (const { metadata } of pods) {
    const conditions = [{ type: "Ready", status, lastTransitionTime }];
    await api.patch(
      `${core}/pods/${metadata.name}/status`,
      "strategic",
      { status: { phase: "Running", conditions } },
      quiet,
    );
  }
}

/** Ends pods as a kubelet does. */
export async function end(
  api: ContractApi,
  pods: readonly AnswerBody[],
  phase: "Succeeded" | "Failed",
  more: object = {},
): Promise<void> {
  for (const { metadata } of pods) {
    await api.patch(`${core}/pods/${metadata.name}/status`, "merge", { status: { phase, ...more } }, quiet);
  }
}

export const showStatus = ({ metadata, status, ...failure }: AnswerBody): unknown =>
  metadata?.name === undefined
    ? failure
    : withoutHashes({ generation: metadata.generation, ...sortedConditions(status) });

function sortedConditions({ conditions, ...status }: AnswerBody): object {
  return conditions === undefined ? status : { ...status, conditions: sorted(conditions) };
}

/** Waits until the status of an object has these fields. */
export async function untilStatus(
  api: ContractApi,
  path: string,
  fields: object,
  show: (body: AnswerBody) => unknown = showStatus,
): Promise<void> {
  const isDone = ({ body }: AnswerBody): boolean =>
    Object.entries(fields).every(([name, value]) => (body.status?.[name] ?? 0) === value);
  await api.until(path, isDone, { show });
}

/** Returns the names of the Events about an object, by reason. */
export const showEvents = ({ items }: AnswerBody): unknown =>
  withoutHashes(
    sorted(
      items.map(({ type, reason, message, source, involvedObject }: AnswerBody) => ({
        ...{ type, reason, source, kind: involvedObject.kind },
        message: message.replaceAll(/\b(a-)(?:[a-z0-9]+-)?[a-z0-9]{5}$/g, "$1$gen"),
      })),
    ),
  );

export async function untilEvents(api: ContractApi, reasons: readonly string[]): Promise<void> {
  const isDone = ({ body }: AnswerBody): boolean => body.items?.length >= reasons.length;
  await api.until(`${core}/events`, isDone, { show: showEvents });
}
