/** Answers requests for streams: hands the connection over to a WebSocket, and runs the function of the author in it. */
import type { WebSocket } from "ws";
import type { ResourceRequest } from "../../apiserver/endpoints/request.js";
import type { UpgradedAnswer } from "../../apiserver/http/answer.js";
import { flagField } from "../../apiserver/http/query-fields.js";
import { badRequestError, internalError } from "../../apiserver/status-error.js";
import type { Clock } from "../../core/clock.js";
import type { JsonObject } from "../../core/json.js";
import { onAbort } from "../../core/on-abort.js";
import type { KubeObject } from "../../kube/objects.js";
import type { StreamOutcome, StreamResult, StreamSubresource } from "../subresources/stream-subresource.js";
import type { SubresourceRequest } from "../subresources/subresources.js";
import { type Channels, openChannels, type StreamWishes, subprotocols } from "./channels.js";

export interface StreamParts {
  readonly subresource: StreamSubresource<KubeObject>;
  readonly clock: Clock;
  /** Reports an error of the author's function. */
  readonly report: (error: unknown) => void;
}

/** The longest message of a client. Source: DefaultMaxPayloadBytes of golang.org/x/net/websocket, which the kubelet uses. */
const longestMessage = 32 * 1_024 * 1_024;

/** How often the server checks whether a quiet client is still there. */
const pingMs = 5_000;

/** @throws StatusError 400 if the client opens no WebSocket; 403 if the user may not create the subresource */
export async function answerStream(
  request: ResourceRequest,
  asked: SubresourceRequest<KubeObject>,
  parts: StreamParts,
): Promise<UpgradedAnswer> {
  const { webSocketProtocols, query } = request;
  if (webSocketProtocols === undefined || !subprotocols.some((each) => webSocketProtocols.includes(each))) {
    throw badRequestError(`connect with a WebSocket, and the subprotocol ${subprotocols.join(" or ")}`);
  }
  const wishes = readWishes(query);
  // A WebSocket opens with GET. Like kube-apiserver for `pods/exec`, require the right to create, too.
  if (request.info.verb !== "create") await request.authorize("create");
  // Only servers with streams need the package.
  const { WebSocketServer } = await import("ws");
  const server = new WebSocketServer({
    ...{ noServer: true, clientTracking: false, perMessageDeflate: false, maxPayload: longestMessage },
    handleProtocols: (offered) => subprotocols.find((each) => offered.has(each)) ?? false,
  });
  return {
    type: "upgraded",
    take: (connection) =>
      server.handleUpgrade(connection, connection.socket, Buffer.alloc(0), (socket) => {
        ping(socket, parts.clock);
        void serve(openChannels(socket, wishes), { query, wishes, asked, parts });
      }),
  };
}

/** @throws StatusError 400 */
function readWishes(query: URLSearchParams): StreamWishes {
  const isSet = (name: string): boolean => flagField(query, name) ?? false;
  const wishes = { stdin: isSet("stdin"), stdout: isSet("stdout"), stderr: isSet("stderr"), tty: isSet("tty") };
  if (wishes.stdin || wishes.stdout || wishes.stderr) return wishes;
  throw badRequestError("you must specify at least 1 of stdin, stdout, stderr");
}

/** A client may go without a word: a write to its connection then fails. */
function ping(socket: WebSocket, clock: Clock): void {
  let cancel = (): void => undefined;
  const next = (): void => {
    cancel = clock.setTimer(pingMs, () => {
      socket.ping();
      next();
    });
  };
  next();
  // After a broken message, the package closes the connection.
  socket.on("error", () => undefined);
  socket.on("close", () => cancel());
}

interface Session {
  readonly query: URLSearchParams;
  readonly wishes: StreamWishes;
  readonly asked: SubresourceRequest<KubeObject>;
  readonly parts: StreamParts;
}

/** Never rejects. */
async function serve(channels: Channels, { query, wishes, asked, parts }: Session): Promise<void> {
  const { signal } = asked;
  const { stdin, stdout, stderr, sizes, breakOff, finish } = channels;
  const unlink = onAbort(signal, breakOff);
  if (signal.aborted) breakOff();
  const session = { ...asked, command: query.getAll("command"), isTerminal: wishes.tty };
  const status = await new Promise<StreamOutcome>((resolve) =>
    resolve(parts.subresource.run({ ...session, stdin, stdout, stderr, sizes })),
  )
    .then((result) => statusOf(result ?? { exitCode: 0 }))
    .catch((error: unknown) => {
      if (!signal.aborted) parts.report(error);
      return internalError(error instanceof Error ? error.message : String(error)).toStatus();
    });
  await finish(status);
  unlink();
}

/** Source: k8s.io/kubelet/pkg/cri/streaming/remotecommand/exec.go. */
function statusOf({ exitCode }: StreamResult): JsonObject {
  if (exitCode === 0) return { metadata: {}, status: "Success" };
  if (!Number.isInteger(exitCode) || exitCode < 0 || exitCode > 255) {
    throw new Error(`the stream returned the exit code ${String(exitCode)}`);
  }
  return {
    ...{ metadata: {}, status: "Failure", reason: "NonZeroExitCode" },
    message: `command terminated with non-zero exit code: ${exitCode}`,
    details: { causes: [{ reason: "ExitCode", message: String(exitCode) }] },
  };
}
