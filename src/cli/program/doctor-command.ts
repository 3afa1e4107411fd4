import type { Command } from "commander";
import { addExamples, type Declare, type Examples } from "./declare.js";

const examples: Examples = {
  doctor: `
Examples:
  tsop doctor
  tsop doctor --context prod
  tsop doctor --cluster --output json`,
};

/** What looks at everything, and changes nothing. */
export function declareDoctor(program: Command, { handlers, globals }: Declare): void {
  program
    .command("doctor")
    .summary("look for what is wrong with the machine, the project and the cluster")
    .description(
      "Checks this machine, the project and the cluster: what is wrong, where, and what to do. Writes nothing. Exit status\n" +
        "1 when something has to be put right; warnings do not count.",
    )
    .option("--kubeconfig <file>", "kubeconfig to use (default: KUBECONFIG, in-cluster, ~/.kube/config)")
    .option("--context <name>", "context of the kubeconfig (default: its current one)")
    .option("--cluster", "there has to be a cluster; the same is meant where one is named")
    .action((options: object) => handlers.doctor(options, globals()));

  addExamples(program, examples);
}
