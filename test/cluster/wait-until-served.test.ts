import { describe, expect, test } from "vitest";
import type { CustomResourceDefinition } from "../../src/cluster/crd.js";
import { waitUntilPassedOn } from "../../src/cluster/extension-registration.js";
import { waitUntilServed } from "../../src/cluster/wait-until-served.js";
import type { HttpClient } from "../../src/kube/http-client.js";
import { simpleCrd } from "../support/crds.js";

/** An API server that has established a CRD, and whose discovery lists the kind from a later question on. */
function lateDiscovery(
  crd: CustomResourceDefinition,
  listedAt: number,
): Parameters<typeof waitUntilServed>[0] & { asked: number } {
  const status = { conditions: [{ type: "Established", status: "True" }] };
  const server = {
    asked: 0,
    get: (() => Promise.resolve({ ...crd, status })) as unknown as HttpClient["get"],
    mapper: {
      invalidate: () => undefined,
      find: () => Promise.resolve((server.asked += 1) < listedAt ? undefined : {}),
    } as unknown as HttpClient["mapper"],
  };
  return server;
}

describe("a kind of an extension API server", () => {
  const kind = { group: "late.example.com", version: "v1", kind: "Gadget" };
  const { signal } = new AbortController();

  test("is served when the API server lists it, even if it was not available before", async () => {
    let asked = 0;
    const find = (): Promise<unknown> => {
      asked += 1;
      return asked === 1 ? Promise.reject(new Error("503")) : Promise.resolve(asked < 3 ? undefined : {});
    };
    const mapper = { invalidate: () => undefined, find } as unknown as HttpClient["mapper"];
    await waitUntilPassedOn({ mapper }, kind, { timeoutMs: 20_000, signal });
    expect(asked).toBe(3);
  });

  test("that the API server never serves is reported with its last answer", async () => {
    const failure = new Error("503");
    const mapper = {
      invalidate: () => undefined,
      find: () => Promise.reject(failure),
    } as unknown as HttpClient["mapper"];
    await expect(waitUntilPassedOn({ mapper }, kind, { timeoutMs: 0, signal })).rejects.toMatchObject({
      code: "cluster/kind-not-served",
      cause: failure,
      message: expect.stringContaining("does not serve Gadget of late.example.com/v1") as string,
    });
  });
});

describe("an established CRD", () => {
  const crd = simpleCrd("late.example.com", "gadgets", "Gadget");
  const { signal } = new AbortController();

  test("is served when discovery lists its kind", async () => {
    const server = lateDiscovery(crd, 3);
    await waitUntilServed(server, crd, { timeoutMs: 20_000, signal });
    expect(server.asked).toBe(3);
  });

  test("whose kind discovery never lists is reported", async () => {
    await expect(
      waitUntilServed(lateDiscovery(crd, Infinity), crd, {
        timeoutMs: 0,
        signal,
      }),
    ).rejects.toMatchObject({
      code: "cluster/kind-not-served",
      message: expect.stringContaining("does not list Gadget of late.example.com/v1") as string,
    });
  });
});
