import { describe, expect, test } from "vitest";
import { ManagerMetrics } from "../../../src/runtime/metrics/manager-metrics.js";
import { WorkQueue } from "../../../src/runtime/queue/work-queue.js";
import { FakeClock } from "../../support/fake-clock.js";

describe("the metrics of a controller", () => {
  test("start at zero, and count", async () => {
    const [metrics, clock] = [new ManagerMetrics(), new FakeClock()];
    const queue: WorkQueue = new WorkQueue({ clock });
    const observer = metrics.observeController("bar", 3, () => queue);
    const zero = await metrics.registry.metrics();
    expect(zero).toContain('controller_runtime_reconcile_total{controller="bar",result="error"} 0');
    expect(zero).toContain('controller_runtime_max_concurrent_reconciles{controller="bar"} 3');
    observer.started();
    observer.ended("success", 20);
    observer.started();
    observer.ended("terminal", 20);
    observer.queue.added();
    observer.queue.taken(5, "default/a");
    observer.queue.finished(7);
    observer.queue.retried();
    queue.add("a");
    queue.add("b");
    await queue.next();
    await clock.advance(2_000);
    metrics.setLeader("demo", true);
    metrics.countRequest({ code: "200", method: "GET", host: "x:6443", durationMs: 3 });
    const text = await metrics.registry.metrics();
    for (const line of [
      'controller_runtime_reconcile_total{controller="bar",result="success"} 1',
      'controller_runtime_reconcile_total{controller="bar",result="error"} 1',
      'controller_runtime_reconcile_errors_total{controller="bar"} 1',
      'controller_runtime_terminal_reconcile_errors_total{controller="bar"} 1',
      'controller_runtime_reconcile_time_seconds_bucket{le="0.025",controller="bar"} 2',
      'controller_runtime_active_workers{controller="bar"} 0',
      'workqueue_adds_total{name="bar",controller="bar"} 1',
      'workqueue_retries_total{name="bar",controller="bar"} 1',
      'workqueue_depth{name="bar",controller="bar",priority="0"} 1',
      'workqueue_unfinished_work_seconds{name="bar",controller="bar"} 2',
      'workqueue_longest_running_processor_seconds{name="bar",controller="bar"} 2',
      'workqueue_queue_duration_seconds_count{name="bar",controller="bar"} 1',
      'workqueue_work_duration_seconds_count{name="bar",controller="bar"} 1',
      'leader_election_master_status{name="demo"} 1',
      'rest_client_requests_total{code="200",method="GET",host="x:6443"} 1',
    ]) {
      expect(text).toContain(line);
    }
  });

  test("are kept apart from those of another manager", async () => {
    const [first, second] = [new ManagerMetrics(), new ManagerMetrics()];
    first.observeController("bar", 1, () => new WorkQueue({ clock: new FakeClock() }));
    expect(await second.registry.metrics()).not.toContain('controller="bar"');
  });
});
