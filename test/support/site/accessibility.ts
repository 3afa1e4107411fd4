/** Checks a page with axe. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { waitFor } from "./wait-for.js";

const require = createRequire(import.meta.url);
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const schemes = ["light", "dark"] as const;

/** The category of axe's rules that depend on colors, and its rule for level AAA, which axe does not run by default. */
export const colors = "cat.color";
export const stricter = "color-contrast-enhanced";

/** What axe says about its rules. */
export interface Rules {
  readonly getRules: (tags?: readonly string[]) => readonly { readonly ruleId: string }[];
  readonly utils: { readonly getRule: (name: string) => { readonly impact: string } };
}

/** Returns the rules that depend on colors, and those whose violations are not serious: a violation has the impact of its rule. */
export function omittedRules({ getRules, utils }: Rules): string[] {
  const mild = getRules().filter(({ ruleId }) => !isSerious(utils.getRule(ruleId)));
  return [...new Set([...getRules([colors]), ...mild].map(({ ruleId }) => ruleId))];
}

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly {
    readonly html: string;
    readonly any: Failures;
    readonly all: Failures;
    readonly none: Failures;
  }[];
}

type Failures = readonly { readonly message: string }[];

/**
 * Finds the serious violations of pages that are opened one after the other, in light and dark. Rules that do not depend on colors
 * check every element of a page, once. Those that do check one element of each look in each scheme: what looks the same on many pages has the
 * same contrast.
 */
export class Accessibility {
  readonly #seen = { light: new Set<string>(), dark: new Set<string>() };
  readonly #uncolored = {
    rules: Object.fromEntries(omittedRules(require("axe-core") as Rules).map((name) => [name, { enabled: false }])),
  };

  /** Returns the serious violations of the page in a tab: its name, the color scheme, the rule, and the first element. */
  async violationsOf(tab: Page, page: string): Promise<string[]> {
    await tab.evaluate(axe);
    const uncolored = JSON.stringify(this.#uncolored);
    const found = serious(await run(tab, "document", uncolored)).map((text) => `${page}: ${text}`);
    // To change the scheme takes time: a page begins with that of the page before it.
    const isDark = await tab.evaluate<boolean>('document.documentElement.classList.contains("dark")');
    for (const scheme of isDark ? schemes.toReversed() : schemes) {
      await tab.emulateMedia({ colorScheme: scheme });
      await waitFor(tab, `document.documentElement.classList.contains("dark") === ${scheme === "dark"}`);
      const seen = this.#seen[scheme];
      const looks = await tab.evaluate<string[]>(`(() => {
        const looks = (${firstOfEachLook.toString()})(document, getComputedStyle);
        globalThis.looks = [...looks.values()];
        return [...looks.keys()];
      })()`);
      const fresh = looks.flatMap((look, index) => (seen.has(look) ? [] : [index]));
      for (const look of looks) seen.add(look);
      if (fresh.length === 0) continue;
      const options = `{ runOnly: ["${colors}"], rules: { "${stricter}": { enabled: false } } }`;
      const violations = await run(tab, `{ include: ${JSON.stringify(fresh)}.map((index) => looks[index]) }`, options);
      found.push(...serious(violations).map((text) => `${page}, ${scheme}: ${text}`));
    }
    return found;
  }
}

async function run(tab: Page, context: string, options: string): Promise<readonly Violation[]> {
  return tab.evaluate(
    `axe.run(${context}, { reporter: "no-passes", resultTypes: ["violations"], ...${options} }).then(({ violations }) => violations)`,
  );
}

function isSerious({ impact }: { readonly impact: string | null }): boolean {
  return impact === "serious" || impact === "critical";
}

function serious(violations: readonly Violation[]): string[] {
  return violations.filter(isSerious).map(({ id, nodes }) => {
    const [first] = nodes;
    const failures = first === undefined ? [] : [...first.any, ...first.all, ...first.none];
    return [`${id} (${nodes.length})`, first?.html.slice(0, 200), ...failures.map(({ message }) => message)].join(", ");
  });
}

/** The parts of the browser's DOM that {@link firstOfEachLook} uses. */
interface ElementOf<Element> {
  readonly children: Iterable<Element>;
  readonly childNodes: Iterable<{ readonly nodeType: number; readonly nodeValue: string | null }>;
  readonly tagName: string;
}

/**
 * Returns the first element with text of each look: its colors, its font, whether it is in a text, and the
 * same of the elements around it. The browser runs this function
 * from its source text, so it must not use anything outside of itself.
 */
export function firstOfEachLook<Element extends ElementOf<Element>>(
  document: { readonly body: Element },
  styleOf: (element: Element) => Readonly<Record<string, string>>,
): Map<string, Element> {
  const looks = new Map<string, Element>();
  const visit = (element: Element, around: string): void => {
    const style = styleOf(element);
    if (style["display"] === "none") return;
    const hasText =
      ["INPUT", "SELECT", "TEXTAREA"].includes(element.tagName) ||
      [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim() !== "");
    const own = [
      String(hasText),
      style["display"],
      style["color"],
      style["webkitTextFillColor"],
      style["backgroundColor"],
      style["backgroundImage"],
      style["opacity"],
      style["fontSize"],
      style["fontWeight"],
      style["textDecorationLine"],
      style["textShadow"],
    ].join(" ");
    const look = around.endsWith(`\n${own}`) ? around : `${around}\n${own}`;
    if (hasText && !looks.has(look)) looks.set(look, element);
    for (const child of element.children) visit(child, look);
  };
  visit(document.body, "");
  return looks;
}
