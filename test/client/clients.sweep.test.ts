/** The compilers of TypeScript, Go and Python judge the clients of the hard kind and of published CRDs. */
import { execFileSync } from "node:child_process";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { printGo } from "../../src/client/go.js";
import { printPython } from "../../src/client/python.js";
import { printTypescript } from "../../src/client/typescript.js";
import { compileTexts } from "../support/compile-types.js";
import { parsePublishedCrd, publishedCrds } from "../support/published-crds.js";
import { hasGo } from "../support/go.js";
import { referenceOfCrds, referenceOfTypes } from "../support/reference.js";
import { tempFolder } from "../support/temp-folder.js";
import { hardObject, hardTypes } from "./hard-types.js";
import { textOf } from "./text-of.js";

const options = { name: "example.com/shop", version: "1.2.3" };
const published = publishedCrds().filter((name) => /_(?:localqueues|issuers|certificates)\.yaml$/.test(name));
const references = () => [referenceOfTypes(hardTypes), referenceOfCrds(...published.map(parsePublishedCrd))];

function canRun(program: string, ...args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

function run(cwd: string, program: string, ...args: string[]): string {
  try {
    return execFileSync(program, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { readonly stdout?: string; readonly stderr?: string };
    throw new Error(stdout + stderr, { cause: error });
  }
}

const roundTrip = `package v1

import (
	"encoding/json"
	"reflect"
	"testing"
)

func TestRoundTrip(t *testing.T) {
	text := []byte(${JSON.stringify(JSON.stringify(hardObject))})
	var object, again Import
	if err := json.Unmarshal(text, &object); err != nil {
		t.Fatal(err)
	}
	copied := object.DeepCopyObject()
	if !reflect.DeepEqual(copied, &object) {
		t.Fatal("the copy differs")
	}
	printed, err := json.Marshal(copied)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(printed, &again); err != nil || !reflect.DeepEqual(again, object) {
		t.Fatal("lost something", err)
	}
}
`;

describe("in TypeScript", () => {
  test("no description ends a comment or a text early", () => {
    const text = 'a */ export const x = 1; /* b \\\n""" import os\n\u2028evil()\r# c `x` {@link y}';
    const crd = {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: "as.b.com" },
      spec: {
        group: "b.com",
        names: { kind: "A", plural: "as" },
        scope: "Namespaced",
        versions: [
          {
            ...{ name: "v1", served: true, storage: true },
            schema: {
              openAPIV3Schema: {
                type: "object",
                description: text,
                properties: { 'x"`*/': { type: "string", description: text } },
              },
            },
          },
        ],
      },
    };
    const reference = referenceOfCrds(crd);
    const typescript = printTypescript(reference, options).filter(
      ({ path }) => path.endsWith("types.d.ts") || path === "kubernetes.d.ts",
    );
    expect(
      compileTexts(new Map(typescript.map(({ path, content }) => [`/client/${path}`, content])), {
        skipLibCheck: false,
      }),
    ).toEqual([]);
    for (const line of textOf(printGo(reference, options), "/types.go")
      .split("\n")
      .filter((each) => each.includes("import os")))
      expect(line).toMatch(/^\s*\/\/ /);
    expect(textOf(printPython(reference, options), "b_com_v1.py")).toContain('\\"\\"\\" import os');
  });

  test("the types of a published CRD compile, and contain no name twice", () => {
    const files = printTypescript(referenceOfCrds(...published.map(parsePublishedCrd)), options);
    const declarations = files.filter(({ path }) => /(?:types|kubernetes)\.d\.ts$/.test(path));
    expect(
      compileTexts(new Map(declarations.map(({ path, content }) => [`/client/${path}`, content])), {
        skipLibCheck: false,
      }),
    ).toEqual([]);
  });
});

describe.skipIf(!hasGo())("in Go", () => {
  test("the client compiles, is formatted, and copies and prints an object", { timeout: 600_000 }, () => {
    for (const [index, reference] of references().entries()) {
      const files = printGo(reference, options);
      const folder = tempFolder(Object.fromEntries(files.map(({ path: file, content }) => [file, content])));
      const test = index === 0 ? { "hard/v1/round_trip_test.go": roundTrip } : {};
      const all = tempFolder({
        ...Object.fromEntries(files.map(({ path: file, content }) => [file, content])),
        ...test,
      });
      run(all, "go", "mod", "tidy");
      // gofmt also changes lists in the descriptions of other projects.
      if (index === 0) expect(run(folder, "gofmt", "-l", ".")).toBe("");
      run(all, "go", "vet", "./...");
      if (index === 0) run(all, "go", "test", "./...");
    }
  });
});

const mypy = [path.join(process.env["TSOP_JUDGES"] ?? "", "mypy"), "mypy"].find((each) => canRun(each, "--version"));

describe.skipIf(mypy === undefined)("in Python", () => {
  test("mypy accepts the client, and an object of the kind", { timeout: 600_000 }, () => {
    const cache = tempFolder(); // with what mypy knows of Python's library
    for (const [index, reference] of references().entries()) {
      const files = printPython(reference, { ...options, name: "shop-client" });
      const use = `import json\nfrom shop_client.hard_abc_com_v1 import Import\n\nobject: Import = ${python(hardObject)}\nassert json.loads(json.dumps(object)) == object\n`;
      const texts = Object.fromEntries(files.map(({ path: file, content }) => [file, content]));
      const folder = tempFolder({ ...texts, ...(index === 0 ? { "use.py": use } : {}) });
      run(
        folder,
        mypy ?? "mypy",
        "--strict",
        "--cache-dir",
        cache,
        "--python-version",
        "3.10",
        "shop_client",
        ...(index === 0 ? ["use.py"] : []),
      );
      if (index === 0) run(folder, "python3", "use.py");
    }
  });
});

function python(value: unknown): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(python).join(", ")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, each]) => `${JSON.stringify(key)}: ${python(each)}`)
    .join(", ")}}`;
}
