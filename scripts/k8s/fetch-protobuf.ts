/**
 * `npm run fetch:protobuf` writes data/protobuf-messages.json from the sources of Kubernetes' Go modules. They must be
 * in Go's module cache (`go mod download k8s.io/api@v0.35.4 …`), or below the folder in the argument.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type GoPackage, packMessages } from "./pack-messages.js";
import { readGoStringLists, readGoStructs } from "./read-go-structs.js";
import { readModules } from "./read-modules.js";
import { readProto } from "./read-proto.js";

/** The Kubernetes version of data/openapi. */
const version = "v0.35.4";
const target = fileURLToPath(new URL("../../data/protobuf-messages.json", import.meta.url));
const cache = process.argv[2] ?? execFileSync("go", ["env", "GOMODCACHE"], { encoding: "utf8" }).trim();

const packages = [...readModules()].map(([module, { apiVersion }]) => readPackage(module, apiVersion));
writeFileSync(target, `${JSON.stringify(Object.fromEntries(packMessages(packages)), undefined, 2)}\n`);

function readPackage(module: string, apiVersion: string): GoPackage {
  const folder = path.join(cache, folderOf(module));
  if (!existsSync(folder)) throw new Error(`${folder} does not exist: run go mod download, or name another folder`);
  const sources = readdirSync(folder)
    .filter((file) => file.endsWith(".go") && !/_test\.go$|^zz_|\.pb\.go$|_proto\.go$/.test(file))
    .map((file) => readFileSync(path.join(folder, file), "utf8"));
  return {
    module,
    apiVersion: module.startsWith("meta/") ? `meta.k8s.io/${path.basename(module)}` : apiVersion,
    proto: readProto(readFileSync(path.join(folder, "generated.proto"), "utf8")),
    structs: sources.flatMap(readGoStructs),
    stringLists: sources.flatMap(readGoStringLists),
  };
}

function folderOf(module: string): string {
  if (module.startsWith("meta/")) return `k8s.io/apimachinery@${version}/pkg/apis/${module}`;
  if (module.startsWith("apiextensions/")) return `k8s.io/apiextensions-apiserver@${version}/pkg/apis/${module}`;
  if (module.startsWith("apiregistration/")) return `k8s.io/kube-aggregator@${version}/pkg/apis/${module}`;
  return `k8s.io/api@${version}/${module}`;
}
