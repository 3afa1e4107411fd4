/** DER, the encoding of certificates. Source: X.690. */

export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  utf8String: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** Encodes a value that consists of these bytes. */
export function encode(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content.length)]), content]);
}

function lengthOf(length: number): readonly number[] {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 0x100)) bytes.unshift(rest % 0x100);
  return [0x80 + bytes.length, ...bytes];
}

/** Encodes an object identifier, such as `2.5.29.17`. */
export function encodeIdentifier(text: string): Buffer {
  const [first = 0, second = 0, ...others] = text.split(".").map(Number);
  return encode(tags.objectIdentifier, Buffer.from([40 * first + second, ...others.flatMap(inSevenBits)]));
}

function inSevenBits(value: number): readonly number[] {
  const bytes = [value % 0x80];
  for (let rest = Math.floor(value / 0x80); rest > 0; rest = Math.floor(rest / 0x80)) {
    bytes.unshift(0x80 + (rest % 0x80));
  }
  return bytes;
}

/** Encodes a time without its milliseconds. Certificates write years from 2050 on in another form. */
export function encodeTime(time: Date): Buffer {
  const text = `${time.toISOString().replaceAll(/[-:T]|\..*/g, "")}Z`;
  return time.getUTCFullYear() < 2050
    ? encode(tags.utcTime, Buffer.from(text.slice(2)))
    : encode(tags.generalizedTime, Buffer.from(text));
}

/** Returns the values, each with its tag, that a value consists of. @param value - valid DER */
export function partsOf(value: Buffer): readonly Buffer[] {
  const parts: Buffer[] = [];
  for (let rest = contentOf(value); rest.length > 0;) {
    const end = headerOf(rest) + contentOf(rest).length;
    parts.push(rest.subarray(0, end));
    rest = rest.subarray(end);
  }
  return parts;
}

/** Returns the bytes of a value without its tag and its length. @param value - valid DER, and perhaps more after it */
export function contentOf(value: Buffer): Buffer {
  const header = headerOf(value);
  const short = value[1] ?? 0;
  const length = header === 2 ? short : value.readUIntBE(2, header - 2);
  return value.subarray(header, header + length);
}

function headerOf(value: Buffer): number {
  const short = value[1] ?? 0;
  return short < 0x80 ? 2 : 2 + (short - 0x80);
}
