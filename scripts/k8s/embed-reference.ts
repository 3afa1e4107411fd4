/**
 * `npm run reference:k8s` runs controller-gen to embed all types of the packed schemas in CRDs, which test/schema uses
 * for comparison. Needs Go and controller-gen in the PATH.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { execa } from "execa";
import { parseAllYaml } from "../../src/core/yaml.js";
import { goVersion } from "./newest.js";
import { PackedTypes } from "../../src/schema/packed-types.js";

const modules = ["k8s.io/api", "k8s.io/apimachinery", "k8s.io/apiextensions-apiserver", "k8s.io/kube-aggregator"];

const target = fileURLToPath(new URL("../../test/data/embedded-types/", import.meta.url));
const types = new PackedTypes();
const source = goSource();
const folder = mkdtempSync(path.join(os.tmpdir(), "embed-"));
try {
  mkdirSync(path.join(folder, "v1"));
  writeFileSync(path.join(folder, "v1/types.go"), source);
  const requirements = modules.map((module) => `\t${module} ${goVersion}\n`).join("");
  writeFileSync(path.join(folder, "go.mod"), `module example.com/embed\n\ngo 1.25\n\nrequire (\n${requirements})\n`);
  await execa("go", ["mod", "tidy"], { cwd: folder });
  // It reports errors for a few markers in Kubernetes' source, but writes the output anyway.
  const run = await execa("controller-gen", ["crd:allowDangerousTypes=true", "paths=./v1", "output:crd:dir=out"], {
    cwd: folder,
    reject: false,
  });
  if (run.exitCode === undefined) throw new Error("controller-gen did not run", { cause: run });
  const text = JSON.stringify(embedded(path.join(folder, "out")));
  // The window covers the whole input, so the twentieth copy of a PodSpec costs nothing.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
  writeFileSync(path.join(target, "types.go.txt"), source);
  writeFileSync(path.join(target, "controller-gen.json.br"), brotliCompressSync(text, { params }));
  const complaints = run.stderr.match(/(?<=\/pkg\/mod\/)k8s\.io\/.*/g) ?? [];
  writeFileSync(path.join(target, "complaints.txt"), `${[...new Set(complaints)].toSorted().join("\n")}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Returns Go source with one kind per module, and a field for each type. */
function goSource(): string {
  const imports = types.modules().map((module) => `\t${aliasOf(module)} "${packageOf(module)}"\n`);
  const kinds = types.modules().map((module) => {
    const fields = types.names(module).map((name) => `\tX${name} ${aliasOf(module)}.${name} \`json:"${name}"\`\n`);
    const inherited = '\tmetav1.TypeMeta `json:",inline"`\n\tmetav1.ObjectMeta `json:"metadata,omitempty"`\n';
    return `type ${kindOf(module)} struct {\n${inherited}${fields.join("")}}\n`;
  });
  return `// +groupName=kubernetes.abc.com\npackage v1\n\nimport (\n${imports.join("")})\n\n${kinds.join("\n")}`;
}

function packageOf(module: string): string {
  if (module.startsWith("meta/")) return `k8s.io/apimachinery/pkg/apis/${module}`;
  if (module.startsWith("apiextensions/")) return `k8s.io/apiextensions-apiserver/pkg/apis/${module}`;
  if (module.startsWith("apiregistration/")) return `k8s.io/kube-aggregator/pkg/apis/${module}`;
  return `k8s.io/api/${module}`;
}

function aliasOf(module: string): string {
  return module.replace("/", "");
}

function kindOf(module: string): string {
  return aliasOf(module).replace(/^./, (first) => first.toUpperCase());
}

/** Returns the schemas of the fields, by module and type. */
function embedded(crds: string): Record<string, Record<string, unknown>> {
  const schemas = new Map<string, Record<string, unknown>>();
  for (const file of readdirSync(crds)) {
    const [crd] = parseAllYaml(readFileSync(path.join(crds, file), "utf8"), file);
    const { spec } = crd as {
      spec: {
        names: { kind: string };
        versions: [{ schema: { openAPIV3Schema: { properties: Record<string, unknown> } } }];
      };
    };
    schemas.set(spec.names.kind, spec.versions[0].schema.openAPIV3Schema.properties);
  }
  return Object.fromEntries(
    types.modules().map((module) => {
      const fields = schemas.get(kindOf(module)) ?? {};
      return [module, Object.fromEntries(types.names(module).map((name) => [name, fields[name]]))];
    }),
  );
}
