/** Streams of an extension API server, behind an API server. */
import { once } from "node:events";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { Exec, KubeConfig, type V1Status } from "@kubernetes/client-node";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ExtensionResource } from "../../src/extension/options.js";
import { memoryStorage } from "../../src/extension/storage/memory-storage.js";
import { type StreamSession, streamSubresource } from "../../src/extension/subresources/stream-subresource.js";
import type { HttpClient } from "../../src/kube/http-client.js";
import type { KubeObject } from "../../src/kube/objects.js";
import type { ClusterRole, ClusterRoleBinding } from "../../src/k8s/rbac/v1.js";
import { describeCluster } from "../support/cluster.js";
import { type Reading, readings } from "./reading-kinds.js";
import { createRoof, namespace, type ServedReadings, serveReadings } from "./serve-readings.js";
import { frame, mainTarget, opcode, openRaw, type RawStream } from "./stream-client.js";

const root = `/apis/metrics.abc.com/v1/namespaces/${namespace}/readings/roof`;
const rbac = "rbac.authorization.k8s.io";

describeCluster("streams of an extension API server", (cluster) => {
  let served: ServedReadings;
  let client: HttpClient;
  const ended: string[] = [];
  let written = 0;
  /** Runs until the client goes. */
  const untilGone = async ({ signal, stdin, query }: StreamSession<Reading>): Promise<undefined> => {
    if (query.get("reads") === "true") stdin.resume();
    if (!signal.aborted) await once(signal, "abort");
    ended.push(query.get("id") ?? "");
  };
  const resource: ExtensionResource = {
    definition: readings,
    storage: memoryStorage(),
    subresources: {
      shell: streamSubresource<Reading>(async ({ object, command, stdin, stdout, stderr, isTerminal, sizes }) => {
        const [name = "", ...args] = command;
        if (name === "cat") {
          for await (const chunk of stdin) if (!stdout.write(chunk)) await once(stdout, "drain");
          return undefined;
        }
        if (name === "size") {
          for await (const { width, height } of sizes) {
            stdout.write(`${width}x${height}`);
            return undefined;
          }
        }
        if (name === "fail") throw new Error("the sensor does not answer");
        stdout.write(`${object.spec.sensor} ${args.join(" ")}${isTerminal ? " tty" : ""}\n`);
        stderr.write("a warning\n");
        return { exitCode: Number(name) };
      }),
      wait: streamSubresource<Reading>(untilGone),
      flood: streamSubresource<Reading>(async ({ stdout, signal }) => {
        const chunk = Buffer.alloc(100_000, "x");
        while (!signal.aborted) {
          written += chunk.length;
          if (!stdout.write(chunk)) await once(stdout, "drain", { signal });
        }
      }),
    },
  };
  beforeAll(async () => {
    served = await serveReadings(cluster().kubeconfig, { resources: [resource] });
    ({ client } = served);
    await createRoof(client);
  });
  afterAll(async () => {
    await served.close();
  });

  interface Run {
    readonly out: string;
    readonly err: string;
    readonly status: V1Status;
  }

  /** Runs a command as `kubectl exec` does, in a Reading in place of a Pod. */
  async function run(command: string[], input?: Readable, tty = false): Promise<Run> {
    const config = new KubeConfig();
    config.loadFromFile(cluster().kubeconfig);
    const { handler } = new Exec(config);
    const exec = new Exec(config, {
      connect: (path, onText, onBinary) =>
        handler.connect(path.replace(/^.*\/exec\?/, `${root}/shell?`), onText, onBinary),
    });
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const output = Promise.all([text(stdout), text(stderr)]);
    const status = await new Promise<V1Status>((resolve, reject) => {
      exec.exec(namespace, "roof", "", command, stdout, stderr, input ?? null, tty, resolve).catch(reject);
    });
    const [out, err] = await output;
    return { out, err, status };
  }

  test("sends both outputs and the exit code", async () => {
    const { out, err, status } = await run(["3", "a", "b c"]);
    expect({ out, err }).toEqual({ out: "north a b c\n", err: "a warning\n" });
    expect(status).toMatchObject({
      status: "Failure",
      reason: "NonZeroExitCode",
      details: { causes: [{ reason: "ExitCode", message: "3" }] },
    });
    expect((await run(["0"])).status).toEqual({ metadata: {}, status: "Success" });
    expect((await run(["256"])).status).toMatchObject({ reason: "InternalError" });
  });

  test("a terminal gets everything on stdout", async () => {
    expect(await run(["0"], undefined, true)).toMatchObject({ out: "north  tty\na warning\n", err: "" });
  });

  test("an error is the result", async () => {
    expect((await run(["fail"])).status).toMatchObject({
      status: "Failure",
      message: expect.stringContaining("the sensor does not answer") as string,
    });
  });

  test("passes on an input of many chunks, and its end", async () => {
    const chunks = Array.from({ length: 300 }, (_, index) => Buffer.alloc(10_000, String(index % 10)));
    const { out, status } = await run(["cat"], Readable.from(chunks));
    expect(out).toHaveLength(3_000_000);
    expect(out).toBe(Buffer.concat(chunks).toString());
    expect(status.status).toBe("Success");
  });

  const open = async (path: string, headers?: Readonly<Record<string, string>>): Promise<RawStream> =>
    openRaw(mainTarget(cluster().kubeconfig), `${root}${path}`, headers);

  test("passes on sizes, and ignores other messages", async () => {
    const { socket, received } = await open("/shell?stdout=true&tty=true&command=size");
    const size = (content: string): Buffer => frame(opcode.binary, Buffer.from(`\u0004${content}`));
    socket.write(Buffer.concat([size("{"), size('{"Width":-1,"Height":2}'), size('{"Width":80,"Height":24}')]));
    await expect.poll(() => received().toString("latin1")).toContain("80x24");
    socket.destroy();
  });

  test.each([
    ["no output and no input", "/shell?command=0", {}, 400, "at least 1 of stdin, stdout, stderr"],
    ["another subprotocol", "/shell?stdout=true", { "Sec-WebSocket-Protocol": "v4.base64.channel.k8s.io" }, 400, "v5"],
    ["another protocol", "/shell?stdout=true", { Upgrade: "SPDY/3.1" }, 400, "connect with a WebSocket"],
    ["no protocol", "/shell?stdout=true", { Upgrade: "", Connection: "close" }, 400, "connect with a WebSocket"],
    ["an object that does not exist", "-2/shell?stdout=true", {}, 404, "not found"],
    ["a wrong key", "/shell?stdout=true", { "Sec-WebSocket-Key": "x" }, 400, "Sec-WebSocket-Key"],
  ])("a request with %s is refused", async (_, path, headers, code, message) => {
    const { socket, head, received } = await open(path, headers);
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${code} `));
    await expect.poll(() => received().toString()).toContain(message);
    socket.destroy();
  });

  test("needs the right to create, besides the right to get", async () => {
    const roles = async (verbs: string[]): Promise<void> => {
      const objects: KubeObject[] = [
        {
          ...{ apiVersion: `${rbac}/v1`, kind: "ClusterRole", metadata: { name: "streams" } },
          rules: [{ apiGroups: ["metrics.abc.com"], resources: ["readings/shell"], verbs }],
        } as ClusterRole,
        {
          ...{ apiVersion: `${rbac}/v1`, kind: "ClusterRoleBinding", metadata: { name: "streams" } },
          roleRef: { apiGroup: rbac, kind: "ClusterRole", name: "streams" },
          subjects: [{ apiGroup: rbac, kind: "User", name: "nobody" }],
        } as ClusterRoleBinding,
      ];
      for (const object of objects) await client.apply(object);
    };
    const ask = async (): Promise<string> => {
      const { socket, head } = await openRaw(
        mainTarget(cluster().nobodyKubeconfig),
        `${root}/shell?stdout=true&command=0`,
      );
      socket.destroy();
      return head.slice(9, 12);
    };
    expect(await ask()).toBe("403");
    await roles(["get"]);
    expect(await ask()).toBe("403");
    await roles(["get", "create"]);
    // The server keeps an answer for some seconds.
    await expect.poll(ask, { interval: 1_000 }).toBe("101");
  });

  test.each([
    ["an unmasked frame", frame(opcode.binary, Buffer.from("\u0000x"), { isMasked: false }), 1_002],
    ["a frame of a reserved kind", frame(opcode.reserved, Buffer.from("x")), 1_002],
    ["a text", frame(opcode.text, Buffer.from("0x")), 1_003],
    ["a text that is no UTF-8", frame(opcode.text, Buffer.of(0xff)), 1_007],
    ["a message that is too long", frame(opcode.binary, Buffer.from("x"), { length: 2 ** 40 }), 1_009],
    ["a length beyond all numbers", frame(opcode.binary, Buffer.alloc(0), { length: 2 ** 62 }), 1_009],
  ])("%s ends the session", async (name, bytes, code) => {
    const id = encodeURIComponent(name);
    const { socket, received } = await open(`/wait?stdin=true&stdout=true&reads=true&id=${id}`);
    socket.write(bytes);
    // Frames of the channels may come before.
    const closing = (): number => received().indexOf(0x88);
    await expect.poll(closing).toBeGreaterThanOrEqual(0);
    await expect.poll(() => received().length).toBeGreaterThanOrEqual(closing() + 4);
    expect(received().readUInt16BE(closing() + 2)).toBe(code);
    socket.end(frame(opcode.close, Buffer.alloc(0)));
    await expect.poll(() => ended).toContain(name);
  });

  test("ignores messages for no channel that reads", async () => {
    const { socket, received } = await open("/shell?stdin=true&stdout=true&command=cat");
    const messages = ["", "\u0001a", "\u0002b", "\u0003c", "\u0007d", "\u00ff\u0001", "\u0000right"];
    for (const message of messages) socket.write(frame(opcode.binary, Buffer.from(message, "latin1")));
    await expect.poll(() => received().toString("latin1")).toContain("\u0001right");
    socket.write(frame(opcode.binary, Buffer.from("\u00ff\u0000", "latin1")));
    await expect.poll(() => received().toString("latin1")).toContain("Success");
    socket.destroy();
  });

  test("version 4 cannot end the input alone", async () => {
    const headers = { "Sec-WebSocket-Protocol": "v4.channel.k8s.io" };
    const { socket, head, received } = await open("/shell?stdin=true&stdout=true&command=cat", headers);
    expect(head.toLowerCase()).toContain("sec-websocket-protocol: v4.channel.k8s.io");
    for (const message of ["\u00ff\u0000", "\u0000still open"]) {
      socket.write(frame(opcode.binary, Buffer.from(message, "latin1")));
    }
    await expect.poll(() => received().toString("latin1")).toContain("\u0001still open");
    socket.destroy();
  });

  test.each([
    ["vanishes", "gone", (stream: RawStream) => stream.socket.destroy()],
    ["says goodbye", "bye", (stream: RawStream) => stream.socket.write(frame(opcode.close, Buffer.of(3, 232)))],
  ])("the signal fires when a client %s", async (_, id, leave) => {
    const stream = await open(`/wait?stdout=true&id=${id}`);
    leave(stream);
    await expect.poll(() => ended).toContain(id);
  });

  test("waits for a slow client", async () => {
    const { socket } = await open("/flood?stdout=true");
    socket.pause();
    const before = await settled(() => written);
    // What fits into the buffers of the connections.
    expect(written).toBeLessThan(64_000_000);
    socket.resume();
    await expect.poll(() => written).toBeGreaterThan(before + 1_000_000);
    socket.destroy();
  });

  test("a client that sends more than the author reads has to wait", async () => {
    const { socket } = await open("/wait?stdin=true&stdout=true&id=full");
    for (let sent = 0; sent < 100; sent += 1) socket.write(frame(opcode.binary, Buffer.alloc(1_000_000)));
    expect(await settled(() => socket.writableLength)).toBeGreaterThan(30_000_000);
    socket.destroy();
    await expect.poll(() => ended).toContain("full");
  });
});

/** Resolves to a number when it no longer changes. */
async function settled(read: () => number): Promise<number> {
  let before = Number.NaN;
  const isStill = (): boolean => {
    const now = read();
    const wasStill = now === before;
    before = now;
    return wasStill;
  };
  await expect.poll(isStill, { interval: 500 }).toBe(true);
  return before;
}
