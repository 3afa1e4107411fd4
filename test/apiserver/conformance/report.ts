/** The results of a run, from ginkgo's JSON report. */
export interface Spec {
  readonly name: string;
  readonly state: string;
  readonly seconds: number;
  readonly message: string;
}

interface SpecReport {
  readonly ContainerHierarchyTexts?: readonly string[] | null;
  readonly LeafNodeText: string;
  readonly LeafNodeType: string;
  readonly State: string;
  readonly RunTime: number;
  readonly Failure?: { readonly Message?: string };
}

/** Returns the specs that ran. */
export function readReport(text: string): Spec[] {
  const suites = JSON.parse(text) as readonly { readonly SpecReports?: readonly SpecReport[] }[];
  return suites
    .flatMap(({ SpecReports = [] }) => SpecReports)
    .filter(({ LeafNodeType, State }) => LeafNodeType === "It" && State !== "skipped" && State !== "pending")
    .map(({ ContainerHierarchyTexts, LeafNodeText, State, RunTime, Failure }) => ({
      name: [...(ContainerHierarchyTexts ?? []), LeafNodeText].join(" "),
      state: State,
      seconds: RunTime / 1e9,
      message: Failure?.Message ?? "",
    }));
}

export function showResults(group: string, specs: readonly Spec[]): string {
  const failed = specs.filter(({ state }) => state !== "passed");
  const lines = failed.map(({ name, seconds, message }) => {
    const first = message.split("\n").slice(0, 3).join(" ").slice(0, 300);
    return `failed after ${seconds.toFixed(0)} s: ${name}: ${first}`;
  });
  return [...lines, `${group}: ${specs.length - failed.length} of ${specs.length} pass`, ""].join("\n");
}
