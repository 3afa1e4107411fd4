import type { BuildOptions } from "esbuild";

/** How operators are bundled, wherever from and to. */
export const operatorBundle = {
  bundle: true,
  splitting: true, // what is imported lazily is loaded lazily
  format: "esm",
  platform: "node",
  target: "node20.19",
  charset: "utf8",
  legalComments: "none",
  // Chunks of a package without side effects import each other for these alone; leaving them out is right.
  logOverride: { "ignored-bare-import": "silent" },
  // CommonJS packages inside an ES module bundle call `require` for Node's own modules.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module";\nconst require = __createRequire(import.meta.url);',
  },
} satisfies BuildOptions;
