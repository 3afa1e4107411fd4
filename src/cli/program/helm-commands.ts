import type { Command } from "commander";
import { addExamples, type Declare, type Examples } from "./declare.js";
import { defined, parseBoolean, withPreview } from "./options.js";

const examples: Examples = {
  "helm chart": `
Examples:
  tsop helm chart --img registry.example.com/demo:v0.1.0
  tsop helm chart --check
  helm install demo charts/demo --namespace demo-system --create-namespace`,
};

/** What hands the operator to people who use helm. */
export function declareHelm(program: Command, { handlers, globals }: Declare): void {
  const helm = program.command("helm").summary("make helm charts").description("Makes helm charts.");
  withPreview(
    helm
      .command("chart [dir]")
      .summary("make a helm chart of what deploy applies")
      .description(
        "Makes a helm chart in DIR (default: charts/PROJECT) of the objects that `tsop deploy` applies. What you edit in it stays\n" +
          "when it is made again: values, Chart.yaml, templates, files of your own.",
      ),
  )
    .option("--check", "write nothing; exit with 3 and a diff when the chart is not up to date")
    .option("--force", "take what the sources make where an edit is in the way; shows what is lost")
    .option(
      "--img <image>",
      "the operator's image in values.yaml (default: that of the last time, or what the manifests name)",
    )
    .option("--image-digest [boolean]", "put the digest of its push into values.yaml (default: false)", parseBoolean)
    .option("--from <dir>", "the kustomization to make it of (default: that of the last time, or config/default)")
    .option("--kustomize <path>", "let this kustomize render instead")
    .action((dir: string | undefined, options: object) =>
      handlers.helmChart({ ...options, ...defined("dir", dir) }, globals()),
    );
  addExamples(program, examples);
}
