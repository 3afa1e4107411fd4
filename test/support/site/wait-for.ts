import type { Page } from "playwright-core";

/** Waits for a condition, for 30 seconds. Playwright's own function first loads a large script into each page. */
export async function waitFor(page: Page, condition: string): Promise<void> {
  await page.evaluate(`new Promise((resolve, reject) => {
    const end = Date.now() + 30_000;
    const look = () => {
      if (${condition}) resolve();
      else if (Date.now() > end) reject(new Error(location.href + ": not within 30 s: " + ${JSON.stringify(condition)}));
      else requestAnimationFrame(look);
    };
    look();
  })`);
}
