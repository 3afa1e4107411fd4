/** The common parts of cases about admission. The plugins of the real server see writes a moment later. */
import type { Answer, ContractApi } from "./contract-case.js";

const tries = 500;

/** Returns a whole error, but only the name of an accepted object. */
export function refusalOrName(body: { readonly kind: string; readonly metadata: { readonly name?: string } }): unknown {
  return body.kind === "Status" ? body : body.metadata.name;
}

/** Sends dry runs of an object that must be rejected until the server rejects it: then the plugins know the earlier writes. */
export async function untilRefused(api: ContractApi, path: string, object: object): Promise<void> {
  for (let left = tries; left > 0; left--) {
    const { status } = await api.post(`${path}?dryRun=All`, object, { record: false });
    if (status === 403) return;
  }
  throw new Error(`${path} was never refused`);
}

/** Sends dry runs of an object until the response is as expected. */
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
