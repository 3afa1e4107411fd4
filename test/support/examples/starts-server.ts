import { readFileSync } from "node:fs";
import path from "node:path";

/**
 * Whether a test of an example starts an API server, itself or through a module in the example's folder `test`. The others use the
 * memory client, or `killAtEveryWrite` with its embedded server: a real API server changes nothing for them.
 */
export function startsServer(file: string): boolean {
  const text = readFileSync(file, "utf8");
  if (text.includes("TestEnvironment.start(")) return true;
  return [...text.matchAll(/ from "((?:\.\.\/)+test\/[^"]+)\.js"/g)].some(([, module = ""]) =>
    startsServer(path.join(path.dirname(file), `${module}.ts`)),
  );
}
