/**
 * A broker without messages: it reads broker.conf, elects a leader with its peers, registers with its name servers, and accepts changes of settings
 * while it runs. As in RocketMQ, settings that it reads at start do not change.
 */
import { appendFileSync, readFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { call, endOnSignal, serve } from "./remoting.mjs";

const file = process.argv[process.argv.indexOf("-c") + 1];
const parse = (text) =>
  Object.fromEntries(
    text
      .split("\n")
      .filter((line) => line.includes("="))
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1).replaceAll("\\\\", "\\")]),
  );
const settings = parse(readFileSync(file, "utf8"));
const print = () =>
  Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join("");
appendFileSync(`${settings.storePathRootDir}/starts`, `${new Date().toISOString()}\n`);

const self = settings.dLegerSelfId;
const peers = settings.dLegerPeers
  .split(";")
  .map((peer) => ({ id: peer.slice(0, peer.indexOf("-")), address: peer.slice(peer.indexOf("-") + 1) }));
createServer((socket) => socket.end(self).on("error", () => undefined)).listen(40911);

function isReachable({ id, address }) {
  if (id === self) return Promise.resolve(true);
  return new Promise((resolve) => {
    const [host, port] = address.split(":");
    const socket = connect({ host, port: Number(port), timeout: 500 });
    let heard = "";
    socket.on("data", (data) => (heard += data));
    socket.on("close", () => resolve(heard === id));
    socket.on("timeout", () => socket.destroy());
    socket.on("error", () => socket.destroy());
  });
}

/** The lowest member of a majority leads, which is enough of an election for the operator. */
async function elect() {
  const reachable = await Promise.all(peers.map(isReachable));
  const alive = peers.filter((_, index) => reachable[index]);
  const leads = alive.length > peers.length / 2 && alive[0].id === self;
  const role = leads ? "SYNC_MASTER" : "SLAVE";
  if (settings.brokerRole !== role) console.log(`${self} of ${settings.dLegerGroup}: ${role}`);
  settings.brokerRole = role;
  settings.brokerId = leads ? "0" : String(1 + peers.findIndex(({ id }) => id === self));
}

async function register() {
  const { brokerName, brokerId, brokerClusterName: clusterName } = settings;
  const fields = { brokerName, brokerId, clusterName, brokerAddr: `${process.env.HOSTNAME}` };
  const servers = (settings.namesrvAddr ?? "").split(";").filter((address) => address !== "");
  await Promise.allSettled(servers.map((address) => call(address, 103, fields)));
}

async function often() {
  await elect();
  await register();
  setTimeout(often, 1000);
}
await elect();
serve(10911, {
  25: (_, body) => {
    Object.assign(settings, parse(body));
    console.log(`settings changed: ${Object.keys(parse(body)).join(", ")}`);
    return "";
  },
  26: print,
});
endOnSignal();
await often();
