/** Attacks below HTTP: handshakes that stop half way, and other languages than the listener's. */
import { type Attack, attack } from "../attack.js";
import type { ListenerInfo } from "../listener.js";
import { between, cut, pick, type Random } from "../random.js";
import { printGoodRequest } from "./http-text.js";

/** The first message of a TLS 1.3 client, for localhost, with random bytes of zero. */
function clientHello(): Buffer {
  const extensions = Buffer.from(
    [
      "0000000e000c0000096c6f63616c686f7374", // server_name
      "000a00040002001d", // supported_groups: x25519
      "000d000800060403080404 01".replace(" ", ""), // signature_algorithms
      "002b0003020304", // supported_versions: 1.3
      `003300260024001d0020${"09".repeat(32)}`, // key_share
    ].join(""),
    "hex",
  );
  const length = (bytes: Buffer, size: number): Buffer => {
    const head = Buffer.alloc(size);
    head.writeUIntBE(bytes.length, 0, size);
    return Buffer.concat([head, bytes]);
  };
  const hello = Buffer.concat([
    Buffer.from("0303", "hex"),
    Buffer.alloc(32),
    length(Buffer.alloc(0), 1),
    length(Buffer.from("130113021303", "hex"), 2),
    Buffer.from("0100", "hex"),
    length(extensions, 2),
  ]);
  const handshake = Buffer.concat([Buffer.from([1]), length(hello, 3)]);
  return Buffer.concat([Buffer.from([0x16, 3, 1]), length(handshake, 2)]);
}

const hello = clientHello();

export function handshakeAttack(random: Random, listener: ListenerInfo): Attack {
  const choices: readonly (() => Buffer)[] = [
    () => Buffer.alloc(0),
    () => hello,
    () => hello.subarray(0, between(random, 1, hello.length - 1)),
    () => damaged(random, hello),
    () => damaged(random, hello),
    () => Buffer.concat([hello, hello]),
    () => Buffer.concat([hello, Buffer.from("170303000548656c6c6f", "hex")]), // data before the handshake's end
    () => Buffer.from("15030300020100", "hex"), // an alert
    () => Buffer.from("16030100ff", "hex"),
    () => Buffer.from("1603014000".padEnd(2_000, "0"), "hex"),
    () => Buffer.from("80800103010057000000200000390000380000350000160000", "hex"), // SSL 2
    () => Buffer.alloc(between(random, 1, 40_000), between(random, 0, 255)),
    () => printGoodRequest(listener), // plain HTTP to a port for TLS
    () => Buffer.from("GET / HTTP/1.1\r\n\r\n"),
  ];
  const bytes = pick(random, choices)();
  const ending = pick(random, ["half-close", "half-close", "reset", "hold"] as const);
  return attack("handshake", cut(random, bytes), { layer: "tcp", ending });
}

function damaged(random: Random, bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  for (let changes = between(random, 1, 4); changes > 0; changes--) {
    copy[between(random, 0, copy.length - 1)] = between(random, 0, 255);
  }
  return copy;
}
