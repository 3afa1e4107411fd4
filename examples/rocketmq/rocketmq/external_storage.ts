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

/** How far the clearing of a store has come. */
export interface Clearing {
  readonly isFinished: boolean;
  readonly removed: number;
  readonly total: number;
}

/** The store, and what lets the operator in. */
export interface StorageAccess {
  readonly url: string;
  readonly token: string | undefined;
}

/** What the operator asks of the store that brokers move old messages to. */
export interface ExternalStorageClient {
  /**
   * Has the store remove all that lies below the prefix, and says how far it has come. It answers at once: the store works on, and further calls
   * with the same id ask how it goes. That the id names the clearing, and not an answer that could get lost, makes it safe to call again.
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
    if (!response.ok) throw new Error(`${url} answers ${response.status}: ${(await response.text()).slice(0, 200)}`);
    return readClearing(await response.json());
  },
};

function readClearing(answer: unknown): Clearing {
  const { state, removed, total } = (answer ?? {}) as Record<string, unknown>;
  if (typeof state !== "string" || typeof removed !== "number" || typeof total !== "number") {
    throw new Error(`the store's answer is not understood: ${JSON.stringify(answer).slice(0, 200)}`);
  }
  return { isFinished: state === "finished", removed, total };
}
