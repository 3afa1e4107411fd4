import { fileURLToPath } from "node:url";

/** The folder of programs that are downloaded or built once: other Node versions, peers. */
export const cacheFolder = fileURLToPath(new URL("../../node_modules/.cache/tsop/bench/", import.meta.url));
