import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { simulatedKinds } from "../../src/apiserver/controllers/simulated-kinds.js";
import { showNotSimulated, showSimulatedKinds } from "../../src/commands/simulated-kinds.js";

test("the documentation names the kinds that are simulated", () => {
  const text = readFileSync(new URL("../../docs/how-to/dev.md", import.meta.url), "utf8");
  const [, section = ""] = text.split("## Simulated workloads");
  expect(simulatedKinds.filter(({ kind }) => !section.includes(`${kind}s`))).toEqual([]);
});

test("they are shown as people say them", () => {
  expect(showSimulatedKinds()).toMatch(/^Deployments, .*, PersistentVolumeClaims and Services of type LoadBalancer$/);
});

test("a controller that the user names is not missing", () => {
  expect(showNotSimulated(true, [])).toMatch(/^not simulated: containers, autoscalers \(/);
  expect(showNotSimulated(true, ["persistentvolume-binder-controller"])).toMatch(/containers, autoscalers/);
  expect(showNotSimulated(true, ["horizontal-pod-autoscaler-controller"])).toMatch(/^not simulated: containers \(/);
  expect(showNotSimulated(false, ["horizontal-pod-autoscaler-controller"])).toMatch(/^not simulated: Pods and /);
});
