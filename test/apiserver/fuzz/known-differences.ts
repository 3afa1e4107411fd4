/** Where the embedded server is known to answer differently; docs/apiserver.md says so. */
import type { Disagreement } from "./compare-answers.js";
import type { FuzzRequest } from "./good-requests.js";

interface KnownDifference {
  readonly what: string;
  readonly is: (request: FuzzRequest, disagreement: Disagreement) => boolean;
}

const knownDifferences: readonly KnownDifference[] = [
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
