/** Reads the changes of a version from a changelog in the form of keepachangelog.com. */

export const changeKinds = ["added", "changed", "deprecated", "removed", "fixed", "security"] as const;

export interface ChangeEntry {
  /** Undefined under another heading, or under none. */
  readonly kind: (typeof changeKinds)[number] | undefined;
  readonly description: string;
  readonly links: readonly { readonly name: string; readonly url: string }[];
}

/** Returns the items in the section of the version, or of the unreleased changes if the version has none. */
export function readChanges(changelog: string, version: string): ChangeEntry[] {
  const sections = sectionsOf(changelog.replace(/^\uFEFF/, "").split(/\r?\n/));
  const ofVersion = sections.find(({ title }) => title.split(/[\s[\]()]+/).some((word) => isVersion(word, version)));
  const section = ofVersion ?? sections.find(({ title }) => title.toLowerCase().includes("unreleased"));
  return section === undefined ? [] : itemsOf(section.lines);
}

interface Section {
  readonly title: string;
  readonly lines: string[];
}

function isVersion(word: string, version: string): boolean {
  return word === version || word === `v${version}`;
}

/** Splits the lines at the headings of the second level. Omits code blocks, whose lines are no text. */
function sectionsOf(lines: readonly string[]): Section[] {
  const sections: Section[] = [];
  let isCode = false;
  for (const line of lines) {
    if (line.trimStart().startsWith("```")) {
      isCode = !isCode;
      continue;
    }
    if (isCode) continue;
    if (line.startsWith("## ")) sections.push({ title: line.slice(3).trim(), lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections;
}

function itemsOf(lines: readonly string[]): ChangeEntry[] {
  const found: { kind: ChangeEntry["kind"]; parts: string[] }[] = [];
  let kind: ChangeEntry["kind"];
  let isOpen = false;
  for (const line of lines) {
    const text = line.trim();
    if (line.startsWith("#")) {
      const heading = text.replace(/^#+/, "").trim().toLowerCase();
      kind = changeKinds.find((each) => each === heading);
      isOpen = false;
    } else if (/^[-*+] /.test(line)) {
      found.push({ kind, parts: [text.slice(2).trim()] });
      isOpen = true;
    } else if (text === "") isOpen = false;
    else if (isOpen || line.startsWith("  ")) found.at(-1)?.parts.push(text.replace(/^[-*+] /, ""));
  }
  return found.flatMap(({ kind: ofItem, parts }) => {
    const { description, links } = withoutLinks(parts.join(" "));
    return description === "" ? [] : [{ kind: ofItem, description, links }];
  });
}

/** Replaces `[text](https://…)` with its text. Relative links have no meaning outside the repository. */
function withoutLinks(text: string): Omit<ChangeEntry, "kind"> {
  const links: { name: string; url: string }[] = [];
  const description = text.replace(/\[([^[\]]{1,200})\]\(([^()\s]{1,500})\)/g, (_, name: string, url: string) => {
    if (/^https?:\/\//.test(url)) links.push({ name, url });
    return name;
  });
  return { description: description.trim(), links };
}
