import { describe, expect, test } from "vitest";
import { freePort } from "../../src/kube/local-port.js";
import { failureOf, projectFor, registry } from "../support/faulty-registry.js";

describe("with a registry that", () => {
  test("drips bytes and never ends its answer, npm is stopped as well", async () => {
    const port = await registry((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n{");
      const drip = setInterval(() => socket.write(" "), 100);
      socket.on("close", () => clearInterval(drip));
    });
    const { error } = await failureOf(projectFor(port), { silenceMs: 3_000 });
    expect(error.message).toContain("the registry sent nothing for 3 s");
  });

  test("refuses connections, what npm says and the settings are told", async () => {
    const port = await freePort();
    const { error } = await failureOf(projectFor(port));
    expect(error.message).toMatch(/npm install exited with status 1:\n[^]*ECONNREFUSED/);
    expect(error.hint).toContain(`Settings: registry=http://127.0.0.1:${port}/`);
  });
});
