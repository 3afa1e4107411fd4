import type { ContractCase } from "./contract-case.js";

/** Reviews that differ by their spec. */
export function posts(name: string, path: string, specs: readonly unknown[]): ContractCase {
  return {
    name,
    async run(api) {
      for (const spec of specs) await api.post(path, { spec });
    },
  };
}
