/** What a user's types have, as far as what is scaffolded depends on it. */
import { type EditedSource, openSource } from "../../refactor/edited-source.js";
import { readComments } from "../../source/comments/comment.js";

/** Whether a status has the conditions that the scaffolded reconciler writes. */
export function hasConditions(file: string, text: string, status: string): boolean {
  const property = open(file, text)?.source.getInterface(status)?.getProperty("conditions");
  return property?.hasQuestionToken() === true && property.getTypeNode()?.getText() === "Condition[]";
}

export interface VersionTypes {
  /** What the file exports under a name: an interface or an alias. */
  readonly exports: (name: string) => boolean;
  /** What the doc comment of the kind says of the version alone, each on one line: columns, scale, selectable fields. */
  readonly versionTags: readonly string[];
}

export function readVersionTypes(file: string, text: string, kind: string): VersionTypes {
  const opened = open(file, text);
  const declared = (name: string) => opened?.source.getInterface(name) ?? opened?.source.getTypeAlias(name);
  return {
    exports: (name) => declared(name)?.isExported() === true,
    versionTags: opened === undefined ? [] : versionTagsOf(opened, kind),
  };
}

/** Nothing is known of a file that cannot be parsed. */
function open(file: string, text: string): EditedSource | undefined {
  const opened = openSource(file, text);
  return opened.kind === "source" ? opened : undefined;
}

const ofVersion =
  /^(?:@(?:printColumn|scale|selectable|subresource|noStatusSubresource)\b|\+kubebuilder:(?:printcolumn|selectablefield|subresource)\b)/;

/** The rest is about the kind, and one version says it for all. */
function versionTagsOf({ source }: EditedSource, kind: string): string[] {
  const declaration = source.getInterface(kind);
  if (declaration === undefined) return [];
  const comments = readComments(source.getFullText(), declaration.getPos(), declaration.getStart());
  // A tag ends where another one, or an empty line, begins.
  const tags: string[] = [];
  let isTag = false;
  for (const { text } of comments.flatMap(({ lines }) => lines)) {
    const line = text.trim();
    const begins = /^[@+]/.test(line);
    if (begins) isTag = ofVersion.test(line);
    if (line === "") isTag = false;
    if (!isTag) continue;
    if (begins) tags.push(line);
    else tags.push(`${tags.pop() ?? ""} ${line}`);
  }
  return tags;
}
