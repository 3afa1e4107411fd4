import type { BuildOptions } from "esbuild";

/** The esbuild options of all operator bundles. */
export const operatorBundle = {
  bundle: true,
  splitting: true, // dynamic imports stay lazy
  format: "esm",
  platform: "node",
  target: "node20.19",
  charset: "utf8",
  legalComments: "none",
  // Chunks of a package without side effects import each other only for side effects, so these imports can be omitted.
  logOverride: { "ignored-bare-import": "silent" },
  // CommonJS packages in an ES module bundle call `require` for Node's built-in modules.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module";\nconst require = __createRequire(import.meta.url);',
  },
} satisfies BuildOptions;
