import { field, text } from "../core/json-fields.js";
import { readRecord, type StatePlace, writeRecord } from "../machinery/project-state.js";

/** Kept out of version control: what one person builds and deploys says nothing about what another does. */
const record = "image.json";

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

/** A record that is not there, or not as we write it, remembers none. */
export function readRememberedImage(place: StatePlace): RememberedImage | undefined {
  const value = readRecord(place, record);
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
}

/** What was done with the same image before is not forgotten. */
export function rememberImage(place: StatePlace, image: string): void {
  write(place, sameImage(place, image));
}

/** One that is the same as before is still pushed. */
export function rememberBuilt(place: StatePlace, image: string, now: NonNullable<RememberedImage["built"]>): void {
  const { built, pushed } = sameImage(place, image);
  const isSame = now.id !== undefined && built?.id === now.id;
  write(place, { image, built: now, ...(isSame && pushed !== undefined ? { pushed } : {}) });
}

export function rememberPushed(place: StatePlace, image: string, digest: string | undefined): void {
  write(place, { ...sameImage(place, image), pushed: only("digest", digest) });
}

function sameImage(place: StatePlace, image: string): RememberedImage {
  const remembered = readRememberedImage(place);
  return remembered?.image === image ? remembered : { image };
}

function write({ cwd }: StatePlace, remembered: RememberedImage): void {
  writeRecord(cwd, record, remembered);
}

function part(value: unknown, name: string): object | undefined {
  const found = field(value, name);
  return typeof found === "object" && found !== null ? found : undefined;
}

function only<Key extends string>(key: Key, value: string | undefined): { [K in Key]?: string } {
  // The computed key is the only one.
  return value === undefined ? {} : ({ [key]: value } as { [K in Key]?: string });
}
