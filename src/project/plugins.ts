/** The plugins in PROJECT: a map from the key of each plugin to its configuration. */
import { isMap, isNode, isScalar } from "yaml";
import { TsopError } from "../core/errors.js";
import { isSameJson, type JsonValue } from "../core/json.js";
import { insertSorted, printDocument } from "./edit.js";
import { extensionKey, parseProjectDocument } from "./parse.js";
import { projectFileName } from "./project.js";

const key = "plugins";

/**
 * Returns the configurations by plugin key, in the order of the file, without tsop's own record of the extension API server.
 *
 * @throws TsopError `project/invalid`
 */
export function readPlugins(text: string): ReadonlyMap<string, JsonValue> {
  return new Map([...readAll(text)].filter(([name]) => name !== extensionKey));
}

function readAll(text: string): ReadonlyMap<string, JsonValue> {
  const document = parseProjectDocument(text);
  const node = document.get(key, true);
  if (node === undefined || (isScalar(node) && node.value === null)) return new Map();
  if (!isMap(node)) {
    throw new TsopError("project/invalid", `${key} must be a map from the keys of plugins to their configurations`, {
      at: { file: projectFileName },
      hint: "Correct it, or restore the file from version control.",
    });
  }
  return new Map(
    node.items.map(({ key: name, value }) => [
      isScalar(name) ? String(name.value) : String(name),
      // YAML's core schema produces only JSON values.
      (isNode(value) ? (value.toJS(document) as JsonValue) : null) ?? {},
    ]),
  );
}

/** Sets the configuration of a plugin, or removes the plugin if it is undefined. Everything else remains. */
export function withPlugin(text: string, name: string, config: JsonValue | undefined): string {
  const present = readAll(text);
  if (config === undefined ? !present.has(name) : isSameJson(present.get(name), config)) return text;
  const document = parseProjectDocument(text);
  const plugins = document.get(key, true);
  if (config === undefined) {
    if (present.size === 1) document.delete(key);
    else document.deleteIn([key, name]);
  } else if (isMap(plugins)) {
    plugins.flow = false;
    plugins.set(name, document.createNode(config));
  } else insertSorted(document, key, document.createNode({ [name]: config }));
  return printDocument(document);
}
