import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Writes the fields that only an operator's author knows into the base of its ClusterServiceVersion. */
export function writeAuthorsPart(root: string): void {
  const folder = path.join(root, "config/manifests/bases");
  const [name = ""] = readdirSync(folder);
  const file = path.join(folder, name);
  const lines = readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .filter((line) => !line.startsWith("  description:"));
  writeFileSync(file, `${lines.join("\n")}\n${authorsPart}`);
}

const authorsPart = `  description: It does what this test needs, and nothing else.
  provider:
    name: Example Inc.
    url: https://example.com
  maintainers:
  - name: Ann
    email: ann@example.com
  links:
  - name: Documentation
    url: https://example.com/docs
`;
