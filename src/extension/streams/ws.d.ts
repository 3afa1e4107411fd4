/** What the package `ws` has for servers, as far as the streams use it. */
declare module "ws" {
  import type { EventEmitter } from "node:events";
  import type { IncomingMessage } from "node:http";
  import type { Duplex } from "node:stream";

  export class WebSocket extends EventEmitter {
    /** The negotiated subprotocol. */
    readonly protocol: string;
    send(data: Uint8Array, callback: (error?: Error) => void): void;
    ping(): void;
    pause(): void;
    resume(): void;
    close(code?: number, reason?: string): void;
  }

  export interface WebSocketServerOptions {
    readonly noServer: true;
    readonly clientTracking: false;
    readonly perMessageDeflate: false;
    /** In bytes. */
    readonly maxPayload: number;
    handleProtocols(offered: ReadonlySet<string>): string | false;
  }

  export class WebSocketServer {
    constructor(options: WebSocketServerOptions);
    handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, accept: (socket: WebSocket) => void): void;
  }
}
