import { isMap, isScalar, isSeq } from "yaml";
import { TsopError } from "../core/errors.js";
import { parseYamlDocuments } from "../core/yaml.js";

/**
 * A kustomization with a resource at the end of its list, comments and all else kept. One that is listed already, or that
 * stands in a comment of its own because somebody turned it off, is left as it is.
 *
 * @throws TsopError `yaml/invalid` when the text is no kustomization
 */
export function withKustomizeResource(text: string, file: string, resource: string): string {
  const [document, ...others] = parseYamlDocuments(text, file);
  if (document === undefined || others.length > 0 || !isMap(document.contents)) throw unexpected(file, resource);
  const resources = document.get("resources");
  if (resources === undefined || resources === null || (isScalar(resources) && resources.value === null)) {
    document.set("resources", document.createNode([resource]));
  } else if (!isSeq(resources)) {
    throw unexpected(file, resource);
  } else {
    const listed = resources.items.map((item) => (isScalar(item) ? String(item.value) : ""));
    if (listed.some((item) => normalize(item) === normalize(resource))) return text;
    resources.add(document.createNode(resource));
  }
  return document.toString({ indentSeq: /^[ ]+- /m.test(text), lineWidth: 0 });
}

function normalize(resource: string): string {
  return resource.replace(/^\.\//, "").replace(/\/$/, "");
}

function unexpected(file: string, resource: string): TsopError {
  return new TsopError("yaml/invalid", `${file} is not a kustomization with a list of resources`, {
    at: { file },
    hint: `Give it a list "resources", and put this into it:\n- ${resource}`,
  });
}
