/** The same operator with a second version of its kind, which the operator reads, and which has another name for the text. */
import { barController } from "./bar-operator.js";
import { type OperatorProject, succeeded } from "./operator-project.js";

/** Adds v2, like an author: create api, create webhook, and the differences. v1 is stored. */
export async function addSecondVersion(project: OperatorProject): Promise<void> {
  const kind = ["--group", "foo", "--version", "v2", "--kind", "Bar"];
  const ok = async (...args: readonly string[]): Promise<void> => void succeeded(await project.tsop(args), args);
  await ok("create", "api", ...kind, "--controller=false");
  const first = project.read("api/v1/bar_types.ts");
  if (!first.includes("@storageVersion")) {
    project.write("api/v1/bar_types.ts", first.replace("export interface Bar ", "/** @storageVersion */\n$&"));
  }
  project.write("api/v2/bar_types.ts", secondTypes(project.group));
  await ok("create", "webhook", ...kind, "--conversion", "--spoke", "v1");
  project.write("webhooks/v1/bar_conversion.ts", conversion);
}

/** Returns a reconciler that reads and writes v2. */
export function secondController(group: string, version: string): string {
  return barController(group, version)
    .replace("../api/v1/bar_types.js", "../api/v2/bar_types.js")
    .replace("bar.spec.text ??", "bar.spec.message ??");
}

function secondTypes(group: string): string {
  return `import { type Condition, type CustomResource, defineKind } from "tsop";

export interface Bar extends CustomResource<"${group}/v2", "Bar"> {
  spec: {
    /** What the ConfigMap says. */
    message?: string;
  };
  status?: {
    /**
     * @listType map
     * @listMapKey type
     */
    conditions?: Condition[];
    /** The text that the ConfigMap has. */
    text?: string;
  };
}

export const Bar = defineKind<Bar>("${group}/v2", "Bar");
`;
}

const conversion = `import { spoke } from "tsop";
import { Bar } from "../../api/v1/bar_types.js";
import type { Bar as Hub } from "../../api/v2/bar_types.js";

export const barV1 = spoke(Bar, {
  toHub: ({ spec, status }) => ({ spec: { message: spec.text }, status }),
  fromHub: ({ spec, status }: Hub) => ({ spec: { text: spec.message }, status }),
});
`;
