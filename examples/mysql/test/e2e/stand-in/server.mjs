/**
 * As much of mysqld as an operator can notice: it keeps its data and its passwords in the volume, reads conf.d and the init-file,
 * follows a source, and refuses data of a later version.
 */
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { connect, option } from "./client.mjs";

const version = process.env.MYSQL_VERSION;
const file = "/var/lib/mysql/data.json";
const later = (a, b) => a.localeCompare(b, "en", { numeric: true }) > 0;
const quoted = /'((?:[^'\\]|\\.)*)'/g;
const unquote = (value) => value.replace(/\\(.)/g, (_, character) => (character === "n" ? "\n" : character));

function stop(reason) {
  console.error(reason);
  process.exit(1);
}

// What was there: another version, or nothing.
const initial = { version, passwords: { root: process.env.MYSQL_ROOT_PASSWORD }, rows: {} };
const state = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : initial;
if (later(state.version, version)) stop(`the data are of ${state.version}, and this is ${version}`);
state.version = version;

function save() {
  writeFileSync(`${file}.part`, JSON.stringify(state));
  renameSync(`${file}.part`, file);
}

// The settings; mysqld does not start with one that it does not know.
const variables = { version, "server-id": option("server-id") };
const folder = "/etc/mysql/conf.d";
for (const name of readdirSync(folder).filter((entry) => entry.endsWith(".cnf"))) {
  for (const [, key, value] of readFileSync(`${folder}/${name}`, "utf8").matchAll(/^(\S+) = (.*)$/gm)) {
    if (!["max-connections", "sql-mode"].includes(key)) stop(`unknown variable '${key}=${value}'`);
    variables[key] = value;
  }
}

// The SQL to begin with.
let source;
let isReadOnly = false;
for (const statement of readFileSync(option("init-file"), "utf8").split("\n")) {
  const texts = [...statement.matchAll(quoted)].map(([, text]) => unquote(text));
  if (statement.startsWith("ALTER USER")) state.passwords[texts[0]] = texts[2];
  if (statement.startsWith("CHANGE REPLICATION SOURCE")) source = { host: texts[0], password: texts[2] };
  if (statement.includes("super_read_only = ON")) isReadOnly = true;
}
save();

async function follow({ host, password }) {
  try {
    const client = await connect(host, password);
    const rows = await client.run("SHOW DUMP");
    client.end();
    state.rows = {};
    for (const row of rows) insert(row);
    save();
  } catch (error) {
    console.error(`replica: ${error.message}`);
  }
  setTimeout(() => follow({ host, password }), 500);
}

function insert(statement) {
  const [key, value] = [...statement.matchAll(quoted)].map(([, text]) => text);
  state.rows[key] = value;
}

function run({ user, password, statement }) {
  if (state.passwords[user] !== password) throw new Error(`Access denied for user '${user}'`);
  const variable = /^SELECT @@(\S+)$/.exec(statement)?.[1];
  if (variable !== undefined) return [variables[variable] ?? "NULL"];
  if (statement === "SHOW DUMP") {
    return Object.entries(state.rows).map(([key, value]) => `REPLACE INTO data VALUES ('${key}', '${value}')`);
  }
  if (statement.startsWith("SELECT value FROM data WHERE name =")) {
    const [[, key]] = statement.matchAll(quoted);
    return key in state.rows ? [state.rows[key]] : [];
  }
  if (!statement.startsWith("REPLACE INTO data VALUES"))
    throw new Error(`You have an error in your SQL syntax: ${statement}`);
  if (isReadOnly) throw new Error("The MySQL server is running with the --super-read-only option");
  insert(statement);
  save();
  return [];
}

const server = createServer((socket) => {
  socket.on("error", () => undefined);
  createInterface(socket).on("line", (line) => {
    try {
      socket.write(`${JSON.stringify({ rows: run(JSON.parse(line)) })}\n`);
    } catch (error) {
      socket.write(`${JSON.stringify({ error: error.message })}\n`);
    }
  });
});
server.listen(3306, () => console.log(`mysqld ${version}: ready for connections`));
process.on("SIGTERM", () => process.exit(0));
if (source !== undefined) void follow(source);
