/**
 * `npm run reference:protobuf` runs Kubernetes' own code to encode random objects of all built-in kinds in protobuf,
 * which test/apiserver/protobuf uses for comparison. Needs Go. Arguments: the number of objects per kind, and a seed.
 */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { execa } from "execa";
import { MessageTable } from "../../src/apiserver/protobuf/message-table.js";
import { readProtobufMessages } from "../../src/apiserver/protobuf-messages.js";
import { newestVersion } from "../../src/schema/kubernetes-versions.js";
import { goVersion } from "./newest.js";
import { randomObject, seededRandom } from "../../test/apiserver/protobuf/random-object.js";

const modules = ["api", "apimachinery", "apiextensions-apiserver", "client-go", "kube-aggregator"];

const [count = "2", seed = "1"] = process.argv.slice(2);
const target = fileURLToPath(new URL("../../test/data/protobuf/go.json.br", import.meta.url));
const program = fileURLToPath(new URL("protobuf-reference", import.meta.url));
const folder = mkdtempSync(path.join(os.tmpdir(), "protobuf-"));
try {
  cpSync(program, folder, { recursive: true });
  const requirements = modules.map((name) => `\tk8s.io/${name} ${goVersion}\n`).join("");
  writeFileSync(path.join(folder, "go.mod"), `module example.com/protobuf\n\ngo 1.25\n\nrequire (\n${requirements})\n`);
  await execa("go", ["mod", "tidy"], { cwd: folder });
  const input = randomObjects().map((object) => `${JSON.stringify(object)}\n`);
  const { stdout } = await execa("go", ["run", "."], { cwd: folder, input: input.join(""), maxBuffer: 2 ** 30 });
  const lines = stdout.split("\n").map((line, index) => `{"given":${input[index]?.trim() ?? ""},${line.slice(1)}`);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
  writeFileSync(target, brotliCompressSync(`[${lines.join(",\n")}]`, { params }));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function randomObjects(): object[] {
  const messages = readProtobufMessages(newestVersion);
  const table = new MessageTable(messages);
  const random = seededRandom(Number(seed));
  return Object.entries(messages).flatMap(([apiVersion, lines]) =>
    lines
      .flatMap((line) => /^(\w+)\+/.exec(line)?.slice(1) ?? [])
      .flatMap((kind) =>
        Array.from({ length: Number(count) }, () =>
          randomObject(table, { apiVersion: registeredVersion(apiVersion, kind), kind, random }),
        ),
      ),
  );
}

/** Returns the version under which Go's client registers Status, DeleteOptions, and similar kinds: the groups that use them. */
function registeredVersion(apiVersion: string, kind: string): string {
  return apiVersion === "meta.k8s.io/v1" && !/^(?:Partial|Table)/.test(kind) ? "v1" : apiVersion;
}
