import { createApi } from "../../src/commands/create-api.js";
import type { CreateApiOptions, InitOptions } from "../../src/commands/declared/scaffold.js";
import { init } from "../../src/commands/init.js";
import { manifests } from "../../src/commands/manifests.js";
import { recordingContext } from "./recording-context.js";
import { filesOf, tempFolder } from "./temp-folder.js";

export type Files = Readonly<Record<string, string>>;

export const bar = { group: "foo", version: "v1", kind: "Bar" };

export interface ScaffoldSteps {
  readonly init?: InitOptions;
  readonly apis?: readonly CreateApiOptions[];
  /** Whether its manifests are generated. Default: no. */
  readonly isGenerated?: boolean;
}

const made = new Map<string, Promise<Files>>();

/** Returns a project as the commands create it. Each project is created once for all tests, which get its files and write a copy. */
export function scaffold(steps: ScaffoldSteps = {}): Promise<Files> {
  const key = JSON.stringify(steps);
  const files = made.get(key) ?? make(steps);
  made.set(key, files);
  return files;
}

async function make({ init: options, apis = [], isGenerated = false }: ScaffoldSteps): Promise<Files> {
  const context = recordingContext({ cwd: tempFolder() });
  await init({ domain: "abc.com", projectName: "demo", tsop: "1", install: false, ...options }, context);
  for (const api of apis) await createApi(api, context);
  if (isGenerated) await manifests({}, context);
  return filesOf(context.cwd);
}
