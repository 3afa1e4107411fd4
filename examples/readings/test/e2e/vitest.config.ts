import { defineConfig } from "vitest/config";

// `npm run test:e2e` deploys the image IMG to the cluster of the kubeconfig context E2E_CONTEXT. Use a cluster that you can delete.
export default defineConfig({
  test: { include: ["test/e2e/**/*.e2e.ts"], testTimeout: 120_000, hookTimeout: 300_000 },
});
