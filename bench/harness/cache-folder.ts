import { fileURLToPath } from "node:url";

/** Of programs that are fetched or built once: other Nodes, peers. */
export const cacheFolder = fileURLToPath(new URL("../../node_modules/.cache/tsop/bench/", import.meta.url));
