import { collectDefaultMetrics, Registry } from "prom-client";
import type { CompletedRequest } from "../../kube/transport.js";
import type { InformerState } from "../cache/cache.js";
import type { ControllerObserver, Outcome } from "../controller-observer.js";
import { normalPriority, type WorkQueue } from "../queue/work-queue.js";
import { metricsIn } from "../../core/metrics-in.js";

/** The buckets of controller-runtime, from 5 ms to a minute. */
const reconcileBuckets = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.25, 1.5, 1.75, 2,
  2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60,
];
/** The buckets of client-go's queues, from 10 ns to 1000 s. */
const queueBuckets = Array.from({ length: 12 }, (_, index) => 10 ** (index - 8));
const queueLabels = ["name", "controller"] as const;
type QueueLabels = Readonly<Record<(typeof queueLabels)[number], string>>;
const informerLabels = ["cluster", "api_version", "kind", "view"] as const;
const results = ["success", "error", "requeue_after"] as const;

/** The metrics of one manager, in their own registry, under controller-runtime's names. */
export class ManagerMetrics {
  readonly registry = new Registry();
  readonly #make = metricsIn(this.registry);
  readonly #metrics = metricsOfControllers(this.#make);
  readonly #queues: { readonly labels: QueueLabels; readonly queue: () => WorkQueue }[] = [];

  constructor() {
    this.#measureDepths();
    this.#measureQueues("workqueue_unfinished_work_seconds", "Sum of the ages of the runs in progress", (queue) =>
      seconds([...queue.running().values()].reduce((sum, ms) => sum + ms, 0)),
    );
    this.#measureQueues("workqueue_longest_running_processor_seconds", "Age of the oldest run in progress", (queue) =>
      seconds(Math.max(0, ...queue.running().values())),
    );
  }

  /** Adds the metrics of the process: `process_*` and `nodejs_*`. Their observers live as long as the process. */
  addProcessMetrics(): void {
    collectDefaultMetrics({ register: this.registry });
  }

  /** Starts the series of a controller at zero. */
  observeController(controller: string, workers: number, queue: () => WorkQueue): ControllerObserver {
    const labels: QueueLabels = { name: controller, controller };
    const { reconciles, errors, terminalErrors, timeouts, time, activeWorkers, adds, retries, ...more } = this.#metrics;
    for (const result of results) reconciles.inc({ controller, result }, 0);
    for (const metric of [errors, terminalErrors, timeouts]) metric.inc({ controller }, 0);
    more.workers.set({ controller }, workers);
    activeWorkers.set({ controller }, 0);
    for (const metric of [adds, retries]) metric.inc(labels, 0);
    this.#queues.push({ labels, queue });
    return {
      queue: {
        added: () => adds.inc(labels),
        retried: () => retries.inc(labels),
        taken: (ms) => more.waits.observe(labels, seconds(ms)),
        finished: (ms) => more.works.observe(labels, seconds(ms)),
      },
      started: () => activeWorkers.inc({ controller }),
      ended: (outcome, ms) => {
        activeWorkers.dec({ controller });
        time.observe({ controller }, seconds(ms));
        reconciles.inc({ controller, result: toResult(outcome) });
        if (toResult(outcome) === "error") errors.inc({ controller });
        if (outcome === "timeout") timeouts.inc({ controller });
        if (outcome === "terminal") terminalErrors.inc({ controller });
      },
    };
  }

  /** Measures the caches at every scrape. */
  observeInformers(states: () => readonly InformerState[]): void {
    const measure = (name: string, help: string, valueOf: (state: InformerState) => number): void =>
      void this.#make.measured(name, help, informerLabels, (gauge) => {
        gauge.reset();
        for (const state of states()) gauge.set(toLabels(state), valueOf(state));
      });
    measure("tsop_informer_objects", "Objects in the cache", ({ objects }) => objects);
    const help = "Time since the API server last confirmed the cache";
    measure("tsop_informer_seconds_since_current", help, ({ msSinceCurrent }) => seconds(msSinceCurrent ?? 0));
    this.#make.counted("tsop_informer_relists_total", "Lists that had to be repeated", informerLabels, (counter) => {
      counter.reset();
      for (const state of states()) counter.inc(toLabels(state), state.relists);
    });
  }

  countRequest({ code, method, host }: CompletedRequest): void {
    this.#metrics.requests.inc({ code, method, host });
  }

  setLeader(lease: string, isLeader: boolean): void {
    this.#metrics.isLeader.set({ name: lease }, isLeader ? 1 : 0);
  }

  /** Measures each priority that has been in use; the normal priority if there is none. */
  #measureDepths(): void {
    const seen = new Map<string, Set<number>>();
    this.#make.measured("workqueue_depth", "Requests that wait in the queue", [...queueLabels, "priority"], (gauge) => {
      for (const { labels, queue } of this.#queues) {
        const depths = queue().depths();
        const known = seen.get(labels.controller) ?? [normalPriority];
        const priorities = new Set([...known, ...depths.keys()]);
        seen.set(labels.controller, priorities);
        for (const each of priorities) gauge.set({ ...labels, priority: String(each) }, depths.get(each) ?? 0);
      }
    });
  }

  #measureQueues(name: string, help: string, measure: (queue: WorkQueue) => number): void {
    this.#make.measured(name, help, queueLabels, (gauge) => {
      for (const { labels, queue } of this.#queues) gauge.set(labels, measure(queue()));
    });
  }
}

function metricsOfControllers({ counter, gauge, histogram }: ReturnType<typeof metricsIn>) {
  const terminal = "Runs that failed and are not retried";
  return {
    reconciles: counter("controller_runtime_reconcile_total", "Runs by result", "controller", "result"),
    errors: counter("controller_runtime_reconcile_errors_total", "Runs that failed", "controller"),
    terminalErrors: counter("controller_runtime_terminal_reconcile_errors_total", terminal, "controller"),
    timeouts: counter(
      "controller_runtime_reconcile_timeouts_total",
      "Runs that exceeded their time limit",
      "controller",
    ),
    time: histogram("controller_runtime_reconcile_time_seconds", "Duration of a run", reconcileBuckets, "controller"),
    workers: gauge("controller_runtime_max_concurrent_reconciles", "Number of workers", "controller"),
    activeWorkers: gauge("controller_runtime_active_workers", "Number of busy workers", "controller"),
    adds: counter("workqueue_adds_total", "Requests that became ready", ...queueLabels),
    retries: counter("workqueue_retries_total", "Requests retried after a failure", ...queueLabels),
    waits: histogram("workqueue_queue_duration_seconds", "Time that a request waits", queueBuckets, ...queueLabels),
    works: histogram("workqueue_work_duration_seconds", "Time that a request takes", queueBuckets, ...queueLabels),
    isLeader: gauge("leader_election_master_status", "1 if this process is the leader", "name"),
    requests: counter("rest_client_requests_total", "Requests to the API server", "code", "method", "host"),
  };
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
