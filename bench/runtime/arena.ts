import { installCrds } from "../../src/cluster/install-crds.js";
import { createLiveClient, type HttpClient } from "../../src/kube/http-client.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import type { Namespace } from "../../src/k8s/core/v1.js";
import { type ControlPlane, startControlPlane } from "../../test/support/control-plane.js";
import type { Benchmark, Figures, Row, Sides } from "../harness/benchmark.js";
import { eachOf } from "../each-of.js";
import { Operator, type OperatorFlags } from "./operator-process.js";
import { buildOperators, type Command } from "./operators.js";
import { type Filling, widget, widgetCrd } from "./widgets.js";

export interface OperatorBenchmark extends Pick<Benchmark, "runs" | "onlyByName"> {
  readonly rows: readonly Row[];
  /** Measures one operator on a server that contains only the CRD of the widgets. */
  readonly turn: (arena: Arena, command: Command) => Promise<Figures>;
}

/** Compares operators with controller-runtime. Each turn has its own new control plane. */
export function operators({ turn, ...benchmark }: OperatorBenchmark): Benchmark {
  return {
    ...{ peer: "controller-runtime", warmUps: 0, ...benchmark },
    setUp: async (folder): Promise<Sides> => {
      const { peer, ours, theirs } = await buildOperators(folder);
      const run = async (command: Command): Promise<Figures> => {
        const arena = await Arena.open();
        try {
          return await turn(arena, command);
        } finally {
          await arena.close();
        }
      };
      return {
        peer,
        ours: (node) => run(ours(node)),
        theirs: "missing" in theirs ? theirs : () => run(theirs),
      };
    },
  };
}

/** A control plane that contains only the CRD of the widgets. */
export class Arena {
  readonly client: HttpClient;
  readonly #plane: ControlPlane;
  readonly #operators: Operator[] = [];

  private constructor(plane: ControlPlane, client: HttpClient) {
    this.#plane = plane;
    this.client = client;
  }

  static async open(): Promise<Arena> {
    const plane = await startControlPlane();
    const client = createLiveClient(await loadKubeConfig({ env: {}, kubeconfig: plane.kubeconfig }));
    const arena = new Arena(plane, client);
    try {
      const signal = new AbortController().signal;
      await installCrds(client, [widgetCrd()], { dryRun: false, timeoutMs: 30_000, signal });
      return arena;
    } catch (error) {
      await arena.close();
      throw error;
    }
  }

  /** Starts an operator. */
  start(command: Command, flags: OperatorFlags): Operator {
    const operator = new Operator(command, this.#plane.kubeconfig, flags);
    this.#operators.push(operator);
    return operator;
  }

  /** Creates a new namespace with the given number of widgets. */
  async fill(objects: number, filling: Filling = {}): Promise<string> {
    const namespace = "bench";
    await this.client.create<Namespace>({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
    await eachOf(objects, 20, async (index) => {
      await this.client.create(widget(namespace, index, filling));
    });
    return namespace;
  }

  async close(): Promise<void> {
    for (const operator of this.#operators) await operator.stop();
    this.client.close();
    await this.#plane.stop();
  }
}
