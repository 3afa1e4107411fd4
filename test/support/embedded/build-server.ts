import { fileURLToPath } from "node:url";
import { buildProgram, type Program } from "../build-program.js";

/** Makes a program that Node runs of the embedded server's source. */
export function buildServerProgram(): Promise<Program> {
  return buildProgram(fileURLToPath(new URL("server-program.ts", import.meta.url)));
}
