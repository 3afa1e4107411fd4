import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { newestFile } from "./newest.js";
import type { GroupVersionData } from "./openapi.js";

const folder = newestFile("openapi");

/** Reads data/<version>/openapi of the newest version, by module name, in the order of the names. */
export function readModules(): Map<string, GroupVersionData> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll(path.sep, "/"))
    .filter((file) => file.endsWith(".json"))
    .toSorted();
  return new Map(
    files.map((file) => [
      file.replace(/\.json$/, ""),
      // fetch.ts writes exactly this shape.
      JSON.parse(readFileSync(path.join(folder, file), "utf8")) as GroupVersionData,
    ]),
  );
}
