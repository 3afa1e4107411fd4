import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { thisNode, timed, tsop } from "../timed.js";
import { goKind, kindNames, typescriptKind } from "./kinds.js";

/** Creates a tsop project in a new folder. */
export function typescriptProject(folder: string, name: string, kinds: number): string {
  const project = path.join(folder, name);
  mkdirSync(project);
  tsop(thisNode, ["init", "--domain", "example.com", "--tsop", "0.1.0", "--no-install"], project);
  mkdirSync(path.join(project, "api/v1"), { recursive: true });
  for (const kind of kindNames(kinds)) {
    writeFileSync(path.join(project, `api/v1/${kind.toLowerCase()}_types.ts`), typescriptKind(kind));
  }
  return project;
}

/** Creates the same project in Go, which needs Go and its module proxy. The first run downloads apimachinery. */
export function goProject(folder: string, kinds: number): string {
  const project = path.join(folder, "go");
  mkdirSync(path.join(project, "v1"), { recursive: true });
  writeFileSync(path.join(project, "go.mod"), "module bench\n\ngo 1.26.0\n\nrequire k8s.io/apimachinery v0.37.2\n");
  writeFileSync(path.join(project, "v1/doc.go"), "// +groupName=bench.example.com\npackage v1\n");
  for (const kind of kindNames(kinds)) {
    writeFileSync(path.join(project, `v1/${kind.toLowerCase()}_types.go`), goKind(kind));
  }
  timed("go", ["mod", "tidy"], project);
  return project;
}
