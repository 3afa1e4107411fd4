import { defined } from "../core/defined.js";
import { isImageDigest } from "../core/image-reference.js";
import { field, text } from "../core/json-fields.js";
import { readRecord, type StatePlace, writeRecord } from "../machinery/project-state.js";

/** Kept out of version control: what one person builds and deploys says nothing about what another does. */
const record = "image.json";

/** An image, and what was done with it here. */
export interface RememberedImage {
  readonly image: string;
  readonly built?: {
    /** The program that has it. */
    readonly tool?: string;
    /** Its ID there. */
    readonly id?: string;
    /** The base image that was said. */
    readonly base?: string;
    /** The base image in the end, where its digest was known. */
    readonly on?: BuiltOn;
  };
  /** It was pushed since it was built. */
  readonly pushed?: { readonly digest?: string };
}

/** A base image as a tool has found it. */
export interface BuiltOn {
  /** Without the digest. */
  readonly name: string;
  readonly digest: string;
  readonly tool: string;
  /** Separated by commas; empty for the tool's own. Podman and buildah have another digest for each. */
  readonly platforms: string;
}

/** So many images are remembered beside the one of last time. */
const mostOthers = 9;

/** The image that the last command with success was about. A record that is not there, or not as we write it, remembers none. */
export function readRememberedImage(place: StatePlace): RememberedImage | undefined {
  return readAll(place)[0];
}

/** What was done here with the image of that name. */
export function findRememberedImage(place: StatePlace, image: string): RememberedImage | undefined {
  return readAll(place).find((each) => each.image === image);
}

/** What the last image was built on whose base was said. */
export function rememberedBase(place: StatePlace): string | undefined {
  return readAll(place).find(({ built }) => built?.base !== undefined)?.built?.base;
}

/** The digest that this base image had when an image was built on it last, by the same tool for the same platforms. */
export function lastBuiltOn(place: StatePlace, base: Omit<BuiltOn, "digest">): string | undefined {
  const found = readAll(place).find(({ built }) => {
    const on = built?.on;
    return on?.name === base.name && on.tool === base.tool && on.platforms === base.platforms;
  });
  return found?.built?.on?.digest;
}

/** What was done with it before is not forgotten, nor what was done with others. */
export function rememberImage(place: StatePlace, image: string): void {
  write(place, recordOf(place, image));
}

/** One that is the same as before is still pushed. */
export function rememberBuilt(place: StatePlace, image: string, now: NonNullable<RememberedImage["built"]>): void {
  const { built, pushed } = recordOf(place, image);
  const isSame = now.id !== undefined && built?.id === now.id;
  write(place, { image, built: now, ...(isSame && pushed !== undefined ? { pushed } : {}) });
}

/** @param base - what it was built on, where it was built and pushed at once */
export function rememberPushed(
  place: StatePlace,
  image: string,
  digest: string | undefined,
  base: Pick<NonNullable<RememberedImage["built"]>, "base" | "on"> = {},
): void {
  const { built, ...record } = recordOf(place, image);
  const now = { ...built, ...base };
  const isKnown = built !== undefined || Object.keys(base).length > 0;
  write(place, { ...record, ...(isKnown ? { built: now } : {}), pushed: defined({ digest }) });
}

function recordOf(place: StatePlace, image: string): RememberedImage {
  return findRememberedImage(place, image) ?? { image };
}

/** The one of last time first. */
function readAll(place: StatePlace): RememberedImage[] {
  const value = readRecord(place, record);
  const others = field(value, "others");
  return [value, ...(Array.isArray(others) ? (others as unknown[]) : [])]
    .map(parse)
    .filter((each) => each !== undefined);
}

function parse(value: unknown): RememberedImage | undefined {
  const image = text(value, "image");
  if (image === undefined) return undefined;
  const [built, pushed] = [part(value, "built"), part(value, "pushed")];
  const [tool, id, base] = [text(built, "tool"), text(built, "id"), text(built, "base")];
  const digest = text(pushed, "digest");
  return defined({
    image,
    built: built && defined({ tool, id, base, on: parseBuiltOn(field(built, "on")) }),
    pushed: pushed && defined({ digest: isImageDigest(digest) ? digest : undefined }),
  });
}

function parseBuiltOn(value: unknown): BuiltOn | undefined {
  const [name, digest, tool] = [text(value, "name"), text(value, "digest"), text(value, "tool")];
  if (name === undefined || tool === undefined || !isImageDigest(digest)) return undefined;
  return { name, digest, tool, platforms: text(value, "platforms") ?? "" };
}

function write(place: StatePlace, remembered: RememberedImage): void {
  const known = readAll(place).filter(({ image }) => image !== remembered.image);
  const others = known.slice(0, mostOthers);
  writeRecord(place.cwd, record, { ...remembered, ...(others.length === 0 ? {} : { others }) });
}

function part(value: unknown, name: string): object | undefined {
  const found = field(value, name);
  return typeof found === "object" && found !== null ? found : undefined;
}
