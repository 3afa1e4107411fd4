/** Draws the pictures of the documentation: `docs/pictures/NAME.dot` becomes `docs/pictures/NAME.svg`. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import path from "node:path";
import { drawPicture } from "./draw-picture.js";

const folder = fileURLToPath(new URL("../docs/pictures", import.meta.url));
for (const name of readdirSync(folder).filter((name) => name.endsWith(".dot"))) {
  const file = path.join(folder, name);
  writeFileSync(file.replace(/dot$/, "svg"), await drawPicture(readFileSync(file, "utf8")));
}
