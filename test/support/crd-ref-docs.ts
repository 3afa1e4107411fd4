/** Reads the output of crd-ref-docs (elastic), which documents the same types in Go. */

export interface PeerField {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly default: string;
  /** `Minimum: 1` */
  readonly validation: readonly string[];
}

export interface PeerType {
  readonly group: string;
  readonly name: string;
  readonly description: string;
  readonly validation: readonly string[];
  /** The names of the types that contain it. */
  readonly appearsIn: readonly string[];
  readonly fields: readonly PeerField[];
}

export function readCrdRefDocs(text: string): PeerType[] {
  return text.split(/^## (?=\S+\/v)/m).flatMap((part) => {
    const [group = "", ...sections] = part.split(/^#### /m);
    if (sections.length === 0) return [];
    return sections.map((section) => readType(group.split("\n", 1)[0] ?? "", section));
  });
}

function readType(group: string, section: string): PeerType {
  const [name = "", ...rest] = section.split("\n");
  const body = rest.join("\n");
  const list = (title: string): string[] => {
    const [, items = ""] = new RegExp(String.raw`_${title}:_\n((?:- .*\n?)+)`).exec(body) ?? [];
    return items.split("\n").flatMap((line) => (line.startsWith("- ") ? [line.slice(2)] : []));
  };
  const rows = body.split("\n").filter((line) => line.startsWith("| `"));
  const [head = ""] = body.split(/^_(?:Appears in|Validation):_|^\| Field/m);
  return {
    group,
    name: name.trim(),
    description: plain(head.replace(/^_Underlying type:_.*$/m, "")),
    validation: list("Validation").map(plain),
    appearsIn: list("Appears in").map((item) => /\[(.*?)\]/.exec(item)?.[1] ?? item),
    fields: rows.map(readField),
  };
}

function readField(row: string): PeerField {
  const [first = "", description = "", preset = "", validation = ""] = row
    .slice(1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
  const [, name = "", type = ""] = /^`(.*?)` _(.*)_$/.exec(first) ?? [];
  return {
    name,
    type: plain(type),
    description: plain(description),
    default: plain(preset),
    validation: validation
      .split("<br />")
      .map(plain)
      .filter((each) => each !== ""),
  };
}

/** Returns the text without the signs of Markdown. In code, crd-ref-docs escapes bars and braces. */
export function plain(markdown: string): string {
  return markdown
    .split("`")
    .map((part, index) => (index % 2 === 1 ? part.replaceAll(/\\([{|}])/g, "$1") : plainProse(part)))
    .join("")
    .trim();
}

function plainProse(text: string): string {
  return text
    .replaceAll(/<br ?\/?>/g, " ")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/\\([\\{}|_*[\]])/g, "$1")
    .replaceAll(/\s+/g, " ");
}
