import path from "node:path";
import { expect } from "vitest";
import { examples } from "./link-tsop.js";

// Paths such as config/crd/bases are relative to the example, like when its author runs `npm test`.
const [example = ""] = path.relative(examples, expect.getState().testPath ?? "").split(path.sep);
process.chdir(path.join(examples, example));
