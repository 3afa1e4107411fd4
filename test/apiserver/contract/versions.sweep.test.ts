import { loadAreas } from "./areas.js";
import { describeEmbeddedContract } from "./on-embedded-server.js";

describeEmbeddedContract(await loadAreas(), true);
