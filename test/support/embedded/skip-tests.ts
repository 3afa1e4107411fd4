import { beforeEach } from "vitest";
import { realServerOnly } from "./real-server-only.js";

beforeEach(({ task, skip }) => {
  const entry = realServerOnly.find(({ place, test }) => task.name === test && task.file.name === `test/${place}`);
  if (entry !== undefined) skip(entry.reason);
});
