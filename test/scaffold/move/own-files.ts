/** Projects with files that a user could have added anywhere, which import each other in every form. */
import path from "node:path";
import fc from "fast-check";
import { moduleFrom } from "../../../src/scaffold/naming.js";
import { plannedProject, type Step } from "../../support/planned-project.js";
import type { Files } from "../../support/scaffolds.js";

const places = [
  ...["api/v1/own.ts", "api/v1/deep/own.ts", "api/own.ts", "api/v2/own.ts"],
  ...["controllers/own.ts", "controllers/lib/index.ts", "controllers/own.test.ts"],
  ...["webhooks/v1/own.ts", "webhooks/own.ts", "src/own.ts", "src/deep/own.mts", "own.ts", "test/e2e/own.ts"],
];
const forms: readonly ((module: string) => string)[] = [
  (module) => `import * as a0 from "${module}";\n`,
  (module) => `import type * as a1 from '${module}'\n`,
  (module) => `export * from "${module}";\n`,
  (module) => `export const later = import("${module}");\n`,
  (module) => `type There = typeof import("${module}");\n`,
  (module) => `import "${module}";\n`,
];

interface OwnImport {
  readonly from: string;
  readonly target: number;
  readonly form: number;
}

const kinds = ["Bar", "BarSet", "Tenant"];

export const projects = fc
  .record({
    kinds: fc.subarray(kinds, { minLength: 1 }),
    versions: fc.subarray(["v1", "v2"], { minLength: 1 }),
    hasController: fc.boolean(),
    namespaced: fc.boolean(),
    builtIn: fc.boolean(),
    webhooks: fc.subarray(["defaulting", "programmaticValidation", "conversion"] as const),
    imports: fc.array(
      fc.record({ from: fc.constantFrom(...places), target: fc.nat(), form: fc.nat(forms.length - 1) }),
      { maxLength: 12 },
    ),
  })
  .map((shape) => ({ ...shape, toString: () => JSON.stringify(shape) }));

type Shape = typeof projects extends fc.Arbitrary<infer T> ? T : never;

export async function projectOf(shape: Shape): Promise<Files> {
  const { hasController, namespaced, builtIn, webhooks, imports } = shape;
  const [last = "v1"] = shape.versions.toReversed();
  const steps: Step[] = shape.versions.flatMap((version) =>
    shape.kinds.map((kind): Step => ({
      api: { group: "foo", version, kind, controller: hasController && version === shape.versions[0] },
    })),
  );
  const [kind = ""] = shape.kinds;
  for (const type of webhooks) {
    const spoke = shape.versions.filter((version) => version !== last);
    if (type !== "conversion") steps.push({ webhook: { group: "foo", version: last, kind, [type]: true } });
    else if (spoke.length > 0) steps.push({ webhook: { group: "foo", version: last, kind, conversion: true, spoke } });
  }
  if (hasController) {
    steps.push({ api: { group: "foo", version: shape.versions[0] ?? "v1", kind, controllerName: "own-backup" } });
  }
  if (builtIn) steps.push({ api: { group: "apps", version: "v1", kind: "Deployment", resource: false } });
  const made = await plannedProject({ namespaced }, steps);
  return { ...made, ...ownFiles(made, imports) };
}

function ownFiles(made: Files, imports: readonly OwnImport[]): Files {
  const own: Record<string, string> = {};
  for (const { from } of imports) own[from] = "export {};\n";
  const targets = [...Object.keys(made), ...Object.keys(own)].filter((file) => /\.m?ts$/.test(file)).toSorted();
  for (const { from, target, form } of imports) {
    const file = targets[target % targets.length] ?? from;
    const text = forms[form]?.(moduleFrom(path.posix.dirname(from), file).replace(/\.mts$/, ".mjs")) ?? "";
    own[from] = `${own[from] ?? ""}${text}`;
  }
  return own;
}
