/** The disk as the renderer sees it. The renderer reads the disk only here. */
import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { TsopError } from "../core/errors.js";
import type { Files } from "./folder.js";

export const diskFiles: Files = {
  resolve: (location) => {
    try {
      const path = realpathSync(location);
      return { path, isFolder: statSync(path).isDirectory() };
    } catch {
      return undefined;
    }
  },
  read: (location) => {
    try {
      return readFileSync(location);
    } catch (cause) {
      throw new TsopError("files/read-failed", `cannot read ${location}: ${String(cause)}`, {
        hint: "Check the file and its permissions.",
        cause,
      });
    }
  },
  list: (location) => {
    try {
      return readdirSync(location);
    } catch {
      return [];
    }
  },
};
