/** Every page of the built site, in a real browser. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deadLinks, readSite } from "../../site/check-links.js";
import { Accessibility } from "../support/site/accessibility.js";
import { newContext, reason, siteFolder, startBrowser } from "../support/site/browser.js";
import { serveFolder, type StaticServer } from "../support/site/static-server.js";
import { type Problems, Visits } from "../support/site/visits.js";

const widths = [360, 768, 1440];
const height = 900;
const tabCount = 3;

/** The pages of the API look alike: of these, a few are enough for the slow checks. */
const sampledApi = 12;

describe.skipIf(reason !== "")(`the built site${reason}`, () => {
  let server: StaticServer;
  let browser: Browser;
  const problems: Problems[] = [];
  const overflows: string[] = [];
  const violations: string[] = [];
  let unreachable: string[] = [];
  const accessibility = new Accessibility();
  let pages: string[] = [];

  beforeAll(async () => {
    server = await serveFolder(siteFolder);
    browser = await startBrowser();
    pages = [...readSite(siteFolder).keys()].filter((file) => file.endsWith(".html") && file !== "404.html");
    const context = await newContext(browser, { viewport: { width: 360, height } });
    const tabs = await Promise.all(Array.from({ length: tabCount }, () => context.newPage()));
    const api = pages.filter((page) => page.startsWith("reference/api/"));
    const alike = new Set(api.filter((_, index) => index % Math.ceil(api.length / sampledApi) !== 0));
    const rest = [...alike, ...pages.filter((page) => !alike.has(page))];
    await Promise.all(
      tabs.map(async (tab, index) => {
        const visits = new Visits(tab, server.origin);
        for (let page = rest.shift(); page !== undefined; page = rest.shift()) {
          await visits.visit(addressOf(page));
          if (!alike.has(page)) await look(tab, page);
        }
        if (index === 0) {
          await visits.visit("", async () => {
            unreachable = await unreachablePages(tab, pages);
          });
        }
        problems.push(...visits.problems);
      }),
    );
  }, 1_200_000);

  afterAll(async () => {
    await browser.close();
    await server.stop();
  });

  /** Looks for elements that are too wide, and for violations of accessibility, in the page of a tab. */
  async function look(tab: Page, page: string): Promise<void> {
    // To change the width takes time: a page begins with that of the page before it.
    const isWide = tab.viewportSize()?.width === widths.at(-1);
    for (const width of isWide ? widths.toReversed() : widths) {
      await tab.setViewportSize({ width, height });
      const excess = await tab.evaluate<number>(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth",
      );
      if (excess > 0) overflows.push(`${page} at ${width}: ${excess} px, ${await widest(tab)}`);
      if (width === widths.at(-1)) violations.push(...(await accessibility.violationsOf(tab, page)));
    }
  }

  test("has pages of each kind", () => {
    expect(pages.length).toBeGreaterThan(100);
    expect(pages).toEqual(
      expect.arrayContaining([
        "index.html",
        "how-to/dev.html",
        "reference/cli.html",
        "reference/api/tsop/functions/createManager.html",
        "reference/api/tsop/apiserver/functions/createExtensionServer.html",
      ]),
    );
  });

  test("has no dead links, also to headings", () => {
    expect(deadLinks(readSite(siteFolder), "/")).toEqual([]);
  });

  test("logs no errors", () => {
    expect(problems.flatMap(({ console }) => console)).toEqual([]);
  });

  test("sends no request that fails", () => {
    expect(problems.flatMap(({ requests }) => requests)).toEqual([]);
  });

  test("sends no request to another host", () => {
    expect(problems.flatMap(({ hosts }) => hosts)).toEqual([]);
  });

  test("loads each page for a click on a link to it", () => {
    expect(unreachable).toEqual([]);
  });

  test("fits into 360, 768 and 1440 pixels", () => {
    expect(overflows).toEqual([]);
  });

  test("has no serious violation of accessibility, in light and dark", () => {
    expect(violations).toEqual([]);
  });
});

/** Returns the address of a file: `how-to/dev.html` → `how-to/dev`. */
function addressOf(page: string): string {
  return page.replace(/(?:(^|\/)index)?\.html$/, "$1");
}

/** Imports the script that a click on a link to a page loads. Returns the pages for which this fails, and why. */
async function unreachablePages(tab: Page, pages: readonly string[]): Promise<string[]> {
  const names = pages.map((page) => page.replace(/html$/, "md").replaceAll("/", "_"));
  const problems = await tab.evaluate<(string | null)[]>(`Promise.all(${JSON.stringify(names)}.map((name) =>
    import("/assets/" + name + "." + __VP_HASH_MAP__[name.toLowerCase()] + ".js").then(() => null, String)))`);
  return pages.flatMap((page, index) => (problems[index] == null ? [] : [`${page}: ${problems[index]}`]));
}

/** Returns the element that reaches furthest to the right. */
function widest(tab: Page): Promise<string> {
  return tab.evaluate<string>(`(() => {
    const right = (element) => element.getBoundingClientRect().right;
    const [first] = [...document.querySelectorAll("body *")].sort((a, b) => right(b) - right(a));
    return first.outerHTML.slice(0, 120);
  })()`);
}
