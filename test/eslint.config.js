/** Checks the operators in examples/ with the linter that a scaffolded project has. Oxlint checks the rest, ten times as fast. */
import js from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

export default defineConfig(
  globalIgnores(["**/dist/", "**/node_modules/", "examples/tutorial/"]),
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      globals: { process: "readonly", URL: "readonly" },
      parserOptions: {
        project: ["test/tsconfig.examples.json"],
        tsconfigRootDir: new URL("..", import.meta.url).pathname,
      },
    },
    rules: {
      "no-console": "error",
      "no-restricted-properties": [
        "error",
        {
          object: "process",
          property: "exit",
          message: "Return an exit code; only a signal decides the end of the process.",
        },
      ],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-unnecessary-type-parameters": "off",
    },
  },
  { files: ["**/*.{js,mjs}"], extends: [tseslint.configs.disableTypeChecked] },
  {
    // Programs that stand in for a database, and say what they do.
    files: ["examples/*/test/e2e/stand-in/*.mjs"],
    languageOptions: {
      globals: {
        console: "readonly",
        setTimeout: "readonly",
        setInterval: "readonly",
        Buffer: "readonly",
        fetch: "readonly",
      },
    },
    rules: { "no-console": "off", "no-restricted-properties": "off" },
  },
  {
    files: ["examples/**/*.test.ts", "examples/*/test/**"],
    rules: {
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/no-empty-function": "off",
    },
  },
);
