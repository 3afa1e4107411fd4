/**
 * A test that does not run on the embedded API server, and the reason: below `test/`, a file, all files of a folder, or one test
 * of a file.
 */
export interface RealServerOnly {
  readonly place: string;
  /** The name of the test. */
  readonly test?: string;
  readonly reason: string;
}

const judged = "the real server is the judge; the embedded one reads the same data and rules";
const compared = "compares the embedded server with the real one";

export const realServerOnly: readonly RealServerOnly[] = [
  { place: "apiserver/**", reason: compared },
  { place: "cel/**", reason: judged },
  { place: "compatibility/**", reason: compared },
  { place: "extension/kubectl.cluster.test.ts", reason: "kubectl is no part of Node" },
  { place: "extension/readings-example.cluster.test.ts", reason: `${compared}, through kubectl` },
  { place: "generate/**", reason: judged },
  { place: "helm/**", reason: "compares with helm, which is no part of Node" },
  { place: "import/**", reason: judged },
  { place: "k8s/**", reason: judged },
  {
    place: "kube/real-server.cluster.test.ts",
    test: "keeps an integer that no double holds, whatever else of the object is changed",
    reason: "the embedded server holds numbers as JavaScript does (docs/reference/apiserver.md)",
  },
  {
    place: "runtime/events/events.cluster.test.ts",
    test: "are shown by kubectl",
    reason: "kubectl is no part of Node",
  },
  { place: "render/**", reason: "compares with kustomize, which is no part of Node" },
  { place: "scaffold/**", reason: `${judged}; kustomize builds what is applied` },
  { place: "schema/**", reason: judged },
  { place: "support/control-plane.cluster.test.ts", reason: "is about the real server itself" },
  {
    place: "testing/environment/test-environment.cluster.test.ts",
    reason: "test-environment.program.test.ts runs the same on the embedded server",
  },
];
