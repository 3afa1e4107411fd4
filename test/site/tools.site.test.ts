/** What a reader does on the built site: searches, copies code, switches the colors and the version. */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { open, reason, siteFolder, startBrowser } from "../support/site/browser.js";
import { serveFolder, type StaticServer } from "../support/site/static-server.js";

describe.skipIf(reason !== "")(`a reader of the built site${reason}`, () => {
  let server: StaticServer;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    server = await serveFolder(siteFolder);
    browser = await startBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await server.stop();
  });

  beforeEach(async () => {
    context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.origin });
    page = await context.newPage();
  });

  afterEach(() => context.close());

  async function search(text: string): Promise<string[]> {
    await open(page, `${server.origin}/`);
    await page.locator("#local-search button").first().click();
    await page.locator("#localsearch-input").fill(text);
    await page.locator(".VPLocalSearchBox .result, .VPLocalSearchBox .no-results").first().waitFor();
    return page.evaluate<string[]>(
      "[...document.querySelectorAll('.VPLocalSearchBox a.result')].map((link) => link.getAttribute('href'))",
    );
  }

  test.each([
    ["@minimum", "/reference/tags"],
    ["cluster/forbidden", "/reference/errors"],
    ["requeueAfter", "/reference/"],
    ["--dry-run", "/reference/cli"],
    ["createManager", "/reference/api/tsop/functions/createManager"],
    ["PodDisruptionBudget", "/reference/api/tsop/k8s/policy/v1"],
  ])("finds %s", async (text, expected) => {
    const found = await search(text);
    expect(
      found.some((address) => address.startsWith(expected)),
      found.join(" "),
    ).toBe(true);
    // The first result has the text.
    await page.locator(".VPLocalSearchBox a.result").first().click();
    await page.waitForURL((url) => url.pathname !== "/");
    await page.locator("main").getByText(text).first().waitFor();
  });

  test("finds nothing for a word that no page has", async () => {
    expect(await search("xyzzyquux")).toEqual([]);
  });

  test("copies the code of a block", async () => {
    await open(page, `${server.origin}/how-to/testing`);
    const block = page.locator("div.language-ts").first();
    const code = await block.locator("code").innerText();
    await block.hover();
    await block.locator("button.copy").click();
    await page.locator("button.copy.copied").first().waitFor();
    const copied = await page.evaluate<string>("navigator.clipboard.readText()");
    expect(copied.length).toBeGreaterThan(50);
    expect(copied.trim()).toBe(code.trim());
  });

  test("switches to dark, and the choice stays", async () => {
    await open(page, `${server.origin}/`);
    const isDark = (): Promise<boolean> => page.evaluate("document.documentElement.classList.contains('dark')");
    expect(await isDark()).toBe(false);
    await page.locator(".VPNavBarAppearance button").click();
    await page.waitForFunction("document.documentElement.classList.contains('dark')");
    await open(page, `${server.origin}/how-to/dev`);
    expect(await isDark()).toBe(true);
  });

  test("sees the version, and the others that the site has", async () => {
    await open(page, `${server.origin}/`);
    const shown = page.locator(".VPNavBar select.version-switch");
    const [own = ""] = await shown.locator("option").allInnerTexts();
    expect(own).toMatch(/^v\d+\.\d+$/);
    await page.route("**/versions.json", (route) => route.fulfill({ json: ["9.9", own.slice(1)] }));
    await page.reload();
    await page.waitForFunction("document.querySelectorAll('.VPNavBar select.version-switch option').length === 2");
    expect(await shown.inputValue()).toBe(own.slice(1));
    await shown.selectOption("9.9");
    await page.waitForURL(`${server.origin}/`);
  });

  test("gets to the explanation of a name by its link", async () => {
    await open(page, `${server.origin}/how-to/deploy`);
    await page.locator('main a[href^="/reference/cli#tsop-deploy"]').first().click();
    await page.waitForURL(`${server.origin}/reference/cli#tsop-deploy`);
    await page.locator("h2#tsop-deploy").waitFor();
  });
});
