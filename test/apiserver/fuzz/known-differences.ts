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
    what: "The server rejects a body, a patch or a parameter that it cannot read with the same code and another message.",
    is: (_, { kind, shape }) => kind === "words" && new RegExp(`^(?:${unreadable})`).test(shape),
  },
  {
    what: "The server rejects a server-side apply whose `metadata` is a list with 400; kube-apiserver returns 500.",
    is: (_, { kind, shape }) => kind === "verdict" && /^500 \/ 400 .*\.metadata: expected map/.test(shape),
  },
  {
    what: "The server does not set the status of a ValidatingAdmissionPolicy: it does not check the types of its expressions.",
    is: ({ path }, { kind, shape }) =>
      kind === "object" && path.includes("/validatingadmissionpolicies/") && shape.includes("status.typeChecking"),
  },
  {
    what: "The server rejects an unknown HTTP method with 405 for every path.",
    is: ({ method }) => method === "FOO",
  },
  {
    what: "The server rejects an Accept header that it cannot satisfy before it reports any other error.",
    is: (_, { shape }) => /\/ 406 NotAcceptable:/.test(shape),
  },
  {
    what: "The server serves nothing at a path with two slashes in a row.",
    is: ({ path }) => /\/\/|%2f/i.test(path),
  },
];

export function knownDifference(request: FuzzRequest, disagreement: Disagreement): string | undefined {
  return knownDifferences.find(({ is }) => is(request, disagreement))?.what;
}
