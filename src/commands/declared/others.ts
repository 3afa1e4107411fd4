/** The commands that check everything, that package the operator for helm, and that describe tsop itself. */
import { declare } from "./declare.js";
import { type Input, type OptionsOf, text, toggle, yesNo } from "./flags.js";
import { cluster, kustomize, preview } from "./shared.js";

const doctorInput = {
  flags: {
    kubeconfig: cluster.kubeconfig,
    context: cluster.context,
    cluster: toggle("there has to be a cluster; the same is meant where one is named"),
  },
} as const satisfies Input;

export type DoctorOptions = OptionsOf<typeof doctorInput>;

export const doctor = declare({
  path: "doctor",
  summary: "look for what is wrong with the machine, the project and the cluster",
  description:
    "Checks this machine, the project and the cluster: what is wrong, where, and what to do. Writes nothing. Exit status\n" +
    "1 when something has to be put right; warnings do not count.",
  input: doctorInput,
  more: `
Examples:
  tsop doctor
  tsop doctor --context prod
  tsop doctor --cluster --output json`,
  load: async () => (await import("../doctor.js")).doctor,
});

const helmChartInput = {
  argument: "[dir]",
  flags: {
    ...preview,
    check: toggle("write nothing; exit with 3 and a diff when the chart is not up to date"),
    force: toggle("take what the sources make where an edit is in the way; shows what is lost"),
    img: text(
      "<image>",
      "the operator's image in values.yaml (default: that of the last time, or what the manifests name)",
    ),
    imageDigest: yesNo("put the digest of its push into values.yaml (default: false)"),
    from: text("<dir>", "the kustomization to make it of (default: that of the last time, or config/default)"),
    kustomize,
  },
} as const satisfies Input;

export type HelmChartOptions = OptionsOf<typeof helmChartInput>;

export const helmChart = declare({
  path: "helm chart",
  summary: "make a helm chart of what deploy applies",
  description:
    "Makes a helm chart in DIR (default: charts/PROJECT) of the objects that `tsop deploy` applies. What you edit in it stays\n" +
    "when it is made again: values, Chart.yaml, templates, files of your own.",
  input: helmChartInput,
  more: `
Examples:
  tsop helm chart --img registry.example.com/demo:v0.1.0
  tsop helm chart --check
  helm install demo charts/demo --namespace demo-system --create-namespace`,
  load: async () => (await import("../helm-chart.js")).helmChart,
});

const docsInput = { argument: "[page]", flags: {} } as const satisfies Input;

export type DocsOptions = OptionsOf<typeof docsInput>;

export const docs = declare({
  path: "docs",
  summary: "print where the documentation is",
  description:
    "Prints the folder of this tsop's documentation and its pages, or the file of one page; with #HEADING, its line, too.\n" +
    "The pages are part of the package: they are those of the version that runs here.",
  input: docsInput,
  more: `
Examples:
  tsop docs
  less $(tsop docs webhooks)
  tsop docs testing#time`,
  load: async () => (await import("../docs.js")).docs,
});

export const version = declare({
  path: "version",
  summary: "print the versions of tsop and Node",
  description: "Prints the versions of tsop and Node.",
  input: { flags: {} },
  load: async () => (await import("../version.js")).version,
});
