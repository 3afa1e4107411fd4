/** LimitRange: the defaults that containers get, and the requests that it rejects. */
import { refusalOrName as show, untilAdmitted } from "../admission-cases.js";
import type { AnswerBody, ContractApi, ContractCase } from "../contract-case.js";

const core = "/api/v1/namespaces/$ns";
const pods = `${core}/pods`;
const claims = `${core}/persistentvolumeclaims`;

function pod(resources: object = {}, spec: object = {}): object {
  return { metadata: { name: "a" }, spec: { containers: [{ name: "main", image: "i", resources }], ...spec } };
}

function claim(storage: string): object {
  const resources = { requests: { storage } };
  return { metadata: { name: "a" }, spec: { accessModes: ["ReadWriteOnce"], storageClassName: "", resources } };
}

/**
 * While the plugin knows no LimitRange in the namespace, it reads the store, and caches the result for a while: the first
 * LimitRange is for that. Once the plugin knows the second one, it has it from its watch, and the first one can be deleted. Of
 * several LimitRanges, any may be the one that rejects.
 */
async function limit(api: ContractApi, ...limits: readonly object[]): Promise<void> {
  const path = `${core}/limitranges`;
  const put = (name: string, all: readonly object[]) =>
    api.post(path, { metadata: { name }, spec: { limits: all } }, { record: false });
  /** All of them reject a thousand CPUs. */
  const untilRefused = (isBy: (refusal: string) => boolean) =>
    untilAdmitted(api, pods, pod({ requests: { cpu: "1k" }, limits: { cpu: "1k" } }), ({ body }) => {
      return (body as { kind: string }).kind === "Status" && isBy((body as { message: string }).message);
    });
  const isByFirst = (refusal: string): boolean => refusal.includes("is 1m");
  await put("first", [{ type: "Container", max: { cpu: "1m" } }]);
  await untilRefused(isByFirst);
  await put("a", limits);
  await untilRefused((refusal) => !isByFirst(refusal));
  await api.delete(`${path}/first`, undefined, { record: false });
  let others = 0;
  await untilRefused((refusal) => (others = isByFirst(refusal) ? 0 : others + 1) === 20);
}

/** Returns the final requests of a pod, and the annotation about them. */
function showResources(body: AnswerBody): unknown {
  const { kind, metadata, spec } = body as {
    kind: string;
    metadata: { annotations: unknown };
    spec: Record<string, { resources: unknown }[] | undefined>;
  };
  if (kind === "Status") return { ...body, message: inOrder((body as { message: string }).message) };
  const all = [...(spec["containers"] ?? []), ...(spec["initContainers"] ?? [])];
  return [metadata.annotations ?? "none", ...all.map(({ resources }) => resources)];
}

/** Sorts the resources, which the real server lists in random order. */
function inOrder(refusal: string): string {
  return refusal.replace(/\[.*\]/, (list) => `[${list.slice(1, -1).split(", ").sort().join(", ")}]`);
}

const tooMuch = { max: { cpu: "500" } };

function judged(name: string, limits: readonly object[], all: readonly object[]): ContractCase {
  return {
    name,
    async run(api) {
      await limit(api, ...limits);
      for (const each of all) await api.post(`${pods}?dryRun=All`, each, { show: showResources });
    },
  };
}

const init = { initContainers: [{ name: "first", image: "i", resources: { requests: { memory: "1Mi" } } }] };
const asks = (requests: object, limits: object = {}): object => pod({ requests, limits });

export const cases: readonly ContractCase[] = [
  judged(
    "containers get what they do not say",
    [{ type: "Container", default: { cpu: "1", memory: "1Gi" }, defaultRequest: { cpu: "500m" }, max: { cpu: "2" } }],
    [
      pod(),
      pod({}, init),
      asks({ cpu: "1" }),
      asks({}, { cpu: "1500m", memory: "2Gi" }),
      asks({ cpu: "3" }, { cpu: "3" }),
    ],
  ),
  judged(
    "containers have bounds",
    [{ type: "Container", min: { cpu: "100m", memory: "1Mi" }, max: { cpu: "1", memory: "1Gi" } }],
    [
      pod(),
      asks({ cpu: "50m" }),
      asks({ cpu: "50m" }, { cpu: "2" }),
      asks({ memory: "1Ki" }, { memory: "1Ki" }),
      asks({ cpu: "0.2", memory: "2Mi" }, { cpu: "1", memory: "1073741825" }),
      pod({ requests: { cpu: "200m" } }, init),
    ],
  ),
  judged(
    "limits are near to requests",
    [{ type: "Container", maxLimitRequestRatio: { cpu: "2" }, ...tooMuch, default: { memory: "1Mi" } }],
    [
      asks({ cpu: "1" }, { cpu: "2" }),
      asks({ cpu: "1" }, { cpu: "3" }),
      asks({ cpu: "300m" }, { cpu: "1" }),
      asks({ cpu: "0" }, { cpu: "1" }),
    ],
  ),
  judged(
    "pods have bounds",
    [{ type: "Pod", min: { memory: "10Mi" }, max: { cpu: "2", memory: "1Gi" }, maxLimitRequestRatio: { cpu: "1.5" } }],
    [
      pod(),
      asks({ cpu: "1", memory: "5Mi" }, { cpu: "1", memory: "20Mi" }),
      asks({ cpu: "1", memory: "10Mi" }, { cpu: "1500m", memory: "20Mi" }),
      asks({ cpu: "1", memory: "10Mi" }, { cpu: "2", memory: "2Gi" }),
      pod(
        { requests: { cpu: "1", memory: "10Mi" }, limits: { cpu: "1", memory: "10Mi" } },
        {
          initContainers: [
            { name: "b", image: "i", restartPolicy: "Always", resources: { limits: { cpu: "1500m", memory: "1Mi" } } },
          ],
        },
      ),
      pod({}, { resources: { requests: { cpu: "1", memory: "10Mi" }, limits: { cpu: "1", memory: "10Mi" } } }),
    ],
  ),
  {
    name: "claims have bounds",
    async run(api) {
      await limit(
        api,
        { type: "PersistentVolumeClaim", min: { storage: "1Gi" }, max: { storage: "10Gi" } },
        { type: "Container", ...tooMuch },
      );
      for (const size of ["1Mi", "10.5Gi", "2Gi"]) await api.post(`${claims}?dryRun=All`, claim(size), { show });
    },
  },
  {
    name: "several ranges hold, one after another",
    async run(api) {
      await api.post(
        `${core}/limitranges`,
        { metadata: { name: "b" }, spec: { limits: [{ type: "Container", min: { cpu: "1" } }] } },
        { record: false },
      );
      await limit(api, { type: "Container", max: { cpu: "2" } });
      await api.post(`${pods}?dryRun=All`, asks({ cpu: "500m" }, { cpu: "1" }), { show });
      await api.post(`${pods}?dryRun=All`, asks({ cpu: "1" }, { cpu: "4" }), { show });
      await api.post(`${pods}?dryRun=All`, asks({ cpu: "1" }, { cpu: "2" }), { show });
    },
  },
];
