/** How errors about the syntax of an expression begin; their further words differ. */
import type { ContractCase } from "../contract-case.js";
import { constraints, group } from "../policy-cases.js";

export const cases: readonly ContractCase[] = [
  {
    name: "the words of a fault of syntax",
    async run(api) {
      for (const expression of ["(true", "object = 42", "a b", "#"]) {
        const policy = {
          metadata: { name: "$id" },
          spec: { matchConstraints: constraints, validations: [{ expression }] },
        };
        await api.post(`${group}/validatingadmissionpolicies?dryRun=All`, policy, {
          show: ({ message }) => /ERROR: <input>:\d+:\d+: [^:]*:/.exec(message)?.[0],
        });
      }
    },
  },
];
