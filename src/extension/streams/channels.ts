/**
 * The channels of a remote command in a WebSocket: the first byte of each message is the channel, the rest is data.
 * Sources: k8s.io/client-go/tools/remotecommand/websocket.go; k8s.io/apimachinery/pkg/util/remotecommand/constants.go;
 * k8s.io/apimachinery/pkg/util/httpstream/wsstream/conn.go.
 */
import { Readable, Writable } from "node:stream";
import type { WebSocket } from "ws";
import type { JsonObject } from "../../core/json.js";
import type { StreamSession } from "../subresources/stream-subresource.js";
import { LatestSize } from "./latest-size.js";

/** The subprotocols, the better one first. Only the first can end the input alone. */
export const subprotocols = ["v5.channel.k8s.io", "v4.channel.k8s.io"] as const;

const channel = { stdin: 0, stdout: 1, stderr: 2, status: 3, resize: 4, close: 255 } as const;

/** The codes with which a WebSocket ends. Source: RFC 6455, 7.4.1. */
const closing = { normal: 1_000, unsupported: 1_003 } as const;

/** What a client wants of a session. */
export interface StreamWishes {
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly stderr: boolean;
  readonly tty: boolean;
}

export type ChannelStreams = Pick<StreamSession<never>, "stdin" | "stdout" | "stderr" | "sizes">;

export interface Channels extends ChannelStreams {
  /** Sends the rest of the outputs, and the result; ends the connection. */
  readonly finish: (status: JsonObject) => Promise<void>;
  /** Breaks the streams off: the client is gone, or the server stops. */
  readonly breakOff: () => void;
}

export function openChannels(socket: WebSocket, wishes: StreamWishes): Channels {
  const input = openInput(socket, wishes.stdin);
  const { stdin } = input;
  const [out, err] = [wishes.stdout ? channel.stdout : undefined, wishes.stderr ? channel.stderr : undefined];
  const [stdout, stderr] = [openOutput(socket, out), openOutput(socket, wishes.tty ? out : err)];
  const sizes = new LatestSize();
  // An author need not listen: the signal of the session says the same.
  for (const stream of [stdin, stdout, stderr]) stream.on("error", () => undefined);
  const take = (message: Buffer): void => {
    const data = message.subarray(1);
    if (message[0] === channel.stdin) input.put(data);
    else if (message[0] === channel.resize) sizes.put(data);
    else if (message[0] === channel.close && data[0] === channel.stdin && socket.protocol === subprotocols[0])
      input.end();
    // Like kube-apiserver, ignore what is for no channel that reads.
  };
  socket.on("message", (message: Buffer, isBinary: boolean) => {
    if (!isBinary) socket.close(closing.unsupported, "expected binary messages");
    else if (message.length > 0) take(message);
  });
  // By this, the client knows that the session has begun.
  send(socket, out ?? err ?? channel.status, Buffer.alloc(0));
  return {
    ...{ stdin, stdout, stderr, sizes },
    finish: async (status) => {
      await Promise.all([ended(stdout), ended(stderr)]);
      send(socket, channel.status, Buffer.from(JSON.stringify(status)));
      socket.close(closing.normal);
      end([stdin]);
      // The connection ends when the server has read the client's answer.
      socket.resume();
    },
    breakOff: () => end([stdin, stdout, stderr]),
  };

  function end(streams: readonly (Readable | Writable)[]): void {
    sizes.end();
    for (const stream of streams) stream.destroy(new Error("the session is over"));
  }
}

interface Input {
  readonly stdin: Readable;
  put(data: Buffer): void;
  end(): void;
}

function openInput(socket: WebSocket, isWanted: boolean): Input {
  const stdin = new Readable({ read: () => socket.resume() });
  let isOver = false;
  const end = (): void => {
    if (!isOver) stdin.push(null);
    isOver = true;
  };
  if (!isWanted) end();
  return {
    ...{ stdin, end },
    put: (data) => {
      if (!isOver && !stdin.destroyed && !stdin.push(data)) socket.pause();
    },
  };
}

/** @param number - undefined: discards the data */
function openOutput(socket: WebSocket, number: number | undefined): Writable {
  return new Writable({
    write: (chunk: Buffer, _, done) => {
      if (number === undefined || chunk.length === 0) done();
      else send(socket, number, chunk, done);
    },
  });
}

/** Calls `done` when the system has taken the data: a slow client slows the writer down. */
function send(socket: WebSocket, number: number, data: Buffer, done: (error?: Error) => void = () => undefined): void {
  socket.send(Buffer.concat([Buffer.of(number), data]), (error) => done(error ?? undefined));
}

/** Ends an output, and resolves when all of it is sent, or when it has broken off. */
function ended(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed) resolve();
    else stream.once("close", resolve).end();
  });
}
