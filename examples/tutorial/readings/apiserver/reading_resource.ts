import type { Reader } from "tsop";
import { type ExtensionResource, type VirtualObject, virtualStorage } from "tsop/apiserver";
import { Pod } from "tsop/k8s/core/v1";
import type { Reading } from "../api/v1/reading_types.js";
import { ReadingDefinition } from "./definitions/metrics.abc.com_readings.js";

/** Returns what the server needs to serve readings. */
export function readingResource(client: Reader): ExtensionResource<Reading> {
  return {
    definition: ReadingDefinition,
    storage: virtualStorage<Reading>({
      list: async ({ namespace }) => {
        const { items } = await client.list(Pod, namespace === undefined ? {} : { namespace });
        return items.map(readingOf);
      },
      pollMs: 1_000, // how often the server calls it while a client watches
    }),
  };
}

export function readingOf({ metadata, spec, status }: Pod): VirtualObject<Reading> {
  const { name, namespace, labels } = metadata;
  const restarts = (status?.containerStatuses ?? []).map(({ restartCount }) => restartCount);
  return {
    metadata: { name, namespace, labels },
    status: {
      containers: spec?.containers.length ?? 0,
      restarts: restarts.reduce((sum, each) => sum + each, 0),
      phase: status?.phase ?? "Pending",
    },
  };
}
