/** Visits pages in a tab, and collects what goes wrong in it. */
import type { Page } from "playwright-core";
import { open } from "./browser.js";

export interface Problems {
  readonly console: readonly string[];
  readonly requests: readonly string[];
  readonly hosts: readonly string[];
}

/** Chromium ends all requests with this error when a network interface comes or goes, such as that of a container. */
const networkChanged = "net::ERR_NETWORK_CHANGED";

const maxTries = 10;

/** Visits pages of a server in a tab. */
export class Visits {
  /** What went wrong, for each page. */
  readonly problems: Problems[] = [];
  readonly #tab: Page;
  readonly #origin: string;
  /** What went wrong since the tab began to open its page. */
  #current = noProblems();
  #hasNetworkChanged = false;

  constructor(tab: Page, origin: string) {
    this.#tab = tab;
    this.#origin = origin;
    const here = (text: string): string => `${tab.url()}: ${text}`;
    tab.on("console", (message) => message.type() === "error" && this.#current.console.push(here(message.text())));
    tab.on("pageerror", (error) => this.#current.console.push(here(error.message)));
    tab.on("request", (request) => {
      if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(`${origin}/`)) {
        this.#current.hosts.push(here(request.url()));
      }
    });
    tab.on("requestfailed", (request) => {
      const error = request.failure()?.errorText ?? "";
      if (error === networkChanged) this.#hasNetworkChanged = true;
      // A tab that moves on ends what it was still loading in advance.
      if (error !== "net::ERR_ABORTED") this.#current.requests.push(here(`${request.url()} ${error}`));
    });
    tab.on("response", (response) => {
      if (response.status() >= 400) this.#current.requests.push(here(`${response.url()} ${response.status()}`));
    });
  }

  /** Opens a page, and calls a function if there is one. Does both again if the machine's network changes meanwhile. */
  async visit(address: string, call?: () => Promise<void>): Promise<void> {
    for (let tries = 1; ; tries++) {
      this.#current = noProblems();
      this.#hasNetworkChanged = false;
      const mayTryAgain = (): boolean => this.#hasNetworkChanged && tries < maxTries;
      try {
        await open(this.#tab, `${this.#origin}/${address}`);
        await call?.();
        if (mayTryAgain()) continue;
        this.problems.push(this.#current);
        return;
      } catch (error) {
        if (!mayTryAgain()) throw error;
        // Chromium shows its page of errors soon, which would end the next try.
        if (String(error).includes(networkChanged)) await this.#tab.waitForURL("chrome-error://chromewebdata/");
      }
    }
  }
}

function noProblems(): { [kind in keyof Problems]: string[] } {
  return { console: [], requests: [], hosts: [] };
}
