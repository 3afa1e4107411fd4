import { existsSync } from "node:fs";
import path from "node:path";
import { TsopError } from "../../core/errors.js";
import type { Context } from "../context.js";
import { helmChart } from "../helm-chart.js";

/** @throws TsopError `helm/no-chart`, or `helm/out-of-date` for a chart of tsop that differs from the sources */
export async function checkChart(folder: string, context: Context): Promise<void> {
  const chart = path.resolve(context.cwd, folder);
  if (!existsSync(path.join(chart, "Chart.yaml"))) {
    throw new TsopError("helm/no-chart", `${folder} contains no chart: Chart.yaml does not exist`, {
      hint: "Generate the chart: npx tsop helm chart",
    });
  }
  // A chart without a record is not a chart of tsop.
  if (!existsSync(path.join(chart, ".tsop-chart.json"))) return;
  const { exitCode = 0 } = await helmChart({ dir: folder, check: true }, context);
  if (exitCode === 0) return;
  throw new TsopError("helm/out-of-date", `${folder} differs from the sources, and the release would be outdated`, {
    hint: `Run \`npx tsop helm chart${folder.startsWith("charts/") ? "" : ` ${folder}`}\`, and repeat the command.`,
  });
}
