import { describe, expect, test, vi } from "vitest";
import { parseFile } from "../../../src/source/parsed-file.js";
import { readPermissions } from "../../../src/source/permissions/read-permissions.js";
import { read, readFiles } from "./read-found.js";

describe("what client-node does is inferred from", () => {
  const stream = (subresource: string): string => `v1 Pod/${subresource}: create,get`;
  test.each<readonly [string, string, string[]]>([
    ["exec", `new Exec(config).exec("a", "b", "c", "true", null, null, null, false)`, [stream("exec")]],
    ["attach", `new k8s.Attach(config).attach("a", "b", "c", null, null, null, false)`, [stream("attach")]],
    [
      "copies",
      `await cp.cpToPod("a", "b", "c", "/x", "/y"); await cp.cpFromPod("a", "b", "c", "/x", "/y")`,
      [stream("exec"), stream("exec")],
    ],
    ["a port", `new PortForward(config).portForward("a", "b", [5432], out, null, input)`, [stream("portforward")]],
    [
      "a port of a Service",
      `new PortForward(config).portForwardService("a", "b", [5432], out, null, input)`,
      [stream("portforward"), "v1 Service: get", "v1 Pod: list"],
    ],
    [
      "a port of a Deployment",
      `new PortForward(config).portForwardDeployment("a", "b", [5432], out, null, input)`,
      [stream("portforward"), "apps/v1 Deployment: get", "v1 Pod: list"],
    ],
    ["a log", `new Log(config).log("a", "b", "c", out)`, ["v1 Pod/log: get"]],
    ["metrics of Pods", `new Metrics(config).getPodMetrics("a")`, ["metrics.k8s.io/v1beta1 PodMetrics: list"]],
    ["metrics of Nodes", `new Metrics(config).getNodeMetrics()`, ["metrics.k8s.io/v1beta1 NodeMetrics: list"]],
    ["topPods", `topPods(api, metrics, "a")`, ["v1 Pod: list", "metrics.k8s.io/v1beta1 PodMetrics: list"]],
    ["topNodes", `k8s.topNodes(api)`, ["v1 Node: list", "v1 Pod: list"]],
    [
      "a class that is loaded on first use",
      `const { Exec: Late } = await import("@kubernetes/client-node"); await new Late(config).exec("a", "b", "c", "true")`,
      [stream("exec")],
    ],
    [
      "a field",
      `class A { readonly #exec = new Exec(config); run() { return this.#exec.exec("a", "b", "c", "true"); } }`,
      [stream("exec")],
    ],
    [
      "a method that is handed on",
      `const { log } = { log: new Log(config) }; targets.map(log.log)`,
      ["v1 Pod/log: get"],
    ],
    [
      "copies that are waited for",
      `const { copy } = { copy: await createCp(config) }; await copy.cpToPod("a", "b", "c", "/x", "/y")`,
      [stream("exec")],
    ],
  ])("%s", (_, body, wanted) => {
    const text = `import * as k8s from "@kubernetes/client-node";
import { type Cp, Exec, Log, Metrics, PortForward, topPods } from "@kubernetes/client-node";
import { createCp } from "tsop/client-node";
declare const cp: Cp; declare const config: any; declare const api: any; declare const metrics: any; declare const out: any; declare const input: any;
declare const targets: any[];
export async function f() { ${body}; }`;
    expect(read(text)).toEqual({ permissions: wanted, unresolved: [] });
  });

  test("no call of the same name elsewhere", () => {
    const body = `export const f = (context: any, pattern: any, kind: Kind) => [console.log(Pod), context.log.log(Pod), pattern.exec(Pod), other.exec(kind)];
class Exec { exec(name: string) { return name; } }
export const g = new Exec().exec("a");`;
    expect(read(body)).toEqual({ permissions: [], unresolved: [] });
  });
});

describe("a function called log or exec", () => {
  const main = `import { runManager } from "tsop";
console.log(/a/.exec("a"));
await runManager({});`;

  test("opens no checker in a project without client-node", () => {
    const opened = vi.fn<() => never>();
    expect(readPermissions([parseFile("main.ts", main)], opened)).toEqual({
      inferred: [],
      unresolved: [],
      speaking: [],
    });
    expect(opened).not.toHaveBeenCalled();
  });

  test("is client-node's where another file names the class", () => {
    const found = readFiles({
      "main.ts": main,
      "pods.ts": `import type { Exec } from "@kubernetes/client-node";
export interface Pods { readonly exec: Exec }`,
      "run.ts": `import type { Pods } from "./pods.js";
export const run = (pods: Pods) => pods.exec.exec("a", "b", "c", "true");`,
    });
    expect(found.permissions).toEqual(["v1 Pod/exec: create,get"]);
  });
});
