/** Frames of HTTP/2 as bytes, well formed or not. */

export const preface = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

export function frame(type: number, flags = 0, stream = 0, payload: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** The headers of `GET /`, in HPACK. */
export const getRoot = Buffer.concat([Buffer.from([0x82, 0x84, 0x87, 0x41, 9]), Buffer.from("localhost")]);

/** A header in HPACK: a literal that enters no table. */
export function literal(name: string, value: string): Buffer {
  return Buffer.concat([Buffer.from([0]), textOf(name), textOf(value)]);
}

/** A header in HPACK that enters the dynamic table. */
export function indexed(name: string, value: string): Buffer {
  return Buffer.concat([Buffer.from([0x40]), textOf(name), textOf(value)]);
}

function textOf(text: string): Buffer {
  const bytes = Buffer.from(text, "latin1");
  return Buffer.concat([lengthOf(bytes.length), bytes]);
}

/** An integer with a prefix of seven bits. */
function lengthOf(length: number): Buffer {
  if (length < 127) return Buffer.from([length]);
  const bytes = [127];
  let rest = length - 127;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}
