/** RocketMQ's remoting protocol, for the programs that replace RocketMQ in tests. */
import { connect, createServer } from "node:net";

function encode(header, body) {
  const text = Buffer.from(JSON.stringify(header));
  const frame = Buffer.alloc(8 + text.length + body.length);
  frame.writeInt32BE(4 + text.length + body.length, 0);
  frame.writeInt32BE(text.length, 4);
  text.copy(frame, 8);
  body.copy(frame, 8 + text.length);
  return frame;
}

/** Calls `onCommand` for each complete frame. */
function readFrames(socket, onCommand) {
  let bytes = Buffer.alloc(0);
  socket.on("data", (chunk) => {
    bytes = Buffer.concat([bytes, chunk]);
    while (bytes.length >= 8 && bytes.length >= 4 + bytes.readInt32BE(0)) {
      const end = 4 + bytes.readInt32BE(0);
      const bodyAt = 8 + bytes.readInt32BE(4);
      onCommand(JSON.parse(bytes.subarray(8, bodyAt).toString()), bytes.subarray(bodyAt, end));
      bytes = bytes.subarray(end);
    }
  });
  socket.on("error", () => socket.destroy());
}

/** `handlers` by request code: (extFields, body) => text of the response. */
export function serve(port, handlers) {
  createServer((socket) => {
    readFrames(socket, ({ code, opaque, extFields = {} }, body) => {
      const handler = handlers[code];
      const answer = { code: handler === undefined ? 3 : 0, flag: 1, opaque, language: "OTHER", version: 0 };
      const remark = handler === undefined ? `request type ${code} not supported` : null;
      socket.write(encode({ ...answer, remark }, Buffer.from(handler?.(extFields, body.toString()) ?? "")));
    });
  }).listen(port);
}

export function call(address, code, extFields = {}, body = "") {
  const at = address.lastIndexOf(":");
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address.slice(0, at), port: Number(address.slice(at + 1)), timeout: 1000 });
    socket.on("connect", () =>
      socket.write(encode({ code, flag: 0, opaque: 1, language: "OTHER", version: 0, extFields }, Buffer.from(body))),
    );
    readFrames(socket, (header, answer) => {
      resolve(answer.toString());
      socket.destroy();
    });
    socket.on("timeout", () => socket.destroy(new Error("no answer")));
    socket.on("error", reject);
    socket.on("close", () => reject(new Error("closed")));
  });
}

export function endOnSignal() {
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => process.exit(0));
}
