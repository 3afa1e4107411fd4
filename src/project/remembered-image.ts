import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { field, text } from "../core/json-fields.js";

/** Kept out of version control: what one person builds and deploys says nothing about what another does. */
const file = ".tsop/image.json";

/** The image that was named last in this project, and what was done with it here. */
export interface RememberedImage {
  readonly image: string;
  readonly built?: {
    /** The program that has it. */
    readonly tool?: string;
    /** Its ID there. */
    readonly id?: string;
  };
  /** It was pushed since it was built. */
  readonly pushed?: { readonly digest?: string };
}

/** A file that is not there, or not as we write it, remembers none. */
export function readRememberedImage(root: string): RememberedImage | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path.join(root, file), "utf8"));
    const image = text(value, "image");
    if (image === undefined) return undefined;
    const [built, pushed] = [part(value, "built"), part(value, "pushed")];
    return {
      image,
      ...(built === undefined
        ? {}
        : { built: { ...only("tool", text(built, "tool")), ...only("id", text(built, "id")) } }),
      ...(pushed === undefined ? {} : { pushed: only("digest", text(pushed, "digest")) }),
    };
  } catch {
    return undefined;
  }
}

/** What was done with the same image before is not forgotten. */
export function rememberImage(root: string, image: string): void {
  write(root, sameImage(root, image));
}

/** One that is the same as before is still pushed. */
export function rememberBuilt(root: string, image: string, now: NonNullable<RememberedImage["built"]>): void {
  const { built, pushed } = sameImage(root, image);
  const isSame = now.id !== undefined && built?.id === now.id;
  write(root, { image, built: now, ...(isSame && pushed !== undefined ? { pushed } : {}) });
}

export function rememberPushed(root: string, image: string, digest: string | undefined): void {
  write(root, { ...sameImage(root, image), pushed: only("digest", digest) });
}

function sameImage(root: string, image: string): RememberedImage {
  const remembered = readRememberedImage(root);
  return remembered?.image === image ? remembered : { image };
}

function write(root: string, remembered: RememberedImage): void {
  mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
  writeFileSync(path.join(root, file), `${JSON.stringify(remembered, undefined, 2)}\n`);
}

function part(value: unknown, name: string): object | undefined {
  const found = field(value, name);
  return typeof found === "object" && found !== null ? found : undefined;
}

function only<Key extends string>(key: Key, value: string | undefined): { [K in Key]?: string } {
  // The computed key is the only one.
  return value === undefined ? {} : ({ [key]: value } as { [K in Key]?: string });
}
