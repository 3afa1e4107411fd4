/** The browser for tests of the built site. */
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { waitFor } from "./wait-for.js";

export const siteFolder = fileURLToPath(new URL("../../../dist-docs/", import.meta.url));

/** The first one has no windows, and needs a quarter less processor time. */
const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

const program = (process.env["PATH"] ?? "")
  .split(path.delimiter)
  .flatMap((folder) => names.map((name) => path.join(folder, name)))
  .find((file) => existsSync(file));

/** The reason why the site cannot be tested here, for the name of the tests; empty if it can. */
export const reason =
  program === undefined
    ? " (skipped: there is no chromium in the PATH)"
    : existsSync(path.join(siteFolder, "index.html"))
      ? ""
      : " (skipped: `npm run docs` has not built the site)";

export function startBrowser(): Promise<Browser> {
  if (program === undefined) throw new Error("there is no chromium in the PATH");
  return chromium.launch({
    executablePath: program,
    args: [
      // Chromium's sandbox does not work for root, and the site is our own.
      "--no-sandbox",
      "--disable-dev-shm-usage",
      // The scripts of a page do not run long enough to be worth optimizing.
      "--js-flags=--no-maglev --no-opt --single-threaded-gc",
    ],
  });
}

/**
 * Returns a context for pages that are opened one after the other: nothing moves, and no page loads others in advance. VitePress
 * does not do so for a reader who saves data.
 */
export async function newContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  await context.addInitScript('Object.defineProperty(navigator, "connection", { value: { saveData: true } })');
  return context;
}

/** Opens a page of the site and waits until its program has started. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: "load" });
  await waitFor(page, "document.querySelector('#app')?.__vue_app__ !== undefined");
}
