/** The client of the stand-in: one statement in JSON a line, one answer a line. */
import { createConnection } from "node:net";
import { createInterface } from "node:readline";

/** The value of `--name=VALUE`. */
export function option(name, fallback) {
  const prefix = `--${name}=`;
  const found = process.argv.find((argument) => argument.startsWith(prefix));
  if (found === undefined && fallback === undefined) throw new Error(`--${name} is needed`);
  return found?.slice(prefix.length) ?? fallback;
}

export async function connect(host, password) {
  const socket = createConnection({ host, port: 3306 });
  socket.setTimeout(10_000, () => socket.destroy(new Error("no answer")));
  await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  const lines = createInterface(socket)[Symbol.asyncIterator]();
  return {
    end: () => socket.end(),
    run: async (statement) => {
      socket.write(`${JSON.stringify({ user: "root", password, statement })}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error("the connection has ended");
      const answer = JSON.parse(value);
      if (answer.error !== undefined) throw new Error(answer.error);
      return answer.rows;
    },
  };
}
