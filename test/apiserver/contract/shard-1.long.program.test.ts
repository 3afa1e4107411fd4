import { loadShard } from "./areas.js";
import { describeEmbeddedContract } from "./on-embedded-server.js";

describeEmbeddedContract(await loadShard(1));
