/**
 * `npm run fetch:protobuf` writes data/<version>/protobuf-messages.json from the sources of Kubernetes' Go modules. They must be
 * in Go's module cache (`go mod download k8s.io/api@v0.37.2 …`), or below the folder in the argument.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { goVersion, newestFile } from "./newest.js";
import { type GoPackage, packMessages } from "./pack-messages.js";
import { readGoStringLists, readGoStructs } from "./read-go-structs.js";
import { readModules } from "./read-modules.js";
import { readProto } from "./read-proto.js";

const target = newestFile("protobuf-messages.json");
const cache = process.argv[2] ?? execFileSync("go", ["env", "GOMODCACHE"], { encoding: "utf8" }).trim();

const modules = readModules();
const packages = [...modules].map(([module, { apiVersion }]) =>
  readPackage(module, apiVersion || unservedVersion(module)),
);
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

/** Returns the API version of types that only other groups use: that of their group, which serves other versions. */
function unservedVersion(module: string): string {
  const [group = "", version = ""] = module.split("/");
  const sibling = [...modules].find(([name, { apiVersion }]) => name.startsWith(`${group}/`) && apiVersion !== "");
  return `${sibling?.[1].apiVersion.split("/")[0] ?? group}/${version}`;
}

function folderOf(module: string): string {
  if (module.startsWith("meta/")) return `k8s.io/apimachinery@${goVersion}/pkg/apis/${module}`;
  if (module.startsWith("apiextensions/")) return `k8s.io/apiextensions-apiserver@${goVersion}/pkg/apis/${module}`;
  if (module.startsWith("apiregistration/")) return `k8s.io/kube-aggregator@${goVersion}/pkg/apis/${module}`;
  return `k8s.io/api@${goVersion}/${module}`;
}
