/**
 * What a client does, whatever is behind it: the memory client, the embedded API server over HTTP, kube-apiserver. Where they
 * differ, kube-apiserver is right.
 */
import { beforeAll } from "vitest";
import type { LiveClient } from "../../src/kube/client.js";
import { appliesContract } from "./applies.js";
import { deletionsContract } from "./deletions.js";
import { metadataContract } from "./metadata.js";
import { patchesContract } from "./patches.js";
import { readsContract } from "./reads.js";
import { createSubject } from "./subject.js";
import { subresourcesContract } from "./subresources.js";
import { unfitInputContract } from "./unfit-input.js";
import { watchesContract } from "./watches.js";
import { writesContract } from "./writes.js";

export interface ClientContract {
  /** Creates a client. The namespace and the kind Part exist then. */
  readonly createClient: () => Promise<LiveClient>;
  /** A namespace that no other test uses. */
  readonly namespace: string;
  /** Whether dependents go when their owner goes. kube-apiserver needs another program for that. */
  readonly collectsGarbage: boolean;
}

export function clientContract({ createClient, ...options }: ClientContract): void {
  let client: LiveClient | undefined;
  beforeAll(async () => {
    client = await createClient();
  });
  const subject = createSubject(() => {
    if (client === undefined) throw new Error("the client is there once the tests run");
    return client;
  }, options);
  readsContract(subject);
  writesContract(subject);
  patchesContract(subject);
  appliesContract(subject);
  deletionsContract(subject);
  watchesContract(subject);
  subresourcesContract(subject);
  metadataContract(subject);
  unfitInputContract(subject);
}
