import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { documentationPages } from "../support/documentation-pages.js";
import { addressOf, apiSidebars, navigationBar, sectionsWithoutMenu, sidebar } from "../../site/navigation.js";
import { home, sections, toAddress, toPage } from "../../site/pages.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const listed = sections.flatMap(({ pages }) => pages);
const files = documentationPages().map((name) => `docs/${name}`);

describe("the list of pages in site/pages.ts", () => {
  test("contains every page of docs/", () => {
    expect(files.filter((file) => file !== home && !listed.includes(file))).toEqual([]);
  });

  test("contains no page that does not exist, and none twice", () => {
    expect([home, ...listed].filter((file) => !existsSync(`${root}${file}`))).toEqual([]);
    expect(new Set(listed).size).toBe(listed.length);
  });

  test("has each section once", () => {
    const titles = sections.map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
  });

  test("gives each page its own address", () => {
    const addresses = [home, ...listed].map(addressOf);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  test("has a menu for each section", () => {
    expect(sectionsWithoutMenu()).toEqual([]);
    expect(navigationBar().length).toBeGreaterThan(3);
  });
});

test("the sidebar has the titles of the pages", () => {
  const items = sidebar((source) => /^# (.+)$/m.exec(readFileSync(`${root}${source}`, "utf8"))?.[1] ?? "").flatMap(
    (group) => group.items ?? [],
  );
  expect(items).toContainEqual({ text: "Tags", link: "/reference/tags" });
  expect(items.filter(({ text }) => text === "")).toEqual([]);
});

test("the names of pages are unique", () => {
  const names = files.map((file) => file.replace(/^.*\//, "")).filter((name) => name !== "index.md");
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test.each([
  ["docs/index.md", "index.md", "/"],
  ["docs/how-to/dev.md", "how-to/dev.md", "/how-to/dev"],
  ["docs/comparison/index.md", "comparison/index.md", "/comparison/"],
  ["site/generated/reference/api/index.md", "reference/api/index.md", "/reference/api/"],
  ["CHANGELOG.md", "policies/changelog.md", "/policies/changelog"],
])("%s is the page %s at %s", (source, page, address) => {
  expect(toPage(source)).toBe(page);
  expect(toAddress(page)).toBe(address);
});

test.each(["README.md", "docs/picture.svg", "src/k8s/README.md", "docs", "other/docs/x.md"])(
  "%s is no page",
  (source) => {
    expect(toPage(source)).toBeUndefined();
    expect(() => addressOf(source)).toThrow("site/pages.ts");
  },
);

describe("the sidebars of the API", () => {
  const sidebars = apiSidebars([
    {
      text: "tsop",
      link: "/reference/api/tsop/",
      collapsed: true,
      items: [
        {
          text: "Type Aliases",
          collapsed: true,
          items: [{ text: "Time", link: "/reference/api/tsop/type-aliases/Time.md" }],
        },
      ],
    },
    { text: "tsop/testing", link: "/reference/api/tsop/testing/", collapsed: true, items: [] },
    { text: "tsop/k8s/batch/v1", link: "/reference/api/tsop/k8s/batch/v1/" },
  ]);
  const links: readonly object[] = [
    { text: "Reference", link: "/reference/" },
    { text: "API", link: "/reference/api/" },
    { text: "tsop", link: "/reference/api/tsop/" },
    { text: "tsop/testing", link: "/reference/api/tsop/testing/" },
    { text: "tsop/k8s", link: "/reference/api/tsop/k8s/batch/v1/" },
  ];

  test("list the modules", () => {
    expect(sidebars["/reference/api/"]).toEqual(links);
  });

  test("list the exports of a module on its pages, and give each group the link of its heading", () => {
    expect(sidebars["/reference/api/tsop/"]).toEqual(
      links.with(2, {
        text: "tsop",
        link: "/reference/api/tsop/",
        collapsed: true,
        items: [
          {
            text: "Type Aliases",
            link: "/reference/api/tsop/#type-aliases",
            collapsed: true,
            items: [{ text: "Time", link: "/reference/api/tsop/type-aliases/Time.md" }],
          },
        ],
      }),
    );
  });

  test("have one group for Kubernetes' modules", () => {
    expect(sidebars["/reference/api/tsop/k8s/"]).toEqual(
      links.with(4, {
        text: "tsop/k8s",
        link: "/reference/api/tsop/k8s/batch/v1/",
        collapsed: true,
        items: [{ text: "batch/v1", link: "/reference/api/tsop/k8s/batch/v1/" }],
      }),
    );
  });
});
