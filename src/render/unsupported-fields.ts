/** Fields that kustomize supports and tsop rejects, with an alternative. */
export const unsupportedFields: Readonly<Record<string, { readonly why: string; readonly instead: string }>> = {
  vars: { why: "kustomize has deprecated it", instead: "Use `replacements`." },
  crds: {
    why: "it reads references from schemas",
    instead: "List the fields that contain names under `nameReference` in a file of `configurations`.",
  },
  openapi: { why: "it needs a custom schema", instead: "Patch lists of custom resources with a JSON patch." },
  generators: { why: "it runs plugins", instead: "Write their output to a file, and list the file in `resources`." },
  transformers: {
    why: "it runs plugins",
    instead: "Use built-in fields of the kustomization, such as `labels` and `patches`.",
  },
  validators: { why: "it runs plugins", instead: "Run them on the output of tsop." },
  helmGlobals: { why: "it runs helm", instead: "Render the chart to a file, and list the file in `resources`." },
  helmCharts: { why: "it runs helm", instead: "Render the chart to a file, and list the file in `resources`." },
  helmChartInflationGenerator: {
    why: "it runs helm",
    instead: "Render the chart to a file, and list the file in `resources`.",
  },
  buildMetadata: { why: "it records how kustomize works", instead: "Remove it." },
};
