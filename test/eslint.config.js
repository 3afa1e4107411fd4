import js from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import regexp from "eslint-plugin-regexp";
import tseslint from "typescript-eslint";

const processExit = {
  object: "process",
  property: "exit",
  message: "Return an exit code; only bin/ and a signal decide the end of the process.",
};

const abortSignalAny = {
  object: "AbortSignal",
  property: "any",
  message: "A signal with a listener is kept by those that it is made of: use linkSignals() of core/linked-signal.ts.",
};

const unseededProperty = {
  selector:
    "CallExpression[callee.object.name='fc'][callee.property.name=/^(assert|check|sample)$/]:not(:has(ObjectExpression > Property[key.name='seed']))",
  message: "Give it the seed of support/property-seed.ts: a test gives the same result in each run.",
};

export default defineConfig(
  globalIgnores([
    ...[
      "**/dist/",
      "templates/",
      "examples/tutorial/",
      "test/golden/",
      "test/fixtures/",
      "**/node_modules/",
      "coverage/",
    ],
    ...["dist-docs/", "site/generated/", "site/.vitepress/.temp/"],
  ]),
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      globals: { process: "readonly", URL: "readonly" },
      parserOptions: {
        project: ["test/tsconfig.json", "test/tsconfig.examples.json"],
        tsconfigRootDir: new URL("..", import.meta.url).pathname,
      },
    },
    rules: {
      "no-console": "error",
      "no-restricted-properties": ["error", processExit],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-unnecessary-type-parameters": "off",
    },
  },
  {
    // What the product reads was written by others: no text of theirs may take more time than in proportion to its length.
    files: ["src/**", "bin/**"],
    plugins: { regexp },
    rules: {
      "regexp/no-super-linear-backtracking": "error",
      "regexp/no-super-linear-move": ["error", { ignoreSticky: true }],
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
    // What lives as long as a manager.
    files: ["src/{core,kube,runtime,apiserver,testing}/**"],
    rules: { "no-restricted-properties": ["error", processExit, abortSignalAny] },
  },
  {
    // ts-morph declares its nodes as mixins, so that no node is what its class is to this rule.
    files: ["src/refactor/**"],
    rules: { "@typescript-eslint/no-unsafe-class-instance-assignment": "off" },
  },
  {
    // Cases navigate answers of any shape; a path that is not there fails them.
    files: ["test/apiserver/contract/{cases/*,changed-schemas,custom-kinds,sample-objects,workload-steps}.ts"],
    rules: {
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-return": "off",
    },
  },
  {
    files: ["test/**", "examples/**/*.test.ts", "examples/*/test/**"],
    rules: {
      "no-restricted-syntax": ["error", unseededProperty],
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/no-empty-function": "off",
    },
  },
);
