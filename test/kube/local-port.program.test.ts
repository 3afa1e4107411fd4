import { createServer } from "node:net";
import { expect, test } from "vitest";
import { freePort } from "../../src/kube/local-port.js";

test("a free port is none that the system gives to an outgoing connection, and none of a Service", async () => {
  for (let each = 0; each < 200; each++) {
    const port = await freePort();
    expect(port).toBeGreaterThanOrEqual(20_000);
    expect(port).toBeLessThan(30_000);
  }
});

test.each(["127.0.0.1", "0.0.0.0"])("a free port is none on which a server listens at %s", async (host) => {
  const [taken, free] = [await freePort(), await freePort()];
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(taken, host, resolve));
  try {
    const tries = [taken, taken, free];
    expect(await freePort(() => tries.shift()!)).toBe(free);
  } finally {
    server.close();
  }
});

test("the last error is thrown where no port can be listened on", async () => {
  const tries: number[] = [];
  const impossible = (): number => {
    tries.push(65_536);
    return 65_536;
  };
  await expect(freePort(impossible)).rejects.toThrow("65536");
  expect(tries.length).toBeGreaterThan(1);
});
