/** What cases about admission have in common. The real server's plugins see what is written a moment later. */
import type { Answer, ContractApi } from "./contract-case.js";

const tries = 500;

/** A refusal as a whole; of what is accepted, its name alone. */
export function refusalOrName(body: { readonly kind: string; readonly metadata: { readonly name?: string } }): unknown {
  return body.kind === "Status" ? body : body.metadata.name;
}

/** Sends what is to be refused, dry, until it is: then the plugins know of what was written before. */
export async function untilRefused(api: ContractApi, path: string, object: object): Promise<void> {
  for (let left = tries; left > 0; left--) {
    const { status } = await api.post(`${path}?dryRun=All`, object, { record: false });
    if (status === 403) return;
  }
  throw new Error(`${path} was never refused`);
}

/** Sends an object, dry, until what becomes of it is as wanted. */
export async function untilAdmitted(
  api: ContractApi,
  path: string,
  object: object,
  isDone: (answer: Answer) => boolean,
): Promise<void> {
  for (let left = tries; left > 0; left--) {
    if (isDone(await api.post(`${path}?dryRun=All`, object, { record: false }))) return;
  }
  throw new Error(`${path} never became as wanted`);
}
