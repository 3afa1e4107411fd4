import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { builtInGroups } from "../../src/scaffold/built-in-groups.js";

const k8s = new URL("../../src/k8s/", import.meta.url);

test("the groups of Kubernetes' own are those that tsop has kinds of", () => {
  const found = readdirSync(k8s, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const texts = readdirSync(new URL(`${name}/`, k8s))
        .map((file) => [file.replace(/\.ts$/, ""), readFileSync(new URL(`${name}/${file}`, k8s), "utf8")] as const)
        .filter(([, text]) => text.includes("defineKind<"));
      const versions = texts.map(([version]) => version);
      const text = texts.map(([, each]) => each).join("\n");
      const apiVersion = /defineKind<\w+>\("([^"]+)"/.exec(text)?.[1];
      const full = apiVersion?.includes("/") === true ? apiVersion.replace(/\/.*/, "") : "";
      return { name, full, versions, hasKinds: apiVersion !== undefined };
    })
    .filter(({ hasKinds }) => hasKinds)
    .map(({ name, full, versions }) => ({ name, full, versions }));
  expect([...builtInGroups].toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual(found);
});
