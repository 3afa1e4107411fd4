import { type Connection, readText, send } from "./exchange.js";

/** Sends a request that no transcript contains. */
export async function call(
  connection: Connection,
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; text: string }> {
  const headers = { authorization: `Bearer ${connection.server.token}`, "content-type": "application/json" };
  const response = await send(connection, {
    method,
    path,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.statusCode ?? 0, text: (await readText(response)).toString() };
}
