/** Converts Roles to ClusterRoles, and the reverse. Does not change their rules. */
import { type Document, isMap } from "yaml";
import { parseYamlDocuments } from "../../core/yaml.js";
import { addEntry, replaceWord, takeEntry } from "../../core/yaml-splice.js";
import type { Placement } from "../placement.js";

const kinds = { ClusterRole: "Role", ClusterRoleBinding: "RoleBinding" } as const;

/** Changes the scope of the role or the binding in a file. Ignores a missing file. */
export function planRoleScope(placement: Placement, file: string, isNamespaced: boolean): void {
  const text = placement.tree.read(file);
  if (text === undefined) return;
  const changed = withScope(text, file, isNamespaced);
  if (changed !== undefined) {
    placement.change(file, changed);
    return;
  }
  const words = Object.entries(kinds).map((pair) => (isNamespaced ? pair : pair.toReversed()).join(" → "));
  placement.refuse("modes/changed-by-hand", "this file no longer contains the scaffolded role or binding", {
    file,
    hint:
      `Change it by hand, then repeat the command: ${words.join(", ")} (in roleRef too), ` +
      (isNamespaced ? 'with "namespace: system" in its metadata.' : "without a namespace in its metadata."),
  });
}

/** Returns undefined if the file contains something else. */
function withScope(text: string, file: string, isNamespaced: boolean): string | undefined {
  let changed: string | undefined = text;
  for (const step of [setKind(["kind"]), setKind(["roleRef", "kind"]), setNamespace]) {
    const [document, ...others] = parseYamlDocuments(changed, file);
    if (document === undefined || others.length > 0) return undefined;
    changed = step(changed, document, isNamespaced);
    if (changed === undefined) return undefined;
  }
  return changed;
}

type Step = (text: string, document: Document.Parsed, isNamespaced: boolean) => string | undefined;

function setKind(path: readonly string[]): Step {
  return (text, document, isNamespaced) => {
    const present = document.getIn(path);
    if (present === undefined && path.length > 1) return text; // a role
    const pair = Object.entries(kinds).find((each) => each.some((kind) => kind === present));
    const wanted = pair?.[isNamespaced ? 1 : 0];
    return wanted === undefined || wanted === present
      ? wanted && text
      : replaceWord(text, document.getIn(path, true), wanted);
  };
}

const setNamespace: Step = (text, document, isNamespaced) => {
  const metadata = document.get("metadata");
  if (!isMap(metadata)) return undefined;
  if (!isNamespaced) return takeEntry(text, metadata, "namespace");
  return metadata.has("namespace") ? text : addEntry(text, metadata, "namespace", "system");
};
