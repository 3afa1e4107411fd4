/*
Copyright 2026

Licensed under the Apache License, Version 2.0 (the "License");
you may not use this file except in compliance with the License.
You may obtain a copy of the License at

    http://www.apache.org/licenses/LICENSE-2.0

Unless required by applicable law or agreed to in writing, software
distributed under the License is distributed on an "AS IS" BASIS,
WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
See the License for the specific language governing permissions and
limitations under the License.
*/

/**
 * A substitute for a database: it serves rows of one file over HTTP to clients with the password. SAMPLEDB_VERSION sets its
 * version. It follows the contract of the images in the README: it does not serve data of another version.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import process from "node:process";

const { SAMPLEDB_VERSION: version, SAMPLEDB_HOST, SAMPLEDB_PORT, SAMPLEDB_DATABASE: name } = process.env;
const { SAMPLEDB_USERNAME, SAMPLEDB_PASSWORD } = process.env;
const authorization = `Basic ${Buffer.from(`${SAMPLEDB_USERNAME}:${SAMPLEDB_PASSWORD}`).toString("base64")}`;
const file = "/data/data.json";

const commands = { serve, init, backup, snapshot, upgrade };
const [command = "", ...args] = process.argv.slice(2);
if (!Object.hasOwn(commands, command)) throw new Error(`no such command: ${command}`);
await commands[command](...args);

function serve() {
  const data = existsSync(file) ? read(file) : { version, rows: {} };
  if (data.version !== version) throw new Error(`the data is of version ${data.version}, and this is ${version}`);
  const answer = (response, status, body = {}) => response.writeHead(status).end(JSON.stringify(body));
  const server = createServer(async (request, response) => {
    if (request.headers.authorization !== authorization) return answer(response, 401);
    if (request.method === "GET") return answer(response, 200, data);
    const sent = JSON.parse((await request.setEncoding("utf8").toArray()).join(""));
    Object.assign(request.method === "PUT" ? data : data.rows, sent);
    write(file, data);
    answer(response, 200, data);
  }).listen(Number(SAMPLEDB_PORT), () => console.log(`serving version ${version}`));
  process.on("SIGTERM", () => {
    server.close();
    server.closeAllConnections();
  });
}

/** Overwrites nothing: a second run finds the rows of the first run. */
async function init(from) {
  const { rows } = await call("GET");
  if (Object.keys(rows).length > 0) return console.log("there is data already");
  const restored = from === undefined ? { rows: { created: "yes" } } : read(`/backups/${from}/data.json`);
  await call("PUT", { rows: restored.rows, version });
  console.log(from === undefined ? "initialised" : `restored from ${from}`);
}

async function backup(backupName, keep) {
  const data = await call("GET");
  publish(backupName, (folder) => write(`${folder}/data.json`, data));
  const all = readdirSync("/backups").filter((entry) => entry.startsWith(`${name}-backup-`));
  for (const old of all.sort().reverse().slice(Number(keep))) rmSync(`/backups/${old}`, { recursive: true });
}

function snapshot(snapshotName) {
  publish(snapshotName, (folder) => cpSync("/data", folder, { recursive: true }));
}

/** A second run changes nothing. */
function upgrade(from, to) {
  if (!existsSync(file)) return console.log("there is no data yet");
  const data = read(file);
  if (data.version === to) return console.log(`the data is of version ${to} already`);
  if (data.version !== from) throw new Error(`the data is of version ${data.version}, not ${from}`);
  write(file, { ...data, version: to, rows: { ...data.rows, upgradedFrom: from } });
}

/** Renames the folder when it is complete, so that readers find the complete folder or no folder. */
function publish(folder, fill) {
  const draft = `/backups/.${folder}`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  fill(draft);
  rmSync(`/backups/${folder}`, { recursive: true, force: true });
  renameSync(draft, `/backups/${folder}`);
  console.log(`wrote ${folder}`);
}

async function call(method, body) {
  const url = `http://${SAMPLEDB_HOST}:${SAMPLEDB_PORT}/`;
  const response = await fetch(url, { method, headers: { authorization }, body: body && JSON.stringify(body) });
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status}`);
  return response.json();
}

function read(path) {
  return JSON.parse(readFileSync(path, "utf8"));
}

/** After a kill during the write, the old file remains. */
function write(path, data) {
  writeFileSync(`${path}.new`, JSON.stringify(data));
  renameSync(`${path}.new`, path);
}
