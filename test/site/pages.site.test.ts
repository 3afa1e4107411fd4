/** Every page of the built site, in a real browser. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deadLinks, readSite } from "../../site/check-links.js";
import { inTabs, open, reason, siteFolder, startBrowser } from "../support/site/browser.js";
import { serveFolder, type StaticServer } from "../support/site/static-server.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const widths = [360, 768, 1440];
const tabCount = 3;

/** The pages of the API look alike: of these, a few are enough for the slow checks. */
const sampledApi = 12;

describe.skipIf(reason !== "")(`the built site${reason}`, () => {
  let server: StaticServer;
  let browser: Browser;
  const problems = { console: [] as string[], requests: [] as string[], hosts: [] as string[] };
  const overflows: string[] = [];
  const violations: string[] = [];
  let pages: string[] = [];

  beforeAll(async () => {
    server = await serveFolder(siteFolder);
    browser = await startBrowser();
    pages = [...readSite(siteFolder).keys()].filter((file) => file.endsWith(".html") && file !== "404.html");
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const tabs = await Promise.all(Array.from({ length: tabCount }, () => context.newPage()));
    for (const tab of tabs) listen(tab);
    const api = pages.filter((page) => page.startsWith("reference/api/"));
    const sample = new Set(api.filter((_, index) => index % Math.ceil(api.length / sampledApi) === 0));
    await inTabs(tabs, pages, async (tab, page) => {
      await open(tab, `${server.origin}/${addressOf(page)}`);
      if (api.includes(page) && !sample.has(page)) return;
      violations.push(...(await violationsOf(tab, page)));
      for (const width of widths) {
        await tab.setViewportSize({ width, height: 900 });
        const excess = await tab.evaluate<number>(
          "document.documentElement.scrollWidth - document.documentElement.clientWidth",
        );
        if (excess > 0) overflows.push(`${page} at ${width}: ${excess} px, ${await widest(tab)}`);
      }
    });
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

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

async function violationsOf(tab: Page, page: string): Promise<string[]> {
  const found: string[] = [];
  await tab.setViewportSize({ width: 1440, height: 900 });
  await tab.evaluate(axe);
  for (const scheme of ["light", "dark"] as const) {
    await tab.emulateMedia({ colorScheme: scheme });
    await tab.waitForFunction(`document.documentElement.classList.contains("dark") === ${scheme === "dark"}`);
    const { violations } = await tab.evaluate<{ violations: Violation[] }>("axe.run({ resultTypes: ['violations'] })");
    for (const { id, impact, nodes } of violations) {
      if (impact !== "serious" && impact !== "critical") continue;
      const [first] = nodes;
      found.push(
        `${page}, ${scheme}: ${id} (${nodes.length}), ${first?.html.slice(0, 200) ?? ""} ${first?.failureSummary ?? ""}`,
      );
    }
  }
  return found;
}

/** Returns the element that reaches furthest to the right. */
function widest(tab: Page): Promise<string> {
  return tab.evaluate<string>(`(() => {
    const right = (element) => element.getBoundingClientRect().right;
    const [first] = [...document.querySelectorAll("body *")].sort((a, b) => right(b) - right(a));
    return first.outerHTML.slice(0, 120);
  })()`);
}
