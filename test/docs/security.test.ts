import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const page = readFileSync(path.join(root, "docs/policies/security.md"), "utf8");

test("docs/policies/security.md names tests that exist", () => {
  const named = [...page.matchAll(/`(test\/[^`]+\.ts)`/g)].map(([, file = ""]) => file);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

test.each([
  "runAsNonRoot: true",
  "readOnlyRootFilesystem: true",
  "allowPrivilegeEscalation: false",
  "RuntimeDefault",
  "limits:",
])("the scaffold has the setting %s that docs/policies/security.md names", (setting) => {
  const manager = readFileSync(path.join(root, "templates/init/config/manager/manager.yaml.hbs"), "utf8");
  expect(manager).toContain(setting);
});
