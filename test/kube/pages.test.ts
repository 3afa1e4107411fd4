import { describe, expect, expectTypeOf, test } from "vitest";
import type { Client, ListOptions, ObjectMetadata } from "../../src/kube/client.js";
import { ApiError } from "../../src/kube/api-error.js";
import type { ListMeta, ObjectList } from "../../src/kube/objects.js";
import { listAll, listPages, type PagesOptions } from "../../src/kube/pages.js";
import { collect } from "../contract/subject.js";
import { refusal, Thing, thing } from "../support/scripted-api.js";

type Answer = ObjectList<Thing> | Error;

function page(names: readonly string[], next?: string): ObjectList<Thing> {
  return {
    metadata: { resourceVersion: "9", ...(next === undefined ? {} : { continue: next }) },
    items: names.map((name, index) => thing(`default/${name}`, index + 1)),
  };
}

function expired(metadata?: ListMeta): ApiError {
  const status = {
    kind: "Status",
    code: 410,
    reason: "Expired",
    ...(metadata === undefined ? {} : { metadata }),
  } as const;
  return new ApiError(status, 410);
}

/** Lists all, with these answers to the calls; what came, and what was asked for. */
async function list(
  answers: readonly Answer[],
  options?: PagesOptions,
): Promise<{ pages: string[][]; calls: ListOptions[] }> {
  const [left, calls]: [Answer[], ListOptions[]] = [[...answers], []];
  const reader = {
    list: (_kind: unknown, asked: ListOptions = {}) => {
      calls.push(asked);
      const answer = left.shift() ?? new Error("unexpected call");
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
  } as unknown as Client;
  const pages = await collect(listPages(reader, Thing, options));
  expect(left).toEqual([]);
  return { pages: pages.map(({ items }) => items.map(({ metadata }) => metadata.name)), calls };
}

describe("a list in pages", () => {
  test("ends with the page that names no other", async () => {
    expect((await list([page([])])).pages).toEqual([[]]);
    expect((await list([page(["a"], "")])).pages).toEqual([["a"]]);
    const { pages, calls } = await list([page(["a", "b"], "t1"), page(["c"], "t2"), page([])], { limit: 2 });
    expect(pages).toEqual([["a", "b"], ["c"], []]);
    expect(calls).toEqual([{ limit: 2 }, { limit: 2, continue: "t1" }, { limit: 2, continue: "t2" }]);
  });

  test("asks for what the options say, and for 500 objects at a time", async () => {
    const { signal } = new AbortController();
    const options = { namespace: "default", labels: { a: "b" }, fields: "metadata.name!=x", signal };
    const { calls } = await list([page(["a"], "t"), page([])], { ...options, resourceVersion: "0" });
    expect(calls).toEqual([
      { ...options, resourceVersion: "0", limit: 500 },
      { ...options, limit: 500, continue: "t" },
    ]);
  });

  // F13
  test("whose token has expired goes on with the one that the server gives instead", async () => {
    const answers = [page(["a"], "old"), expired({ continue: "new" }), page(["b"], "newer"), page(["c"])];
    const { pages, calls } = await list(answers, { limit: 1 });
    expect(pages).toEqual([["a"], ["b"], ["c"]]);
    expect(calls.map((call) => call.continue)).toEqual([undefined, "old", "new", "newer"]);
  });

  test.each<[string, ApiError]>([
    ["no token", expired()],
    ["an empty one", expired({ continue: "" })],
    ["the refused one", expired({ continue: "old" })],
  ])("whose token has expired, with %s instead, comes whole without what was there before", async (_what, error) => {
    const answers = [page(["a", "b"], "old"), error, page(["a", "aa", "b", "c"])];
    const { pages, calls } = await list(answers, { limit: 2, namespace: "default", resourceVersion: "0" });
    expect(pages).toEqual([
      ["a", "b"],
      ["aa", "c"],
    ]);
    expect(calls.at(-1)).toEqual({ namespace: "default" });
  });

  test.each<[string, Answer[]]>([
    ["the first page is refused as expired", [expired({ continue: "x" })]],
    ["a later page is refused for another reason", [page(["a"], "t"), refusal(403, "Forbidden")]],
    ["the connection breaks", [page(["a"], "t"), new Error("reset")]],
    ["the whole list is refused, too", [page(["a"], "t"), expired(), refusal(500, "InternalError")]],
  ])("fails when %s", async (_what, answers) => {
    await expect(list(answers)).rejects.toBe(answers.at(-1));
  });

  test("requests no page without a reader", async () => {
    let calls = 0;
    const reader = { list: () => Promise.resolve(page([`n-${(calls += 1)}`], "more")) } as unknown as Client;
    for await (const { metadata } of listAll(reader, Thing)) if (metadata.name === "n-2") break;
    expect(calls).toBe(2);
  });

  test("is of whole objects, or of their metadata", () => {
    const typed = (client: Client) => {
      expectTypeOf(listAll(client, Thing)).toEqualTypeOf<AsyncGenerator<Thing, void, undefined>>();
      const metadata = listAll(client.metadata, Thing);
      expectTypeOf(metadata).toEqualTypeOf<AsyncGenerator<ObjectMetadata<Thing>, void, undefined>>();
    };
    expect(typed).toBeDefined();
  });
});
