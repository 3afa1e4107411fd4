import type { ContractCase } from "./contract-case.js";

/** Creates a case of reviews that differ in their spec. */
export function posts(name: string, path: string, specs: readonly unknown[]): ContractCase {
  return {
    name,
    async run(api) {
      for (const spec of specs) await api.post(path, { spec });
    },
  };
}
