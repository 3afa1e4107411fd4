/**
 * Removes the declarations from dist/ that no export of the package needs, and checks that the others import only
 * packages that it depends on.
 */
import { readdirSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { moduleSpecifiers } from "./module-specifiers.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = path.join(root, "dist");
const manifest = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
const brought = new Set([...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)]);

const all = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".d.ts"));
const reached = new Set();
const ahead = all.filter(
  (name) =>
    name === "index.d.ts" ||
    ["testing", "migrate", "extension", "client-node", "plugin"].some(
      (entry) => name === path.join(entry, "index.d.ts"),
    ) ||
    name.startsWith(`k8s${path.sep}`),
);
for (let name = ahead.pop(); name !== undefined; name = ahead.pop()) {
  if (reached.has(name)) continue;
  reached.add(name);
  for (const specifier of moduleSpecifiers(readFileSync(path.join(folder, name), "utf8"))) {
    if (specifier.startsWith(".")) ahead.push(path.join(path.dirname(name), specifier.replace(/\.js$/, ".d.ts")));
    else check(name, specifier);
  }
}
for (const name of all) if (!reached.has(name)) rmSync(path.join(folder, name));
// Process the deepest folders first.
for (const { parentPath, name } of readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .toSorted((a, b) => b.parentPath.length - a.parentPath.length)) {
  const place = path.join(parentPath, name);
  if (readdirSync(place).length === 0) rmdirSync(place);
}

function check(name, specifier) {
  if (specifier.startsWith("node:")) return;
  const [scope, rest] = specifier.split("/");
  const found = scope.startsWith("@") ? `${scope}/${rest}` : scope;
  if (!brought.has(found)) throw new Error(`dist/${name} takes types from ${found}, which the package does not bring`);
}
