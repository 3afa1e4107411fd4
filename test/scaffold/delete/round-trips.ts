/** Random projects and commands: `create` and then `delete` must give the bytes of before. */
import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect } from "vitest";
import type { DeleteWebhookOptions } from "../../../src/commands/declared/delete.js";
import type { CreateWebhookOptions } from "../../../src/commands/declared/scaffold.js";
import { defined } from "../../../src/core/defined.js";
import { TsopError } from "../../../src/core/errors.js";
import {
  createApi,
  createWebhook,
  type Deleted,
  deleteFrom,
  editOperator,
  type Files,
  newOperator,
  versionsIn,
} from "./operators.js";

/** A command of the history, or the last command. */
interface Step {
  readonly create: (files: Files) => Promise<Files>;
  /** The counterpart; undefined for a step that `delete` does not undo. */
  readonly undo?: Deleted;
  readonly text: string;
}

const names = fc.record({
  group: fc.constantFrom("foo", "foo", "foo", "qux", ""),
  version: fc.constantFrom("v1", "v1", "v2", "v1beta1"),
  kind: fc.constantFrom("Bar", "Bar", "Bar", "Bazaar"),
});

const api: fc.Arbitrary<Step> = fc
  .tuple(
    names,
    fc.record(
      {
        shortName: fc.constant("br"),
        namespaced: fc.boolean(),
        controller: fc.boolean(),
        plural: fc.constantFrom("barren", "bazaari"),
        isStored: fc.constant(true),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([name, { isStored, ...flags }]) => ({
    create: (files) => {
      // With several other versions, delete cannot know which one had the tag.
      const isKnown = versionsIn(files, name).length < 2;
      return createApi(files, { ...name, ...flags, ...(isStored && isKnown ? { storageVersion: name.version } : {}) });
    },
    undo: { what: "api", ...name },
    text: `create api ${JSON.stringify({ ...name, ...flags, isStored })}`,
  }));

const controller: fc.Arbitrary<Step> = fc
  .oneof(
    names,
    fc.constantFrom(
      { group: "apps", version: "v1", kind: "Deployment" },
      { group: "core", version: "v1", kind: "Pod" },
    ),
  )
  .map((name) => ({
    create: (files) => createApi(files, { ...name, resource: false }),
    undo: { what: "controller", group: name.group, kind: name.kind },
    text: `create api --resource=false ${JSON.stringify(name)}`,
  }));

const named: fc.Arbitrary<Step> = fc
  .tuple(names, fc.constantFrom("bar-backup", "audit"))
  .map(([name, controllerName]) => ({
    create: (files) => createApi(files, { ...name, resource: false, controllerName }),
    undo: { what: "controller", group: name.group, kind: name.kind, controllerName },
    text: `create api --resource=false --controller-name ${controllerName} ${JSON.stringify(name)}`,
  }));

/** `delete webhook` names types, and no paths. */
function withoutPaths(types: CreateWebhookOptions): DeleteWebhookOptions {
  const { defaulting, programmaticValidation, conversion, spoke } = types;
  return defined({ defaulting, programmaticValidation, conversion, spoke });
}

const webhook: fc.Arbitrary<Step> = fc
  .tuple(
    fc.oneof(
      { arbitrary: names, weight: 4 },
      { arbitrary: fc.constant({ group: "core", version: "v1", kind: "Pod" }), weight: 1 },
    ),
    fc.constantFrom(
      { defaulting: true },
      { programmaticValidation: true },
      { defaulting: true, programmaticValidation: true },
      { defaulting: true, defaultingPath: "/mutate-bars" },
      { defaulting: true, programmaticValidation: true, validationPath: "/bars/validate" },
      { conversion: true, spoke: ["v1"] },
      { conversion: true, spoke: ["v2"] },
      { conversion: true, spoke: ["v1beta1"], defaulting: true },
    ),
    fc.constantFrom(undefined, false, true),
  )
  .map(([name, types, certManager]) => ({
    create: (files) =>
      createWebhook(files, {
        ...name,
        ...types, // Only the first webhooks choose who creates the certificate: delete does not change that choice.
        ...(certManager === undefined || files["config/webhook/service.yaml"] !== undefined ? {} : { certManager }),
      }),
    undo: { what: "webhook", ...name, ...withoutPaths(types) },
    text: `create webhook ${JSON.stringify({ ...name, ...types, certManager })}`,
  }));

const mode: fc.Arbitrary<Step> = fc
  .constantFrom(
    { networkPolicy: true },
    { metrics: false },
    { prometheus: true },
    { namespaced: true },
    { workload: "daemonset" as const },
  )
  .map((changes) => ({
    create: (files) => editOperator(files, { changes, multigroup: undefined }),
    text: `edit ${JSON.stringify(changes)}`,
  }));

const multigroup: fc.Arbitrary<Step> = fc.constant({
  create: (files) => editOperator(files, { changes: {}, multigroup: true }),
  text: "edit --multigroup",
});

const mains: Readonly<Record<string, (text: string) => string>> = {
  scaffolded: (text) => text,
  "with a comment": (text) => `// Ours.\n${text}`,
  "in another style": (text) => text.replaceAll('"', "'").replaceAll(/;$/gm, "").replaceAll("  ", "\t"),
  "without markers": (text) => text.replaceAll(/^ *\/\/ \+tsop.*\n/gm, ""),
  "with Windows line breaks": (text) => text.replaceAll("\n", "\r\n"),
  "with a byte order mark": (text) => `\uFEFF${text}`,
  "with a function of its own": () =>
    'import { type Manager, runManager } from "tsop";\n\nfunction setUp(manager: Manager) {\n  manager.log.info("starting");\n}\n\nawait runManager({ name: "demo" }, setUp);\n',
  "with an empty function": () => "import { runManager } from \"tsop\"\n\nrunManager({ name: 'demo' }, (mgr) => {})\n",
  "with a return": () =>
    'import { runManager } from "tsop";\nawait runManager({}, async (m) => {\n  await Promise.resolve();\n  return;\n});',
  "on one line": () => 'import * as tsop from "tsop";\ntsop.runManager({}, (m) => { m.log.info("x"); });\n',
};

/** Counts the calls that `create` adds to main.ts. */
function callsIn(main: string): number {
  return main.match(/setup\w*Webhook\(|setupWithManager\(/g)?.length ?? 0;
}

const edits: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom(...Object.keys(mains)).map((name) => ({
    create: (files: Files) => {
      const text = mains[name]?.(files["main.ts"] ?? "") ?? "";
      // A main.ts that loses its calls is one that create repairs, and delete does not undo a repair.
      return Promise.resolve(callsIn(text) < callsIn(files["main.ts"] ?? "") ? files : { ...files, "main.ts": text });
    },
    text: `main.ts ${name}`,
  })),
  fc
    .constantFrom(
      "config/default/kustomization.yaml",
      "config/rbac/kustomization.yaml",
      "config/crd/kustomization.yaml",
    )
    .map((file) => ({
      create: (files: Files) =>
        Promise.resolve(files[file] === undefined ? files : { ...files, [file]: `# Ours.\n${files[file]}` }),
      text: `a comment in ${file}`,
    })),
  fc.constant({
    create: (files: Files) =>
      Promise.resolve(
        Object.fromEntries(
          Object.entries(files).map(([file, text]) => [
            file,
            /_(types|controller|webhook)\.ts$/.test(file) ? `${text}\n// Edited.\n` : text,
          ]),
        ),
      ),
    text: "edits of all kinds",
  }),
);

function bar(version: string): Step {
  const name = { group: "foo", version, kind: "Bar" };
  return {
    create: (files) => createApi(files, name),
    undo: { what: "api", ...name },
    text: `create api ${JSON.stringify(name)}`,
  };
}

const history = fc
  .tuple(
    fc.constantFrom<Step[][]>([], [bar("v1")], [bar("v1"), bar("v2")], [bar("v1beta1"), bar("v1"), bar("v2")]),
    fc.array(fc.oneof(api, controller, named, webhook, webhook, mode, multigroup, edits), { maxLength: 6 }),
  )
  .map(([first, rest]) => [...first, ...rest]);
const operator = fc.record({
  namespaced: fc.boolean(),
  multigroup: fc.boolean(),
  license: fc.constantFrom("apache2", "none"),
});

/** The results of commands on the same files: many histories begin alike, or come to the same files. */
class Results {
  readonly #known = new Map<string, Promise<Files | undefined>>();
  readonly #digests = new WeakMap<Files, string>();

  /** Returns undefined for a command that the project refuses. */
  create(files: Files, step: Step): Promise<Files | undefined> {
    return this.#once(files, step.text, async () => {
      try {
        return await step.create(files);
      } catch (error) {
        if (error instanceof TsopError) return undefined;
        throw error;
      }
    });
  }

  delete(files: Files, undo: Deleted): Promise<Files | undefined> {
    return this.#once(files, JSON.stringify(undo), () => deleteFrom(files, undo));
  }

  #once(files: Files, command: string, run: () => Promise<Files | undefined>): Promise<Files | undefined> {
    const key = `${this.#digestOf(files)} ${command}`;
    const result = this.#known.get(key) ?? run();
    this.#known.set(key, result);
    return result;
  }

  #digestOf(files: Files): string {
    const known = this.#digests.get(files);
    if (known !== undefined) return known;
    const sorted = Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const digest = createHash("sha256").update(JSON.stringify(sorted)).digest("base64");
    this.#digests.set(files, digest);
    return digest;
  }
}

/** Returns the files of the first project that differ from those of the second. */
function changesBetween(files: Files, others: Files): Files {
  return Object.fromEntries(Object.entries(files).filter(([file, text]) => others[file] !== text));
}

/** Checks random projects. Returns the commands that `delete` has undone. */
export async function checkRoundTrips(numRuns: number, seed: number): Promise<readonly string[]> {
  const undone: string[] = [];
  /** New projects by their options: there are eight. */
  const created = new Map<string, Files>();
  const results = new Results();
  const last = fc.array(fc.oneof(api, controller, named, webhook), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(operator, history, last, async (options, steps, attempts) => {
      const key = JSON.stringify(options);
      let files = created.get(key) ?? (await newOperator(options));
      created.set(key, files);
      const done = [key];
      for (const step of steps) {
        const after = await results.create(files, step);
        if (after !== undefined) done.push(step.text);
        files = after ?? files;
      }
      for (const step of attempts) {
        const after = await results.create(files, step);
        // A command that does not change PROJECT has only repaired the project.
        if (after === undefined || step.undo === undefined || after["PROJECT"] === files["PROJECT"]) continue;
        const again = (await results.delete(after, step.undo)) ?? {};
        const story = [...done, step.text].join("\n");
        expect(changesBetween(again, files), story).toEqual(changesBetween(files, again));
        done.push(step.text);
        undone.push(step.text);
        files = after;
      }
    }),
    { seed, numRuns },
  );
  return undone;
}
