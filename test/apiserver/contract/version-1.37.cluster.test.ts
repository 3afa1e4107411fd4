import { loadAreas } from "./areas.js";
import { describeRealContract } from "./on-real-server.js";

describeRealContract(await loadAreas(), "1.37");
