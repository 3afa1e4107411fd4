/** The navigation bar and the sidebar, from the list of pages. */
import type { DefaultTheme } from "vitepress";
import { type Section, sections, toAddress, toPage } from "./pages.js";

/** Returns the title of a page. */
export type TitleOf = (source: string) => string;

/** The sections of the navigation bar. It has no room for a longer list. */
const menus: readonly { readonly text: string; readonly sections: readonly string[] }[] = [
  { text: "Guide", sections: ["Start", "Tutorial", "Concepts", "How-to guides", "Production"] },
  { text: "Reference", sections: ["Reference"] },
  { text: "More", sections: ["Coming from", "Comparison", "FAQ", "Policies", "Contributing"] },
];

const api: DefaultTheme.NavItemWithLink = { text: "API", link: "/reference/api/" };

/** The sections that the sidebar shows open on each page. */
const openSections: readonly string[] = ["Start", "Tutorial"];

export function navigationBar(): DefaultTheme.NavItem[] {
  const [guide, reference, more] = menus.map(toMenu);
  return [guide, reference, api, more, { component: "VersionSwitch" }].filter((item) => item !== undefined);
}

function toMenu({ text, sections: titles }: (typeof menus)[number]): DefaultTheme.NavItem | undefined {
  const items = sections
    .filter(({ title }) => titles.includes(title))
    .map((section) => ({ text: section.title, link: firstAddress(section) }));
  const [only, ...others] = items;
  if (only === undefined) return undefined;
  return others.length === 0 ? { text, link: only.link } : { text, items };
}

/**
 * Returns the sidebar of all pages except those of the API. The title of a section leads to its first page. Without a link, the
 * default theme would nest a button in a button.
 */
export function sidebar(titleOf: TitleOf): DefaultTheme.SidebarItem[] {
  return sections.map((section) => ({
    text: section.title,
    link: firstAddress(section),
    collapsed: !openSections.includes(section.title),
    items: [
      ...section.pages
        .filter((source) => !isIndex(source))
        .map((source) => ({ text: titleOf(source), link: addressOf(source) })),
      ...(section.title === "Reference" ? [api] : []),
    ],
  }));
}

/**
 * Returns the sidebars of the API from that of TypeDoc, by folder: each lists the exports of one module, and the other modules. A group of
 * exports gets a link, and Kubernetes' modules are one group. A list of all exports would be nine tenths of a page.
 */
export function apiSidebars(items: readonly DefaultTheme.SidebarItem[]): DefaultTheme.SidebarMulti {
  const [kubernetes = [], own = []] = [true, false].map((wanted) =>
    items.filter(({ text = "" }) => text.startsWith("tsop/k8s/") === wanted).map((item) => linkGroups(item, item.link)),
  );
  const modules = [
    ...own.map((item) => ({ folder: item.link ?? "", item })),
    {
      folder: `${api.link}tsop/k8s/`,
      item: {
        text: "tsop/k8s",
        link: kubernetes[0]?.link ?? "",
        collapsed: true,
        items: kubernetes.map((item) => ({ ...item, text: item.text?.replace("tsop/k8s/", "") ?? "" })),
      },
    },
  ];
  const sidebarOf = (opened: string): DefaultTheme.SidebarItem[] => [
    { text: "Reference", link: "/reference/" },
    { text: "API", link: api.link },
    ...modules.map(({ folder, item }) => (folder === opened ? item : { text: item.text ?? "", link: item.link ?? "" })),
  ];
  return Object.fromEntries(
    [api.link, ...modules.map(({ folder }) => folder)].map((folder) => [folder, sidebarOf(folder)]),
  );
}

/** Gives a group without a link, such as "Functions", that of its heading in the page of the module. */
function linkGroups(item: DefaultTheme.SidebarItem, module = ""): DefaultTheme.SidebarItem {
  const { text = "", items, ...rest } = item;
  const link = item.link ?? `${module}#${text.toLowerCase().replaceAll(" ", "-")}`;
  return {
    ...rest,
    text,
    link,
    ...(items === undefined ? {} : { items: items.map((each) => linkGroups(each, module)) }),
  };
}

/** Returns the titles of sections that no menu shows. */
export function sectionsWithoutMenu(): string[] {
  const shown = menus.flatMap((menu) => menu.sections);
  return sections.map(({ title }) => title).filter((title) => !shown.includes(title));
}

function isIndex(source: string): boolean {
  return source.endsWith("/index.md");
}

function firstAddress({ title, pages: [first] }: Section): string {
  if (first === undefined) throw new Error(`the section ${title} has no pages`);
  return addressOf(first);
}

/** @throws Error for a file that is no page */
export function addressOf(source: string): string {
  const page = toPage(source);
  if (page === undefined) throw new Error(`${source} is no page of the site: see site/pages.ts`);
  return toAddress(page);
}
