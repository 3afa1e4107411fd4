import type { Setting } from "./machine.js";
import { decidingRuns, type Failure, type Measurement } from "./measure.js";
import type { Spread } from "./statistics.js";

/** Returns the text that the terminal shows before the first row. */
export function showSetting({ machine, load, nodes, flags, commit, peers }: Setting): string {
  return [
    `machine    ${machine}; load ${load.toFixed(1)}`,
    `ours       ${commit} on Node ${nodes.map(({ version }) => version).join(" and ")}; operators with ${flags.join(" ")}`,
    `peers      ${peers.join(", ")}`,
    "figures    min / median / max of all counted turns; the ratio is that of the medians, ours to the peer's",
    "",
  ].join("\n");
}

const widths = [28, 9, 27, 27, 9, 14];

/** Returns one line of the terminal's table. */
export function showMeasurement(measurement: Measurement): string {
  const { name, node, peer } = measurement;
  return [name, node, ...figuresOf(measurement), peer]
    .map((cell, index) => cell.padEnd(widths[index] ?? 0))
    .join(" ")
    .trimEnd();
}

/** Returns ours, theirs, the ratio, and the verdict. */
function figuresOf({ ours, unit, reach, runs, comparison }: Measurement): [string, string, string, string] {
  const ourFigures = showSpread(ours, unit);
  switch (comparison.kind) {
    case "missing":
      return [ourFigures, "not measured", "", comparison.why];
    case "measured": {
      const { theirs, ratio, reached } = comparison;
      const verdict = runs < decidingRuns ? "too few runs" : reached ? "yes" : "NO";
      return [ourFigures, showSpread(theirs, unit), `${ratio.toFixed(2)}x`, `${reach}x: ${verdict}`];
    }
    default:
      return comparison satisfies never;
  }
}

function showSpread({ min, median, max }: Spread, unit: string): string {
  return `${[min, median, max].map(showFigure).join(" / ")} ${unit}`;
}

/** Rounds a figure to three digits; more digits are not significant. */
function showFigure(figure: number): string {
  return figure.toFixed(figure < 1 ? 2 : figure < 100 ? 1 : 0);
}

export interface Results {
  readonly setting: Setting;
  /** The command line. */
  readonly command: string;
  /** Whether all benchmarks ran, except the benchmarks that the command line must name. */
  readonly isAll: boolean;
  readonly measurements: readonly Measurement[];
  readonly failures: readonly Failure[];
}

/** Returns the document that `--record` writes. */
export function showResults({ setting, command, isAll, measurements, failures }: Results): string {
  const { date, machine, load, nodes, flags, commit, peers } = setting;
  const rows = measurements.map((measurement) => {
    const { name, work, node, runs, peer } = measurement;
    return row([name, work, peer, node, ...figuresOf(measurement), String(runs)]);
  });
  const failed = failures.map(({ name, work, peer, why }) => row([name, work, peer, "", "failed", "", "", why, "0"]));
  return [
    "# Results of the benchmarks",
    "",
    `${isAll ? "All benchmarks" : "**Some of the benchmarks**"}, written by \`${command}\` and by nothing else.`,
    "",
    row(["what", "is"]),
    row(["---", "---"]),
    row(["date", date]),
    row(["machine", `${machine}; its load was ${load.toFixed(1)} when the run began`]),
    row(["ours", `commit ${commit}, on Node ${nodes.map(({ version }) => version).join(" and ")}`]),
    row(["flags of operators", `\`${flags.join(" ")}\`, which is how a scaffold's image and Deployment run Node`]),
    row(["peers", peers.join(", ")]),
    "",
    "A figure is the least, the median and the most of all counted turns. In each round every side has a turn, in changing order. The ratio is",
    "that of the medians, ours to the peer's; the last number is the highest ratio that is good enough, and whether it is reached.",
    "",
    row(["name", "what ours does", "peer", "Node", "ours", "peer's", "ratio", "reach", "runs"]),
    row(["---", "---", "---", "---", "--:", "--:", "--:", "---", "--:"]),
    ...rows,
    ...failed,
    "",
  ].join("\n");
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
}
