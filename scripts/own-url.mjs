import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

/** For esbuild: in a bundle, each file goes on finding what lies beside its source, for `import.meta.url` is the source's. */
export const ownUrl = {
  name: "own-url",
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path: file }) => ({
      contents: readFileSync(file, "utf8").replaceAll("import.meta.url", JSON.stringify(pathToFileURL(file).href)),
      loader: "ts",
    }));
  },
};
