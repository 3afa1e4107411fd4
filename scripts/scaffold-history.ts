/** Adds the scaffold program and the templates of this version to the history that the package contains: `npm version` runs it. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { historyFile, packHistory, readHistory } from "../src/commands/update/history.js";
import { checkout } from "./demo-project.js";
import { pastScaffoldOf } from "./scaffold-history/past-scaffold.js";

const added = await pastScaffoldOf(checkout);
const file = path.join(checkout, historyFile);
const history = [...readHistory(file).filter(({ version }) => version !== added.version), added];
const packed = packHistory(history);
writeFileSync(file, packed);
process.stdout.write(`${historyFile}: ${history.map(({ version }) => version).join(", ")}: ${packed.length} bytes\n`);
