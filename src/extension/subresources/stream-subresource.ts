import type { Readable, Writable } from "node:stream";
import type { KubeObject } from "../../kube/objects.js";
import type { SubresourceRequest } from "./subresources.js";

/** The session of a client with a stream: what it sends, and what it gets. */
export interface StreamSession<T extends KubeObject> extends SubresourceRequest<T> {
  /** The command and its arguments: all parameters `command` of the URL. */
  readonly command: readonly string[];
  /** Whether the client has a terminal. Then, what you write to `stderr` reaches the client as `stdout`. */
  readonly isTerminal: boolean;
  /** What the client sends, until it ends its input. Empty if the client sends nothing. The server waits while you do not read. */
  readonly stdin: Readable;
  /** The server sends each chunk at once, and waits for slow clients. It discards what the client does not want. */
  readonly stdout: Writable;
  /** Like `stdout`. */
  readonly stderr: Writable;
  /** The size of the client's terminal, and each further one. A slow reader gets the newest only. */
  readonly sizes: AsyncIterable<TerminalSize>;
}

/** The size of a terminal, in characters. */
export interface TerminalSize {
  readonly width: number;
  readonly height: number;
}

/** How the run of a stream ended. */
export interface StreamResult {
  /** From 0 to 255; 0 is a success. */
  readonly exitCode: number;
}

/** The result of a run. Without one, it was a success. */
// oxlint-disable-next-line typescript/no-invalid-void-type -- a function without a result returns nothing
export type StreamOutcome = StreamResult | undefined | void;

/** See {@link streamSubresource}. */
export interface StreamSubresource<T extends KubeObject> {
  readonly type: "stream";
  run(session: StreamSession<T>): StreamOutcome | Promise<StreamOutcome>;
}

/**
 * A subresource that is a session, such as `exec` of a Pod: the client sends an input and gets two outputs and a result, over a
 * WebSocket with the subprotocol `v5.channel.k8s.io` or `v4.channel.k8s.io`, as `kubectl exec` does. The URL says what the client
 * wants: `stdin`, `stdout`, `stderr`, `tty` and `command`. As for `pods/exec`, a user needs the verbs `get` and `create` for
 * `RESOURCE/SUBRESOURCE`.
 *
 * The session ends with your function. Without a result, it was a success; an error is the result `InternalError` with its message.
 * When the client disconnects, or the server stops, the signal fires and the streams break off.
 *
 * @example
 * ```ts
 * import { type CustomResource } from "tsop";
 * import { streamSubresource } from "tsop/apiserver";
 *
 * interface Reading extends CustomResource<"metrics.abc.com/v1", "Reading"> {
 *   spec: { sensor: string };
 * }
 *
 * // Answers each line of the input.
 * export const shell = streamSubresource<Reading>(async ({ object, command, stdin, stdout, stderr }) => {
 *   if (command[0] !== "echo") {
 *     stderr.write(`${object.spec.sensor} does not know ${command[0]}\n`);
 *     return { exitCode: 127 };
 *   }
 *   for await (const chunk of stdin) stdout.write(chunk);
 * });
 * ```
 */
export function streamSubresource<T extends KubeObject>(run: StreamSubresource<T>["run"]): StreamSubresource<T> {
  return { type: "stream", run };
}
