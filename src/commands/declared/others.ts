/** The commands that check everything, that package the operator for helm, and that describe tsop itself. */
import { declare } from "./declare.js";
import { type Input, type OptionsOf, text, toggle, yesNo } from "./flags.js";
import { cluster, kustomize, preview } from "./shared.js";

const doctorInput = {
  flags: {
    kubeconfig: cluster.kubeconfig,
    context: cluster.context,
    cluster: toggle("fail if there is no cluster; implied by --context and --kubeconfig"),
  },
} as const satisfies Input;

export type DoctorOptions = OptionsOf<typeof doctorInput>;

export const doctor = declare({
  path: "doctor",
  summary: "check the machine, the project and the cluster for problems",
  description:
    "Checks this machine, the project and the cluster. Reports each problem with its location and a remedy. Writes nothing. " +
    "Exits with 1 if it finds an error; warnings do not count.",
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
    check: toggle("write nothing; exit with 3 and a diff if the chart is not up to date"),
    force: toggle("overwrite edits that conflict with the sources, and show the lost lines"),
    img: text(
      "<image>",
      "the operator's image in values.yaml (default: the previous image, or the image in the manifests)",
    ),
    imageDigest: yesNo("write the digest of its push to values.yaml (default: false)"),
    from: text("<dir>", "the kustomization to package (default: the previous one, or config/default)"),
    icon: text("<url>", "address of a picture of the operator (default: the previous one)"),
    signKeyUrl: text("<url>", "address of the public key that signs the chart's archives (default: the previous one)"),
    signKeyFingerprint: text("<hex>", "fingerprint of this key (default: the previous one)"),
    kustomize,
  },
} as const satisfies Input;

export type HelmChartOptions = OptionsOf<typeof helmChartInput>;

export const helmChart = declare({
  path: "helm chart",
  summary: "generate a helm chart from the objects that deploy applies",
  description:
    "Generates a helm chart in DIR (default: charts/PROJECT) from the objects that `tsop deploy` applies. When tsop " +
    "regenerates the chart, it keeps your edits: values, Chart.yaml, templates, and your own files.",
  input: helmChartInput,
  more: `
Examples:
  tsop helm chart --img registry.example.com/demo:v0.1.0
  tsop helm chart --check
  helm install demo charts/demo --namespace demo-system --create-namespace`,
  load: async () => (await import("../helm-chart.js")).helmChart,
});

const manualInput = { argument: "[page]", flags: {} } as const satisfies Input;

export type ManualOptions = OptionsOf<typeof manualInput>;

export const manual = declare({
  path: "manual",
  summary: "print the location of tsop's own documentation",
  description:
    "Prints the folder of this tsop's documentation and the list of pages, or the file of one page; with #HEADING, also the " +
    "line. The pages are part of the package, so they match the version that runs here.",
  input: manualInput,
  more: `
Examples:
  tsop manual
  less $(tsop manual webhooks)
  tsop manual testing#time`,
  load: async () => (await import("../manual.js")).manual,
});

export const version = declare({
  path: "version",
  summary: "print the versions of tsop and Node",
  description: "Prints the versions of tsop and Node. `tsop --version` and `tsop -v` are the same command.",
  input: { flags: {} },
  load: async () => (await import("../version.js")).version,
});
