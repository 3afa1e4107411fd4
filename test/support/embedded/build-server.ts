import { fileURLToPath } from "node:url";
import { buildProgram, type Program } from "../build-program.js";

/** Builds a program for Node from the source of the embedded server. */
export function buildServerProgram(): Promise<Program> {
  return buildProgram(fileURLToPath(new URL("server-program.ts", import.meta.url)));
}
