/** Reads the parts of a user's types that scaffolded code depends on. */
import { type EditedSource, openSource } from "../../refactor/edited-source.js";
import { readComments } from "../../source/comments/comment.js";

/** Returns whether a status has the conditions that the scaffolded reconciler writes. */
export function hasConditions(file: string, text: string, status: string): boolean {
  const property = open(file, text)?.source.getInterface(status)?.getProperty("conditions");
  return property?.hasQuestionToken() === true && property.getTypeNode()?.getText() === "Condition[]";
}

export interface VersionTypes {
  /** Whether the file exports an interface or an alias with the name. */
  readonly exports: (name: string) => boolean;
  /** The tags in the doc comment of the kind that belong to the version only, one per line: columns, scale, selectable fields. */
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

/** Opens a file. Returns undefined if it does not parse. */
function open(file: string, text: string): EditedSource | undefined {
  const opened = openSource(file, text);
  return opened.kind === "source" ? opened : undefined;
}

const ofVersion =
  /^(?:@(?:printColumn|scale|selectable|subresource|noStatusSubresource)\b|\+kubebuilder:(?:printcolumn|selectablefield|subresource)\b)/;

/** Returns the tags of the version. The other tags belong to the kind, and one version sets them for all versions. */
function versionTagsOf({ source }: EditedSource, kind: string): string[] {
  const declaration = source.getInterface(kind);
  if (declaration === undefined) return [];
  const comments = readComments(source.getFullText(), declaration.getPos(), declaration.getStart());
  // A tag ends at the next tag or at an empty line.
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
