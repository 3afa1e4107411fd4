import type { Assembly } from "./assemble.js";

/** The base of an image without a base image: `FROM scratch`. An image without programs fits every platform. */
export const scratch: Assembly["base"] = {
  manifest: { layers: [] },
  config: { os: "linux", architecture: "amd64", config: {}, diffIds: [], history: [] },
};
