import { describe, expect, test } from "vitest";
import { deadLinks, fileOf } from "../../site/check-links.js";

const site = (pages: Readonly<Record<string, string>>): Map<string, string | undefined> =>
  new Map([
    ["index.html", '<h1 id="tsop">x</h1>'],
    ["how-to/dev.html", '<h2 id="time">x</h2><tr id="@minimum">'],
    ["reference/api/index.html", ""],
    ["assets/app.js", undefined],
    ...Object.entries(pages),
  ]);
const dead = (href: string, base = "/", page = "how-to/page.html"): string[] =>
  deadLinks(site({ [page]: `<p id="own"><a class="x" href="${href}">y</a></p>` }), base).map((link) => link.href);

describe("a link of the built site", () => {
  test.each([
    "/",
    "/how-to/dev",
    "/how-to/dev.html",
    "/how-to/dev#time",
    "/how-to/dev#%40minimum",
    "dev#time",
    "./dev",
    "../reference/api/",
    "#own",
    "#",
    "/assets/app.js",
    "https://example.com/nowhere",
    "//example.com",
    "mailto:a@example.com",
  ])("%s is good", (href) => {
    expect(dead(href)).toEqual([]);
  });

  test.each([
    "/nowhere",
    "/how-to/dev/",
    "/how-to/dev#nowhere",
    "/reference/api",
    "nowhere",
    "../dev",
    "#nowhere",
    "/how-to/dev.md",
    "/assets/other.js",
    "/a&amp;b",
  ])("%s is dead", (href) => {
    expect(dead(href)).toEqual([href.replace("&amp;", "&")]);
  });

  test.each([
    ["/docs/how-to/dev#time", "/docs/", []],
    ["/docs/", "/docs/", []],
    ["dev", "/docs/", []],
    ["/how-to/dev", "/docs/", ["/how-to/dev"]],
    ["/docs/how-to/dev#x", "/docs/", ["/docs/how-to/dev#x"]],
  ])("%s below %s", (href, base, expected) => {
    expect(dead(href, base)).toEqual(expected);
  });
});

test("a dead link is reported once per page, with the page", () => {
  const html = '<a href="/x">1</a><a href="/x">2</a>';
  expect(deadLinks(site({ "a.html": html, "b/index.html": html }), "/")).toEqual([
    { page: "a.html", href: "/x" },
    { page: "b/index.html", href: "/x" },
  ]);
});

test("the address of a folder is its index", () => {
  const files = new Set(["index.html", "a.html", "a/index.html"]);
  expect(["", "a", "a/", "b"].map((target) => fileOf(target, files))).toEqual([
    "index.html",
    "a.html",
    "a/index.html",
    undefined,
  ]);
});
