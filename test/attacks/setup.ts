import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { buildProgram } from "../support/build-program.js";

declare module "vitest" {
  interface ProvidedContext {
    /** The program of the processes that are attacked. */
    attackTarget: string;
  }
}

export default async function setup(project: TestProject): Promise<() => void> {
  const program = await buildTargetProgram();
  project.provide("attackTarget", program.file);
  return () => program.remove();
}

export function buildTargetProgram(): ReturnType<typeof buildProgram> {
  return buildProgram(fileURLToPath(new URL("targets/target-program.ts", import.meta.url)));
}
