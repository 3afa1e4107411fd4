import { loadShard } from "./areas.js";
import { describeRealContract } from "./on-real-server.js";

describeRealContract(await loadShard(4));
