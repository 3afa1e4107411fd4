import type { TestProject } from "vitest/node";
import { buildServerProgram } from "./build-server.js";

declare module "vitest" {
  interface ProvidedContext {
    /** The program of the embedded server; set in the projects that run without a control plane. */
    embeddedServer: string | undefined;
  }
}

/** Builds the server that the workers start. */
export default async function setup(project: TestProject): Promise<() => void> {
  const program = await buildServerProgram();
  project.provide("embeddedServer", program.file);
  return () => program.remove();
}
