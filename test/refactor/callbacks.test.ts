import { expect, test } from "vitest";
import { addManagerCall, isCalled } from "../../src/refactor/callbacks.js";
import { edited } from "./edited.js";

const call = (manager: string): string => `new BarReconciler(${manager}.client).setupWithManager(${manager});`;

function wire(text: string): { readonly text: string; readonly isWired: boolean } {
  let isWired = false;
  const after = edited(text, (source) => (isWired = addManagerCall(source, call)));
  return { text: after, isWired };
}

test.each<[string, string, string]>([
  [
    "at the marker",
    `await runManager({ name: "x" }, (manager) => {\n  // +tsop:scaffold:builder\n  done(manager);\n});\n`,
    `await runManager({ name: "x" }, (manager) => {\n  new BarReconciler(manager.client).setupWithManager(manager);\n  // +tsop:scaffold:builder\n  done(manager);\n});\n`,
  ],
  [
    "at the end of the function that runManager gets, by the name that it has there",
    `await runManager({ name: 'x' }, async (mgr: Manager) => {\n\tawait prepare()\n\t// more to come\n})\n`,
    `await runManager({ name: 'x' }, async (mgr: Manager) => {\n\tawait prepare()\n\t// more to come\n\tnew BarReconciler(mgr.client).setupWithManager(mgr)\n})\n`,
  ],
  [
    "in a function that has nothing yet",
    `runManager({ name: "x" }, (manager) => {});\n`,
    `runManager({ name: "x" }, (manager) => {\n  new BarReconciler(manager.client).setupWithManager(manager);\n});\n`,
  ],
  [
    "in a function that is an expression",
    `runManager({ name: "x" }, (manager) => setUp(manager));\n`,
    `runManager({ name: "x" }, (manager) => {\n  setUp(manager);\n  new BarReconciler(manager.client).setupWithManager(manager);\n});\n`,
  ],
  [
    "before what the function returns",
    `const setUp = async (m) => {\n    a(m);\n    // at last\n    return b(m);\n};\nawait runManager(options, setUp);\n`,
    `const setUp = async (m) => {\n    a(m);\n    // at last\n    new BarReconciler(m.client).setupWithManager(m);\n    return b(m);\n};\nawait runManager(options, setUp);\n`,
  ],
  [
    "in a function that is declared by name, and runManager in a namespace",
    `import * as tsop from "tsop";\nasync function setUp(manager: tsop.Manager) {\n  a(manager);\n}\nawait tsop.runManager({}, setUp);\n`,
    `import * as tsop from "tsop";\nasync function setUp(manager: tsop.Manager) {\n  a(manager);\n  new BarReconciler(manager.client).setupWithManager(manager);\n}\nawait tsop.runManager({}, setUp);\n`,
  ],
  [
    "by another name of runManager",
    `import { runManager as run } from "tsop";\nrun({}, function (manager) {\r\n  a(manager);\r\n});\r\n`,
    `import { runManager as run } from "tsop";\nrun({}, function (manager) {\r\n  a(manager);\r\n  new BarReconciler(manager.client).setupWithManager(manager);\n});\r\n`,
  ],
])("a call is added %s", (_, before, after) => {
  const wired = wire(before);
  expect(wired.text.replaceAll("\r\n", "\n")).toBe(after.replaceAll("\r\n", "\n"));
  expect(wired.isWired).toBe(true);
  edited(wired.text, (source) => expect(isCalled(source, "BarReconciler")).toBe(true));
});

test.each([
  ["the function is in another file", `import { setUp } from "./set-up.js";\nawait runManager({}, setUp);\n`],
  ["the function takes the manager apart", `await runManager({}, ({ client }) => {});\n`],
  ["the function takes no manager", `await runManager({}, () => {});\n`],
  ["nothing runs a manager", `// +tsop:scaffold:builders\nconst text = "runManager({}, (manager) => {})";\n`],
  ["the file is empty", ""],
])("nothing is changed where %s", (_, text) => {
  expect(wire(text)).toEqual({ text, isWired: false });
});
