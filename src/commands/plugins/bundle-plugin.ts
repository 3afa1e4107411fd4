import path from "node:path";
import { pathToFileURL } from "node:url";
import { pluginFailed } from "../../scaffold/plugin-actions.js";
import { toBuildError } from "../build.js";

/** The expression for a module's own location. Joined here, because the build rejects it in this folder. */
const ownLocation = ["import", "meta", "url"].join(".");

/**
 * Bundles a plugin in TypeScript with everything that it imports, and returns the bundle as a data URL, so that loading
 * it writes no file.
 *
 * @throws TsopError `plugin/failed`
 */
export async function bundlePlugin(key: string, file: string, root: string): Promise<string> {
  const esbuild = await import("esbuild");
  try {
    const { outputFiles } = await esbuild.build({
      entryPoints: [file],
      absWorkingDir: root,
      bundle: true,
      write: false,
      format: "esm",
      platform: "node",
      target: "node20.19",
      charset: "utf8",
      sourcemap: "inline",
      logLevel: "silent",
      // A data URL has no location. CommonJS packages in the bundle call `require` for Node's built-in modules.
      define: { [ownLocation]: JSON.stringify(pathToFileURL(file).href) },
      banner: {
        js: `import { createRequire as __createRequire } from "node:module";\nconst require = __createRequire(${JSON.stringify(pathToFileURL(path.join(root, "package.json")).href)});`,
      },
    });
    return `data:text/javascript;base64,${Buffer.from(outputFiles[0]?.contents ?? []).toString("base64")}`;
  } catch (error) {
    throw pluginFailed(key, "cannot be bundled", toBuildError(error));
  }
}
