/*
Copyright 2026

Licensed under the Apache License, Version 2.0 (the "License");
you may not use this file except in compliance with the License.
You may obtain a copy of the License at

    http://www.apache.org/licenses/LICENSE-2.0

Unless required by applicable law or agreed to in writing, software
distributed under the License is distributed on an "AS IS" BASIS,
WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
See the License for the specific language governing permissions and
limitations under the License.
*/

/** The progress of the clearing of a store. */
export interface Clearing {
  readonly isFinished: boolean;
  readonly removed: number;
  readonly total: number;
}

/** The store and its credentials. */
export interface StorageAccess {
  readonly url: string;
  readonly token: string | undefined;
}

/** The requests of the operator to the external store. */
export interface ExternalStorageClient {
  /**
   * Requests the removal of all objects below the prefix, and returns the progress. The store responds at once and continues to remove; further
   * calls with the same id return the progress. The caller chooses the id, so a lost response is harmless: call again.
   */
  clear(access: StorageAccess, id: string, prefix: string, signal: AbortSignal): Promise<Clearing>;
}

const timeoutMs = 5_000;

export const externalStorage: ExternalStorageClient = {
  async clear({ url, token }, id, prefix, signal) {
    const response = await fetch(`${url.replace(/\/+$/, "")}/clearings/${encodeURIComponent(id)}`, {
      method: "PUT",
      headers: {
        "content-type": "application/json",
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ prefix }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    if (!response.ok) throw new Error(`${url} returned ${response.status}: ${(await response.text()).slice(0, 200)}`);
    return readClearing(await response.json());
  },
};

function readClearing(answer: unknown): Clearing {
  const { state, removed, total } = (answer ?? {}) as Record<string, unknown>;
  if (typeof state !== "string" || typeof removed !== "number" || typeof total !== "number") {
    throw new Error(`cannot read the store's response: ${JSON.stringify(answer).slice(0, 200)}`);
  }
  return { isFinished: state === "finished", removed, total };
}
