import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { CompletedRequest } from "../../kube/transport.js";
import type { InformerState } from "../cache/cache.js";
import type { ControllerObserver, Outcome } from "../controller-observer.js";
import { normalPriority, type WorkQueue } from "../queue/work-queue.js";

/** Buckets of controller-runtime, from 5 ms to a minute. */
const reconcileBuckets = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.25, 1.5, 1.75, 2,
  2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60,
];
/** Buckets of client-go's queues, from 10 ns to 1000 s. */
const queueBuckets = Array.from({ length: 12 }, (_, index) => 10 ** (index - 8));
const queueLabels = ["name", "controller"] as const;
type QueueLabels = Readonly<Record<(typeof queueLabels)[number], string>>;
const informerLabels = ["cluster", "api_version", "kind", "view"] as const;
const results = ["success", "error", "requeue_after"] as const;

/** The metrics of one manager, in a registry of their own, under controller-runtime's names. */
export class ManagerMetrics {
  readonly registry = new Registry();
  readonly #reconciles = this.#counter("controller_runtime_reconcile_total", "Runs by result", [
    "controller",
    "result",
  ]);
  readonly #errors = this.#counter("controller_runtime_reconcile_errors_total", "Runs that failed", ["controller"]);
  readonly #terminalErrors = this.#counter(
    "controller_runtime_terminal_reconcile_errors_total",
    "Runs that failed and are not repeated",
    ["controller"],
  );
  readonly #timeouts = this.#counter("controller_runtime_reconcile_timeouts_total", "Runs that took too long", [
    "controller",
  ]);
  readonly #seconds = this.#histogram(
    "controller_runtime_reconcile_time_seconds",
    "Duration of a run",
    ["controller"],
    reconcileBuckets,
  );
  readonly #workers = this.#gauge("controller_runtime_max_concurrent_reconciles", "Number of workers", ["controller"]);
  readonly #activeWorkers = this.#gauge("controller_runtime_active_workers", "Workers that are busy", ["controller"]);
  readonly #adds = this.#counter("workqueue_adds_total", "Requests that became ready", queueLabels);
  readonly #retries = this.#counter("workqueue_retries_total", "Requests repeated after a failure", queueLabels);
  readonly #waits = this.#histogram(
    "workqueue_queue_duration_seconds",
    "Time that a request waits",
    queueLabels,
    queueBuckets,
  );
  readonly #works = this.#histogram(
    "workqueue_work_duration_seconds",
    "Time that a request takes",
    queueLabels,
    queueBuckets,
  );
  readonly #isLeader = this.#gauge("leader_election_master_status", "1 where this process leads", ["name"]);

  readonly #requests = this.#counter("rest_client_requests_total", "Requests to the API server", [
    "code",
    "method",
    "host",
  ]);
  readonly #queues: { readonly labels: QueueLabels; readonly queue: () => WorkQueue }[] = [];

  constructor() {
    this.#measureDepths();
    this.#measureQueues("workqueue_unfinished_work_seconds", "Sum of the ages of the runs under way", (queue) =>
      seconds([...queue.running().values()].reduce((sum, ms) => sum + ms, 0)),
    );
    this.#measureQueues("workqueue_longest_running_processor_seconds", "Age of the oldest run under way", (queue) =>
      seconds(Math.max(0, ...queue.running().values())),
    );
  }

  /** The metrics of the process: `process_*` and `nodejs_*`. Its observers live as long as the process does. */
  addProcessMetrics(): void {
    collectDefaultMetrics({ register: this.registry });
  }

  /** Starts the series of a controller at zero. */
  observeController(controller: string, workers: number, queue: () => WorkQueue): ControllerObserver {
    const labels: QueueLabels = { name: controller, controller };
    for (const result of results) this.#reconciles.inc({ controller, result }, 0);
    this.#errors.inc({ controller }, 0);
    this.#terminalErrors.inc({ controller }, 0);
    this.#timeouts.inc({ controller }, 0);
    this.#workers.set({ controller }, workers);
    this.#activeWorkers.set({ controller }, 0);
    this.#adds.inc(labels, 0);
    this.#retries.inc(labels, 0);
    this.#queues.push({ labels, queue });
    return {
      queue: {
        added: () => this.#adds.inc(labels),
        retried: () => this.#retries.inc(labels),
        taken: (ms) => this.#waits.observe(labels, ms / 1000),
        finished: (ms) => this.#works.observe(labels, ms / 1000),
      },
      started: () => this.#activeWorkers.inc({ controller }),
      ended: (outcome, ms) => {
        this.#activeWorkers.dec({ controller });
        this.#seconds.observe({ controller }, ms / 1000);
        this.#reconciles.inc({ controller, result: toResult(outcome) });
        if (toResult(outcome) === "error") this.#errors.inc({ controller });
        if (outcome === "timeout") this.#timeouts.inc({ controller });
        if (outcome === "terminal") this.#terminalErrors.inc({ controller });
      },
    };
  }

  /** Measures the caches, whenever somebody looks. */
  observeInformers(states: () => readonly InformerState[]): void {
    this.#measureInformers("tsop_informer_objects", "Objects in the cache", states, ({ objects }) => objects);
    this.#measureInformers(
      "tsop_informer_seconds_since_current",
      "Time since the API server last confirmed the cache",
      states,
      ({ msSinceCurrent }) => seconds(msSinceCurrent ?? 0),
    );
    new Counter({
      name: "tsop_informer_relists_total",
      help: "Lists that had to be repeated",
      labelNames: informerLabels,
      registers: [this.registry],
      collect() {
        this.reset();
        for (const state of states()) this.inc(toLabels(state), state.relists);
      },
    });
  }

  countRequest({ code, method, host }: CompletedRequest): void {
    this.#requests.inc({ code, method, host });
  }

  setLeader(lease: string, isLeader: boolean): void {
    this.#isLeader.set({ name: lease }, isLeader ? 1 : 0);
  }

  /** Of each priority that has been in use. Without any, the normal one. */
  #measureDepths(): void {
    const queues = this.#queues;
    const seen = new Map<string, Set<number>>();
    new Gauge({
      name: "workqueue_depth",
      help: "Requests that wait",
      labelNames: [...queueLabels, "priority"],
      registers: [this.registry],
      collect() {
        for (const { labels, queue } of queues) {
          const depths = queue().depths();
          const priorities = seen.get(labels.controller) ?? new Set([normalPriority]);
          seen.set(labels.controller, new Set([...priorities, ...depths.keys()]));
          for (const priority of seen.get(labels.controller) ?? []) {
            this.set({ ...labels, priority: String(priority) }, depths.get(priority) ?? 0);
          }
        }
      },
    });
  }

  #measureQueues(name: string, help: string, measure: (queue: WorkQueue) => number): void {
    const queues = this.#queues;
    new Gauge({
      name,
      help,
      labelNames: queueLabels,
      registers: [this.registry],
      collect() {
        for (const { labels, queue } of queues) this.set(labels, measure(queue()));
      },
    });
  }

  #measureInformers(
    name: string,
    help: string,
    states: () => readonly InformerState[],
    measure: (state: InformerState) => number,
  ): void {
    new Gauge({
      name,
      help,
      labelNames: informerLabels,
      registers: [this.registry],
      collect() {
        this.reset();
        for (const state of states()) this.set(toLabels(state), measure(state));
      },
    });
  }

  #counter<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  #gauge<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Gauge<Label> {
    return new Gauge({ name, help, labelNames, registers: [this.registry] });
  }

  #histogram<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    buckets: number[],
  ): Histogram<Label> {
    return new Histogram({ name, help, labelNames, buckets, registers: [this.registry] });
  }
}

function toLabels({ cluster = "", kind, view }: InformerState): Record<(typeof informerLabels)[number], string> {
  return { cluster, api_version: kind.apiVersion, kind: kind.kind, view };
}

function seconds(ms: number): number {
  return ms / 1000;
}

function toResult(outcome: Outcome): (typeof results)[number] {
  return outcome === "terminal" || outcome === "timeout" ? "error" : outcome;
}
