import { createRequire } from "node:module";
import type typescript from "typescript";

/** TypeScript is not imported: Node first scans all nine megabytes of an imported CommonJS module for the names of its exports. */
export const ts = createRequire(import.meta.url)("typescript") as typeof typescript; // the package's own declaration
