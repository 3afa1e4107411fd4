/** The fields of a webhook that have one of a few values. As in kubebuilder's markers, case does not matter. */
export const choices = {
  failurePolicy: ["Fail", "Ignore"],
  matchPolicy: ["Equivalent", "Exact"],
  sideEffects: ["None", "NoneOnDryRun"],
  reinvocationPolicy: ["IfNeeded", "Never"],
  scope: ["*", "Cluster", "Namespaced"],
} as const;

export function chosen(values: readonly string[], given: string | undefined): string | undefined {
  return given && (values.find((value) => value.toLowerCase() === given.toLowerCase()) ?? given);
}
