import { configDefaults, defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    exclude: [...configDefaults.exclude, "dist/**"],
    hookTimeout: 60_000, // a real API server takes some seconds to start
    testTimeout: 20_000,
    passWithNoTests: true, // until the first `tsop create api`
  },
});
