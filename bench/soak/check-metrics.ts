/** Checks whether the metrics of an idle process are correct. Pure. */
import type { Violation } from "./violation.js";

export interface MetricsOf {
  readonly replica: string;
  /** The metrics in Prometheus' format. */
  readonly text: string;
  /** The number of finished runs in the journal, by controller. */
  readonly ended: Readonly<Record<string, number>>;
}

export function checkMetrics(all: readonly MetricsOf[]): Violation[] {
  const found: Violation[] = [];
  const say = (what: string): void => void found.push({ check: "metrics", what });
  for (const { replica, text, ended } of all) {
    for (const name of ["workqueue_depth", "controller_runtime_active_workers"]) {
      const busy = sum(text, name);
      if (busy !== 0) say(`${replica}: ${name} is ${busy}, and there is nothing to do`);
    }
    for (const [controller, runs] of Object.entries(ended)) {
      const counted = sum(text, "controller_runtime_reconcile_total", `controller="${controller}"`);
      if (counted !== runs) say(`${replica}: ${controller} has run ${runs} times, and its metric says ${counted}`);
    }
  }
  const leaders = all.filter(({ text }) => sum(text, "leader_election_master_status") === 1).length;
  if (leaders !== 1) say(`${leaders} processes say that they lead`);
  return found;
}

/** Returns the sum of all series with the name and the label. */
function sum(text: string, name: string, label = ""): number {
  return text
    .split("\n")
    .filter((line) => (line.startsWith(`${name}{`) || line.startsWith(`${name} `)) && line.includes(label))
    .reduce((total, line) => total + Number(line.slice(line.lastIndexOf(" "))), 0);
}
