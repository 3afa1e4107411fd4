import { createHash } from "node:crypto";

/** Content of a registry: its type, its digest, and its size in bytes (descriptor.md of the OCI image specification). */
export interface Descriptor {
  readonly mediaType: string;
  /** `sha256:` and 64 hexadecimal digits. */
  readonly digest: string;
  readonly size: number;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** A descriptor together with its bytes. */
export interface Content {
  readonly descriptor: Descriptor;
  readonly bytes: Uint8Array;
}

export function digestOf(bytes: Uint8Array): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}

export function contentOf(mediaType: string, bytes: Uint8Array): Content {
  return { descriptor: { mediaType, digest: digestOf(bytes), size: bytes.length }, bytes };
}

/** Returns a JSON document as content. The same value always has the same bytes. */
export function jsonContent(mediaType: string, value: object): Content {
  return contentOf(mediaType, Buffer.from(JSON.stringify(value)));
}
