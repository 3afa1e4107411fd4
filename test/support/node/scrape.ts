import { request } from "node:https";
import { Running } from "../shell.js";

/** Forwards a local port to a service while `body` runs. */
export async function withForwardedPort<T>(
  kubectl: string,
  args: readonly string[],
  body: (port: number) => Promise<T>,
): Promise<T> {
  const forwarding = new Running(kubectl, ["port-forward", "--address", "127.0.0.1", ...args], { cwd: "/" });
  try {
    const [, port] = await forwarding.said(/Forwarding from 127\.0\.0\.1:(\d+)/);
    return await body(Number(port));
  } finally {
    await forwarding.end("SIGKILL");
  }
}

/** Requests the metrics, which are served with a self-signed certificate. */
export function scrape(port: number, token?: string): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const options = { host: "127.0.0.1", port, path: "/metrics", headers, rejectUnauthorized: false };
    const asking = request(options, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (data: string) => (text += data));
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    asking.on("error", reject);
    asking.end();
  });
}
