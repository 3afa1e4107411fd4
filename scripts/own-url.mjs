import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

/**
 * An esbuild plugin that keeps `import.meta.url` of each source, so that a bundled file still finds the files beside
 * its source.
 */
export const ownUrl = {
  name: "own-url",
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path: file }) => ({
      contents: readFileSync(file, "utf8").replaceAll("import.meta.url", JSON.stringify(pathToFileURL(file).href)),
      loader: "ts",
    }));
  },
};
