/** `KUBEBUILDER_ASSETS=… node scripts/run.mjs test/apiserver/fuzz/main.ts`: see README.md. */
import { startComparableServer } from "../../support/comparable-server.js";
import { startRealServer } from "../contract/real-server.js";
import { parseServerUnderTest } from "../contract/server-under-test.js";
import { fuzz } from "./fuzz-run.js";
import { showFigures } from "./show-figures.js";

const minutes = Number(process.env["TSOP_FUZZ_MINUTES"] ?? 5);
const seed = Number(process.env["TSOP_FUZZ_SEED"] ?? Date.now() % 1_000_000);

const real = await startRealServer();
const server = await startComparableServer();
const faults: string[] = [];
process.on("unhandledRejection", (reason) => faults.push(`unhandled: ${String(reason)}`));
process.on("uncaughtException", (error) => faults.push(`uncaught: ${error.stack ?? error.message}`));
try {
  const figures = await fuzz({
    ...{ real: real.underTest, embedded: parseServerUnderTest(server.kubeconfig), seed },
    end: Date.now() + minutes * 60_000,
    word: (Date.now() % 60_466_176).toString(36).padStart(5, "0"),
  });
  process.stdout.write(`seed ${seed}\n${showFigures(figures)}\n${faults.join("\n")}`);
} finally {
  await server.stop();
  await real.stop();
}
