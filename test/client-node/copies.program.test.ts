/** Copies by tar over a WebSocket: what ends them. */
import type { Exec } from "@kubernetes/client-node";
import { EventEmitter } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { Readable, type Writable } from "node:stream";
import { buffer } from "node:stream/consumers";
import * as tar from "tar";
import { describe, expect, test } from "vitest";
import { waitingCp } from "../../src/client-node/create-cp.js";
import type { ClientNode } from "../../src/client-node/to-kube-config.js";
import { clientNodes } from "../support/client-node.js";
import { tempFolder } from "../support/temp-folder.js";

type Act = (call: {
  readonly command: string[];
  readonly stdout: Writable | null;
  readonly stderr: Writable | null;
  readonly stdin: Readable | null;
  readonly end: (status: object) => void;
  readonly socket: EventEmitter;
}) => void | Promise<void>;

/** A Cp whose commands are played by the test. */
function play({ Cp, KubeConfig }: (typeof clientNodes)[number][1], act: Act): InstanceType<typeof Cp> {
  class PlayedExec {
    // oxlint-disable-next-line typescript/require-await -- as the method that it replaces
    async exec(...args: Parameters<Exec["exec"]>): Promise<EventEmitter> {
      const [, , , command, stdout, stderr, stdin, , onStatus] = args;
      const socket = Object.assign(new EventEmitter(), { close: () => socket.emit("close") });
      const end = (status: object): void => {
        stdout?.end();
        onStatus?.(status);
        socket.emit("close");
      };
      setImmediate(
        () =>
          void act({ command: typeof command === "string" ? [command] : command, stdout, stderr, stdin, end, socket }),
      );
      return socket;
    }
  }
  const module = { Cp, KubeConfig, Exec: PlayedExec } as unknown as ClientNode;
  return waitingCp(module, new KubeConfig());
}

const success = { status: "Success" };

describe.each(clientNodes)("with client-node %s", (_, module) => {
  test("a copy from a pod is on the disk when it resolves, and nothing is compressed", async () => {
    const [there, here] = [tempFolder({ "a.txt": "from the pod" }), tempFolder({})];
    const cp = play(module, async ({ command, stdout, stderr, end }) => {
      expect(command).toEqual(["tar", "cf", "-", "-C", "/data", "a.txt"]);
      stderr?.write("tar: a warning of no weight\n");
      stdout?.write(await buffer(tar.create({ cwd: there }, ["a.txt"])));
      end(success);
    });
    await cp.cpFromPod("ns", "db-0", "db", "a.txt", here, "/data");
    expect(readFileSync(path.join(here, "a.txt"), "utf8")).toBe("from the pod");
  });

  test("a copy to a pod resolves when tar has ended there", async () => {
    const here = tempFolder({ "b.txt": "to the pod" });
    let unpacked = "";
    const cp = play(module, async ({ command, stdin, end }) => {
      expect(command).toEqual(["tar", "xf", "-", "-C", "/data"]);
      unpacked = (await buffer(stdin ?? Readable.from([]))).toString("latin1");
      end(success);
    });
    await cp.cpToPod("ns", "db-0", "db", here, "/data");
    expect(unpacked).toContain("to the pod");
  });

  test.each<readonly [string, Act, string]>([
    [
      "by tar",
      ({ stderr, end }) => {
        stderr?.write("tar: a.txt: Cannot stat\n");
        end({ status: "Failure", message: "command terminated with exit code 2" });
      },
      "the copy failed: tar: a.txt: Cannot stat",
    ],
    ["without a word", ({ end }) => end({ status: "Failure", message: "exit code 2" }), "the copy failed: exit code 2"],
    [
      "by the connection",
      ({ socket }) => void socket.emit("close"),
      "the copy failed: the connection closed before the copy was complete",
    ],
  ])("a copy that is ended %s rejects", async (_name, act, message) => {
    const folder = tempFolder({ "a.txt": "" });
    const refusal = { code: "cluster/command-failed", message };
    await expect(play(module, act).cpToPod("ns", "db-0", "db", folder, "/data")).rejects.toMatchObject(refusal);
    await expect(play(module, act).cpFromPod("ns", "db-0", "db", "a.txt", folder)).rejects.toMatchObject(refusal);
  });

  test("an invalid archive and a missing local folder reject with the reason", async () => {
    const cp = play(module, ({ stdout, end }) => {
      stdout?.write(Buffer.alloc(1024, "no archive"));
      end(success);
    });
    await expect(cp.cpFromPod("ns", "db-0", "db", "a.txt", tempFolder({}))).rejects.toThrow(/tar header/);
    const never = play(module, ({ stdin }) => void stdin?.resume());
    await expect(never.cpToPod("ns", "db-0", "db", "/does/not/exist", "/data")).rejects.toThrow(/ENOENT/);
  });

  test("a folder that may not be written to rejects", async () => {
    const here = tempFolder({ file: "no folder" });
    const cp = play(module, async ({ stdout, end }) => {
      stdout?.write(await buffer(tar.create({ cwd: here }, ["file"])));
      end(success);
    });
    await expect(cp.cpFromPod("ns", "db-0", "db", "file", path.join(here, "file"))).rejects.toThrow(/EEXIST|ENOTDIR/);
  });
});
