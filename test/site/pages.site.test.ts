/** Every page of the built site, in a real browser. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deadLinks, readSite } from "../../site/check-links.js";
import { Accessibility } from "../support/site/accessibility.js";
import { inTabs, newContext, open, reason, siteFolder, startBrowser } from "../support/site/browser.js";
import { serveFolder, type StaticServer } from "../support/site/static-server.js";

const widths = [360, 768, 1440];
const height = 900;
const tabCount = 3;

/** The pages of the API look alike: of these, a few are enough for the slow checks. */
const sampledApi = 12;

describe.skipIf(reason !== "")(`the built site${reason}`, () => {
  let server: StaticServer;
  let browser: Browser;
  const problems = { console: [] as string[], requests: [] as string[], hosts: [] as string[] };
  const overflows: string[] = [];
  const violations: string[] = [];
  const unreachable: string[] = [];
  let pages: string[] = [];

  beforeAll(async () => {
    server = await serveFolder(siteFolder);
    browser = await startBrowser();
    pages = [...readSite(siteFolder).keys()].filter((file) => file.endsWith(".html") && file !== "404.html");
    const context = await newContext(browser, { viewport: { width: 360, height } });
    const tabs = await Promise.all(Array.from({ length: tabCount }, () => context.newPage()));
    for (const tab of tabs) listen(tab);
    const api = pages.filter((page) => page.startsWith("reference/api/"));
    const alike = api.filter((_, index) => index % Math.ceil(api.length / sampledApi) !== 0);
    await inTabs(tabs, alike, (tab, page) => open(tab, `${server.origin}/${addressOf(page)}`));
    const accessibility = new Accessibility();
    const others = pages.filter((page) => !alike.includes(page));
    await inTabs(tabs, others, async (tab, page) => {
      await open(tab, `${server.origin}/${addressOf(page)}`);
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
    });
    const [tab] = tabs;
    if (tab !== undefined) unreachable.push(...(await unreachablePages(tab, pages)));
  }, 600_000);

  afterAll(async () => {
    await browser.close();
    await server.stop();
  });

  /** Collects what goes wrong in a tab. */
  function listen(tab: Page): void {
    const here = (text: string): string => `${tab.url()}: ${text}`;
    tab.on("console", (message) => message.type() === "error" && problems.console.push(here(message.text())));
    tab.on("pageerror", (error) => problems.console.push(here(error.message)));
    tab.on("request", (request) => {
      if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(`${server.origin}/`)) {
        problems.hosts.push(here(request.url()));
      }
    });
    tab.on("requestfailed", (request) => {
      // A tab that moves on ends what it was still loading in advance.
      const error = request.failure()?.errorText ?? "";
      if (error !== "net::ERR_ABORTED") problems.requests.push(here(`${request.url()} ${error}`));
    });
    tab.on("response", (response) => {
      if (response.status() >= 400) problems.requests.push(here(`${response.url()} ${response.status()}`));
    });
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
    expect(problems.console).toEqual([]);
  });

  test("sends no request that fails", () => {
    expect(problems.requests).toEqual([]);
  });

  test("sends no request to another host", () => {
    expect(problems.hosts).toEqual([]);
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
