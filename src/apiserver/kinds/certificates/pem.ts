/** Reads PEM as Go does: text around the blocks is ignored. Source: encoding/pem. */

export interface PemBlock {
  readonly type: string;
  readonly hasHeaders: boolean;
  readonly bytes: Buffer;
}

const blockPattern = /-----BEGIN ([^\n-]+)-----\r?\n((?:[^:\n]+:[^\n]*\n)+\r?\n)?([A-Za-z0-9+/=\s]*?)-----END \1-----/g;

export function pemBlocks(text: string): PemBlock[] {
  return [...text.matchAll(blockPattern)].map(([, type = "", headers, body = ""]) => ({
    type,
    hasHeaders: headers !== undefined,
    bytes: Buffer.from(body, "base64"),
  }));
}
