/** Fields that kustomize supports and tsop rejects, with an alternative. */
export const unsupportedFields: Readonly<Record<string, { readonly why: string; readonly instead: string }>> = {
  vars: { why: "kustomize itself advises against it", instead: "Write `replacements`." },
  crds: {
    why: "it reads references out of schemas",
    instead: "Name the fields that hold names under `nameReference` in a file of `configurations`.",
  },
  openapi: { why: "it needs a schema of its own", instead: "Patch lists of custom resources with a JSON patch." },
  generators: { why: "it runs plugins", instead: "Write what they generate to a file, and list it in `resources`." },
  transformers: {
    why: "it runs plugins",
    instead: "Write what kustomize has built in as fields of the kustomization, such as `labels` and `patches`.",
  },
  validators: { why: "it runs plugins", instead: "Run them on what tsop prints." },
  helmGlobals: { why: "it runs helm", instead: "Render the chart to a file, and list it in `resources`." },
  helmCharts: { why: "it runs helm", instead: "Render the chart to a file, and list it in `resources`." },
  helmChartInflationGenerator: {
    why: "it runs helm",
    instead: "Render the chart to a file, and list it in `resources`.",
  },
  buildMetadata: { why: "it records how kustomize works", instead: "Leave it out." },
};
