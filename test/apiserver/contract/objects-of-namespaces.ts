/** Waits for what controllers create in each new namespace: one watch tells all cases, which would otherwise ask again and again. */
import { eventually } from "../../support/eventually.js";
import { type Connection, send } from "./exchange.js";
import { linesOf } from "./watch-events.js";

export interface ObjectsOfNamespaces {
  /** Resolves when the namespace contains them. */
  arriveIn(namespace: string): Promise<void>;
}

/** The names of these objects, by resource. */
const objects = { serviceaccounts: "default", configmaps: "kube-root-ca.crt" } as const;

export function watchNamespaces(connection: Connection): ObjectsOfNamespaces {
  const watches = Object.entries(objects).map(([resource, name]) => watchObjects(connection, resource, name));
  return {
    async arriveIn(namespace) {
      await Promise.all(watches.map((arriveIn) => arriveIn(namespace)));
    },
  };
}

/** The watch starts with the first namespace, and again if it ends while a case waits. */
function watchObjects(connection: Connection, resource: string, name: string): ObjectsOfNamespaces["arriveIn"] {
  const arrived = new Set<string>();
  const waiting = new Map<string, () => void>();
  let running: Promise<void> | undefined;

  const read = async (): Promise<void> => {
    const path = `/api/v1/${resource}?watch=true&fieldSelector=metadata.name=${name}`;
    const headers = { authorization: `Bearer ${connection.server.token}` };
    const response = await send(connection, { method: "GET", path, headers });
    for await (const line of linesOf(response)) {
      const { object } = JSON.parse(line) as { object: { metadata?: { namespace?: string } } };
      const namespace = object.metadata?.namespace ?? "";
      arrived.add(namespace);
      waiting.get(namespace)?.();
    }
  };
  // A case that still waits when it ends starts it again.
  const follow = (): Promise<void> =>
    (running ??= read()
      .catch(() => undefined)
      .finally(() => (running = undefined)));

  return async (namespace) => {
    const arrives = new Promise<void>((resolve) => waiting.set(namespace, resolve));
    await eventually(
      async () => {
        if (arrived.has(namespace)) return;
        await Promise.race([arrives, follow()]);
        if (!arrived.has(namespace)) throw new Error(`not yet: ${name} in the namespace ${namespace}`);
      },
      { intervalMs: 10 },
    );
    waiting.delete(namespace);
  };
}
