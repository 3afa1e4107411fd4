import type { AnswerBody } from "./contract-case.js";

interface EndingNamespace {
  readonly status?: { readonly conditions?: readonly { readonly reason: string }[] };
}

/**
 * Returns whether a namespace that ends has a condition with this reason, and its controller knows all resources: it fails to
 * discover them, and tries again, while the extension API server of another case is not available.
 */
export function endsWith(reason: string): (answer: { readonly body: AnswerBody }) => boolean {
  return ({ body }) => {
    const { status } = body as EndingNamespace;
    const reasons = status?.conditions?.map((condition) => condition.reason) ?? [];
    return reasons.includes("ResourcesDiscovered") && reasons.includes(reason);
  };
}
