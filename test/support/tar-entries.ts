/** Archives for tests, also those that no program writes. */
import { gzipSync } from "node:zlib";
import { Header } from "tar/header";
import { Pax } from "tar/pax";

export interface TarEntry {
  readonly path: string;
  /** Default: a file. */
  readonly type?: "File" | "Directory" | "SymbolicLink" | "Link" | "CharacterDevice";
  readonly text?: string;
  /** The size in the header. Default: that of the text. */
  readonly size?: number;
  readonly linkpath?: string;
}

export function tarOf(...entries: readonly TarEntry[]): Buffer {
  const blocks = entries.flatMap(({ path, type = "File", text = "", size, linkpath }) => {
    const body = Buffer.from(text);
    const header = Buffer.alloc(512);
    const fields = {
      path,
      type,
      size: size ?? body.length,
      mode: 0o644,
      ...(linkpath === undefined ? {} : { linkpath }),
    };
    const extended = new Header(fields).encode(header) ? [new Pax({ path, size: fields.size }).encode()] : [];
    return [...extended, header, body, Buffer.alloc((512 - (body.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

export function tarGzOf(...entries: readonly TarEntry[]): Buffer {
  return gzipSync(tarOf(...entries));
}
