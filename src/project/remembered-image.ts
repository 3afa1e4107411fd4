import { defined } from "../core/defined.js";
import { isImageDigest } from "../core/image-reference.js";
import { field, text } from "../core/json-fields.js";
import { readRecord, type StatePlace, writeRecord } from "../machinery/project-state.js";

/** This record is not under version control: the images of one developer do not concern another. */
const record = "image.json";

/** An image, and its local builds and pushes. */
export interface RememberedImage {
  readonly image: string;
  readonly built?: {
    /** The tool that stores the image. */
    readonly tool?: string;
    /** The image's ID in the tool. */
    readonly id?: string;
    /** The base image that the user named. */
    readonly base?: string;
    /** The resolved base image, if its digest was known. */
    readonly on?: BuiltOn;
  };
  /** Set if the image was pushed after its build. */
  readonly pushed?: { readonly digest?: string };
}

/** A base image as a tool resolved it. */
export interface BuiltOn {
  /** The name without the digest. */
  readonly name: string;
  readonly digest: string;
  readonly tool: string;
  /**
   * The platforms, separated by commas; empty for the tool's default. Podman and buildah have a different digest for
   * each platform.
   */
  readonly platforms: string;
}

/** The number of recorded images besides the last image. */
const mostOthers = 9;

/** Returns the image of the last successful command. Returns undefined if the record is missing or invalid. */
export function readRememberedImage(place: StatePlace): RememberedImage | undefined {
  return readAll(place)[0];
}

/** Returns the record of the image with the name. */
export function findRememberedImage(place: StatePlace, image: string): RememberedImage | undefined {
  return readAll(place).find((each) => each.image === image);
}

/** Returns the last base image that the user named. */
export function rememberedBase(place: StatePlace): string | undefined {
  return readAll(place).find(({ built }) => built?.base !== undefined)?.built?.base;
}

/** Returns the digest of a base image in the last build with it, by the same tool for the same platforms. */
export function lastBuiltOn(place: StatePlace, base: Omit<BuiltOn, "digest">): string | undefined {
  const found = readAll(place).find(({ built }) => {
    const on = built?.on;
    return on?.name === base.name && on.tool === base.tool && on.platforms === base.platforms;
  });
  return found?.built?.on?.digest;
}

/** Records an image as the last image. Keeps the previous data of this image and of the other images. */
export function rememberImage(place: StatePlace, image: string): void {
  write(place, recordOf(place, image));
}

/** Records a build. An unchanged image still counts as pushed. */
export function rememberBuilt(place: StatePlace, image: string, now: NonNullable<RememberedImage["built"]>): void {
  const { built, pushed } = recordOf(place, image);
  const isSame = now.id !== undefined && built?.id === now.id;
  write(place, { image, built: now, ...(isSame && pushed !== undefined ? { pushed } : {}) });
}

/** @param base - the base image, if the image was built and pushed in one step */
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

/** Returns the records, the last image first. */
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
