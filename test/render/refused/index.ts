import { changes } from "./changes.js";
import { files } from "./files.js";
import type { RefusedCases } from "./refused-case.js";

export const refusedCases: RefusedCases = { ...files, ...changes };
