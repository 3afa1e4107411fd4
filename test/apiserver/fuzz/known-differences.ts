/** A known difference of the embedded server's responses; docs/reference/apiserver.md lists it. */
import type { Disagreement } from "./compare-answers.js";
import type { FuzzRequest } from "./good-requests.js";

interface KnownDifference {
  readonly what: string;
  readonly is: (request: FuzzRequest, disagreement: Disagreement) => boolean;
}

/** The beginnings of errors by kube-apiserver's decoders and parsers, whose texts depend on Go and its types. */
const unreadable = [
  "[\\w.]+ in version \\S+ cannot be handled as a ",
  "(?:json|strconv|yaml)[:.]",
  "error decoding ",
  "failed to (?:create typed patch object|convert new object)",
  "invalid (?:character|continue token|timeout specified)",
  "the object provided is unrecognized",
  ' ?"…" is invalid: patch: ',
  "unable to (?:decode|parse)",
].join("|");

const knownDifferences: readonly KnownDifference[] = [
  {
    what: "A body, a patch or a parameter that cannot be read is refused with the same code, in other words.",
    is: (_, { kind, shape }) => kind === "words" && new RegExp(`^(?:${unreadable})`).test(shape),
  },
  {
    what: "A server-side apply whose `metadata` is a list gets 400; kube-apiserver answers 500.",
    is: (_, { kind, shape }) => kind === "verdict" && /^500 \/ 400 .*\.metadata: expected map/.test(shape),
  },
  {
    what: "A DaemonSet's managed fields do not name the annotation `deprecated.daemonset.template.generation`.",
    is: ({ path }, { kind, details }) =>
      kind === "object" &&
      path.includes("/daemonsets") &&
      details.includes("f:deprecated.daemonset.template.generation"),
  },
  {
    what: "The rows of an empty table are an empty list; kube-apiserver shows null for some kinds.",
    is: (_, { kind, shape, details }) =>
      kind === "object" && shape === "body.rows" && /want null\n\s*got {2}\[\]/.test(details),
  },
  {
    what: "What the server's own controllers write has no managed fields.",
    is: (_, { kind, shape, details }) =>
      kind === "object" && shape.endsWith("metadata.managedFields") && details.includes("kube-controller-manager"),
  },
  {
    what: "Nobody fills in the status of a ValidatingAdmissionPolicy: the types of its expressions are not checked.",
    is: ({ path }, { kind, shape }) =>
      kind === "object" && path.includes("/validatingadmissionpolicies/") && shape.includes("status.typeChecking"),
  },
  {
    what: "A method that HTTP does not know is refused with 405 wherever it is sent.",
    is: ({ method }) => method === "FOO",
  },
  {
    what: "An Accept that cannot be met is refused before all else that is wrong.",
    is: (_, { shape }) => /\/ 406 NotAcceptable:/.test(shape),
  },
  {
    what: "A path with two slashes in a row leads nowhere.",
    is: ({ path }) => /\/\/|%2f/i.test(path),
  },
];

export function knownDifference(request: FuzzRequest, disagreement: Disagreement): string | undefined {
  return knownDifferences.find(({ is }) => is(request, disagreement))?.what;
}
