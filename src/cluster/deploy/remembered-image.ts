import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Kept out of version control: what one person deploys last says nothing about what another is to deploy. */
const file = ".tsop/image.json";

/** The image that was named last in this project. A file that is not there, or not as we write it, remembers none. */
export function readRememberedImage(root: string): string | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path.join(root, file), "utf8"));
    if (typeof value !== "object" || value === null || !("image" in value)) return undefined;
    return typeof value.image === "string" ? value.image : undefined;
  } catch {
    return undefined;
  }
}

export function rememberImage(root: string, image: string): void {
  mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
  writeFileSync(path.join(root, file), `${JSON.stringify({ image }, undefined, 2)}\n`);
}
