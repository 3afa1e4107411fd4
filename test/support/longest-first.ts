import { BaseSequencer, type TestSpecification } from "vitest/node";

/** They take the longest of their project, in this order: begun last, one of them would be all that still runs. */
const longest = [
  "attacks/slow-clients.long.program.test.ts",
  "apiserver/contract/version-1.35.cluster.test.ts",
  "apiserver/contract/version-1.37.cluster.test.ts",
  "apiserver/kubectl/kubectl.cluster.test.ts",
  "runtime/leader-faults.long.cluster.test.ts",
  "runtime/cache/faults.cluster.test.ts",
  "runtime/cache/kind-faults.long.cluster.test.ts",
  "runtime/manager.cluster.test.ts",
  "cli/main.program.test.ts",
  "commands/create-webhook.program.test.ts",
  "commands/dev/dev.program.test.ts",
  "generate/manifests.cluster.test.ts",
  "compatibility/mutations/mutations.sweep.test.ts",
  "e2e/tutorial.e2e.test.ts",
  "node/webhook-rollout.node.test.ts",
  "node/examples.node.test.ts",
  "node/conversion-rollout.node.test.ts",
];

/**
 * One project after the other, each with its longest files first. A worker goes on to the next file when that is of its own
 * project; otherwise it ends, and another one imports everything again.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const index = longest.findIndex((name) => moduleId.endsWith(name));
      return index < 0 ? longest.length : index;
    };
    return (await super.sort(files)).sort((a, b) => a.project.name.localeCompare(b.project.name) || rank(a) - rank(b));
  }
}
