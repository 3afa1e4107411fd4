/** The sources of an operator: one ConfigMap for each Bar, a condition, and a finalizer that records that it ran. */

export function barTypes(group: string): string {
  return `import { type Condition, type CustomResource, defineKind } from "tsop";

export interface Bar extends CustomResource<"${group}/v1", "Bar"> {
  spec: {
    /** What the ConfigMap says. */
    text?: string;
  };
  status?: {
    /**
     * @listType map
     * @listMapKey type
     */
    conditions?: Condition[];
    /** The text that the ConfigMap has. */
    text?: string;
  };
}

export const Bar = defineKind<Bar>("${group}/v1", "Bar");
`;
}

/** @param version - is written into each ConfigMap, so that it can be seen which image has made it */
export function barController(group: string, version: string): string {
  return `import {
  type Client,
  done,
  type Manager,
  type Reconciler,
  type ReconcileRequest,
  type ReconcileResult,
  setCondition,
  setControllerReference,
  withFinalizer,
} from "tsop";
import { ConfigMap } from "tsop/k8s/core/v1";
import { Bar } from "../api/v1/bar_types.js";

export class BarReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async reconcile(request: ReconcileRequest): Promise<ReconcileResult> {
    const found = await this.#client.get(Bar, request);
    if (found === undefined) return done();
    return withFinalizer(this.#client, found, {
      finalizer: "${group}/farewell",
      cleanUp: async ({ metadata: { name, namespace } }) => {
        const metadata = { name: "farewell-" + name, namespace };
        await this.#client.apply<ConfigMap>({ apiVersion: "v1", kind: "ConfigMap", metadata });
      },
      reconcile: (bar) => this.#make(bar),
    });
  }

  async #make(bar: Bar): Promise<ReconcileResult> {
    const { name, namespace = "", generation } = bar.metadata;
    const text = bar.spec.text ?? "";
    const wanted: ConfigMap = {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name, namespace },
      data: { text, madeBy: "${version}" },
    };
    setControllerReference(bar, wanted);
    await this.#client.apply<ConfigMap>(wanted);
    const status = (bar.status ??= {});
    const isChanged = status.text !== text;
    status.text = text;
    const isTransition = setCondition((status.conditions ??= []), {
      type: "Ready",
      status: "True",
      observedGeneration: generation,
      reason: "Made",
      message: "",
    });
    if (isChanged || isTransition) await this.#client.status.update(bar);
    return done();
  }

  setupWithManager(manager: Manager): void {
    manager.controller("bar").for(Bar).owns(ConfigMap).complete(this);
  }
}
`;
}
