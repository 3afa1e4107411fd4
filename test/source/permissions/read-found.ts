/** Reads permissions from the code of a controller. */
import { parseFile } from "../../../src/source/parsed-file.js";
import { mayAct } from "../../../src/source/permissions/actions.js";
import { openCode } from "../../../src/source/permissions/open-code.js";
import { readPermissions } from "../../../src/source/permissions/read-permissions.js";
import { parseOnce } from "../../../src/source/read-programs.js";
import { readBuiltInResources } from "../../../src/schema/built-in-resources.js";

const types = `import { type CustomResource, defineKind } from "tsop";
export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> { spec: { size: number } }
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");`;

const imports = `import * as tsop from "tsop";
import { type Applicable, type Client, type Creatable, type KubeObject, type Kind, type Manager, type Reader, setControllerReference, type LiveClient } from "tsop";
import * as core from "tsop/k8s/core/v1";
import { Deployment, StatefulSet } from "tsop/k8s/apps/v1";
import { ConfigMap, Pod, Secret } from "tsop/k8s/core/v1";
import { other } from "elsewhere";
import { Bar } from "../api/v1/bar_types.js";`;

export interface Found {
  permissions: string[];
  unresolved: string[];
}

// Most cases differ in one file: the types, and tsop's own declarations, are the same.
const parse = parseOnce(parseFile);
const resources = readBuiltInResources();

export function readFiles(texts: Readonly<Record<string, string>>): Found {
  const files = Object.entries(texts).map(([path, text]) => parse(path, text));
  const open = (_: unknown, module: string) =>
    files.find(({ path }) => `/${path}`.endsWith(module.replace(/^[./]+/, "/").replace(/\.js$/, ".ts")));
  const { inferred, unresolved } = readPermissions(
    files,
    openCode(
      files.filter(({ ast }) => mayAct(ast.text)),
      open,
      { parse, resources },
    ),
  );
  return {
    permissions: inferred.map(
      ({ apiVersion, kind, subresource, verbs }) =>
        `${apiVersion} ${kind}${subresource === undefined ? "" : `/${subresource}`}: ${verbs.join(",")}`,
    ),
    unresolved: unresolved.map(({ why, at }) => `${at.line}: ${why}`),
  };
}

export function read(body: string): Found {
  return readFiles({
    "api/v1/bar_types.ts": types,
    "controllers/bar_controller.ts": `${imports}
${body}`,
  });
}

export const inMethod = (body: string): string => `export class R {
  readonly #client: Client;
  constructor(client: Client) { this.#client = client; }
  async reconcile(key: { namespace: string; name: string }) {
    const client = this.#client;
    ${body}
  }
}`;
