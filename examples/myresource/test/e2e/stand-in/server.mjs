import { createServer } from "node:http";

const server = createServer((_request, response) => response.end("here\n")).listen(8080);
process.once("SIGTERM", () => server.close());
