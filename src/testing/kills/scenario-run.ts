/** One run of a scenario in its own environment, with the operator undisturbed or killed once. */
import type { ClusterConfig } from "../../kube/cluster-config.js";
import { createManager } from "../../runtime/create-manager.js";
import { TestEnvironment } from "../environment/test-environment.js";
import { type LoggedLine, recordingLogger } from "../test-context.js";
import { KillProxy, type KillPoint } from "./kill-proxy.js";
import type { KillOptions } from "./options.js";
import { type Collection, collectionOf, readState, type State } from "./state.js";
import type { OperatorWrite } from "./write.js";

/** An operator from its start to its end. */
interface Life {
  readonly logged: readonly LoggedLine[];
  /** Returns whether it has sent a request to the API server. */
  hasBegun(): boolean;
  /** Breaks its connections, and waits until it has ended. */
  end(): Promise<void>;
}

/** The operator is idle if this many consecutive checks find no request. */
const quietLooks = 15;
const lookEveryMs = 20;

export class ScenarioRun {
  /** The writes of all lives that the server has accepted, in order. */
  readonly writes: OperatorWrite[] = [];
  /** The writes that created an object. */
  readonly creations: OperatorWrite[] = [];
  killedAt: OperatorWrite | undefined;
  readonly #options: KillOptions;
  readonly #environment: TestEnvironment;
  readonly #config: ClusterConfig;
  readonly #lives: Life[] = [];
  readonly #failure: { readonly signal: Promise<never>; readonly fail: (error: unknown) => void };
  #requests = 0;
  #restart: Promise<void> = Promise.resolve();

  private constructor(options: KillOptions, environment: TestEnvironment, config: ClusterConfig) {
    this.#options = options;
    this.#environment = environment;
    this.#config = config;
    let fail: (error: unknown) => void = () => undefined;
    const signal = new Promise<never>((_resolve, reject) => (fail = reject));
    signal.catch(() => undefined); // the waiting code gets the error
    this.#failure = { signal, fail };
  }

  static async start(options: KillOptions): Promise<ScenarioRun> {
    const environment = await TestEnvironment.start({ server: "embedded", ...options.environment });
    try {
      const { roles } = options;
      const user = roles === undefined ? environment : await environment.addUser("operator", { roles });
      return new ScenarioRun(options, environment, user.config);
    } catch (error) {
      await environment.stop();
      throw error;
    }
  }

  /** Runs the operator, and the scenario to its end. */
  async play(killAt?: KillPoint): Promise<void> {
    await this.#begin(killAt);
    await Promise.race([this.#options.scenario(this.#environment), this.#failure.signal]);
  }

  /**
   * Waits until the operator is idle and the check finds nothing, or until the timeout.
   *
   * @returns the state at the end, whether the operator is at rest, and the complaints of the check
   */
  async settle(check: (state: State) => readonly string[], more: Iterable<Collection> = []): Promise<Settled> {
    const deadline = performance.now() + (this.#options.timeoutMs ?? 10_000);
    for (;;) {
      await this.#failed();
      const isAtRest = await this.#untilAtRest(deadline);
      const state = await readState(this.#environment.client, await this.#collections(more), this.#options.normalize);
      const complaints = check(state);
      if ((isAtRest && complaints.length === 0) || performance.now() > deadline) return { state, isAtRest, complaints };
    }
  }

  /** The collections that the operator has written to, and the custom resources. */
  async #collections(more: Iterable<Collection>): Promise<Collection[]> {
    const path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    const text = await this.#environment.client.transport.request({ method: "GET", path });
    const { items } = JSON.parse(text) as { items: readonly StoredKind[] };
    const custom = items.flatMap(({ spec: { group, names, versions } }) =>
      versions
        .filter(({ storage }) => storage)
        .map(({ name }) => collectionOf({ group, version: name, resource: names.plural })),
    );
    return [...custom, ...this.writes.map(collectionOf), ...more];
  }

  /** The last error that the running operator has logged. */
  get lastError(): string | undefined {
    const line = this.#lives.at(-1)?.logged.findLast(({ level }) => level === "error");
    const error = line?.fields["error"];
    return line === undefined ? undefined : `${line.message}${error instanceof Error ? `: ${error.message}` : ""}`;
  }

  async end(): Promise<void> {
    await this.#restart.catch(() => undefined);
    await Promise.all(this.#lives.map((life) => life.end()));
    await this.#environment.stop();
  }

  async #begin(killAt: KillPoint | undefined): Promise<void> {
    const life = { hasBegun: false };
    const stop = new AbortController();
    const proxy = await KillProxy.start(this.#config, {
      killAt,
      onRequest: () => {
        this.#requests += 1;
        life.hasBegun = true;
      },
      onAnswered: (write, statusCode) => {
        if (statusCode < 300) this.writes.push(write);
        if (statusCode === 201) this.creations.push(write);
      },
      onKill: (write) => {
        this.killedAt = write;
        stop.abort(); // otherwise its timers would fire during the next run
        this.#restart = this.#begin(undefined);
        this.#restart.catch(this.#failure.fail);
      },
    });
    const logged: LoggedLine[] = [];
    const manager = await createManager({
      ...{ name: "operator", healthProbeBindAddress: "0", metricsBindAddress: "0", log: recordingLogger(logged, {}) },
      ...this.#options.manager,
      config: proxy.config,
    });
    await this.#options.setUp(manager, this.#environment);
    const running = manager.start(stop.signal).catch((error: unknown) => {
      if (!stop.signal.aborted) this.#failure.fail(error);
    });
    this.#lives.push({
      logged,
      hasBegun: () => life.hasBegun,
      end: async () => {
        stop.abort();
        await proxy.end();
        await running;
      },
    });
  }

  async #untilAtRest(deadline: number): Promise<boolean> {
    for (let looks = 0; looks < quietLooks; looks++) {
      const before = this.#requests;
      await this.#restart;
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
      await this.#failed();
      if (performance.now() > deadline) return looks > 0 && this.#requests === before;
      if (this.#requests !== before || this.#lives.at(-1)?.hasBegun() !== true) looks = -1;
    }
    return true;
  }

  /** @throws the error with which the operator ended */
  #failed(): Promise<unknown> {
    return Promise.race([this.#failure.signal, Promise.resolve()]);
  }
}

export interface Settled {
  readonly state: State;
  readonly isAtRest: boolean;
  readonly complaints: readonly string[];
}

interface StoredKind {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly plural: string };
    readonly versions: readonly { readonly name: string; readonly storage: boolean }[];
  };
}
