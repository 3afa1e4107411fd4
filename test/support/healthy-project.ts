import { packageVersion } from "../../src/commands/version.js";
import { bar, type Files, scaffold } from "./scaffolds.js";

/** Returns a generated scaffold with a kind and its packages, as files of a folder, which a test then breaks. */
export async function healthyProject(): Promise<Files> {
  return {
    ...(await scaffold({ init: { tsop: `^${packageVersion()}` }, apis: [bar], isGenerated: true })),
    "node_modules/tsop/package.json": JSON.stringify({ version: packageVersion() }),
    "node_modules/typescript/package.json": JSON.stringify({ version: "6.0.3" }),
  };
}
