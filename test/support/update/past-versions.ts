/** The history of a package after two releases, made of earlier commits. scripts/old-scaffolds.ts records it. */
import { fileURLToPath } from "node:url";

export const pastVersions = { "0.0.1": "11ffe9dc", "0.0.2": "76875091" } as const;

export const pastVersionsFile = fileURLToPath(new URL("../../data/past-versions.json.br", import.meta.url));
