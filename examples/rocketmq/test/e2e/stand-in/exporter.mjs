/** Serves the number of brokers that the name servers know; RocketMQ's exporter serves more metrics. */
import { createServer } from "node:http";
import { call, endOnSignal } from "./remoting.mjs";

endOnSignal();
const flag = "--rocketmq.config.namesrvAddr=";
const servers = (process.argv.find((argument) => argument.startsWith(flag)) ?? flag).slice(flag.length).split(";");

createServer((_, response) => {
  Promise.any(servers.map((address) => call(address, 106))).then(
    (text) => {
      const brokers = JSON.parse(text);
      const lines = brokers.map(
        ({ brokerName, brokerId, address }) =>
          `rocketmq_broker_up{group="${brokerName}",id="${brokerId}",address="${address}"} 1\n`,
      );
      response.end(`# TYPE rocketmq_broker_up gauge\n${lines.join("")}rocketmq_brokers ${brokers.length}\n`);
    },
    () => response.writeHead(503).end(),
  );
}).listen(5557);
