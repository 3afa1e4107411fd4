/** Tests that every parser accepts nearly valid texts, which follow from a seed, or rejects them with its own error. */
import { newestVersion } from "../../src/schema/kubernetes-versions.js";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadProtobufCodec } from "../../src/apiserver/protobuf/load-codec.js";
import { ProtobufFault } from "../../src/apiserver/protobuf/protobuf-fault.js";
import { TsopError } from "../../src/core/errors.js";
import { parseAllYaml, printYaml } from "../../src/core/yaml.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import { renderCase } from "../render/compare.js";
import { corpus } from "../render/corpus/index.js";
import { tempFolder } from "../support/temp-folder.js";
import { type ParserCase, parserCases } from "./parser-cases.js";

const pieces = [
  ...[
    "",
    " ",
    "\n",
    "\t",
    "\r",
    "\0",
    "é",
    "\u2028",
    "\ud800",
    "'",
    '"',
    "\\",
    "`",
    "$",
    "#",
    "%",
    "&a ",
    "*a",
    "!!x ",
    "@",
  ],
  ...[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "<",
    ">",
    ",",
    ":",
    ": ",
    "- ",
    "? ",
    "|",
    "---\n",
    "=",
    "!=",
    "!",
    "/",
    "//",
    "..",
    ".",
  ],
  ...[
    "~",
    "-1",
    "0",
    "1e999",
    "9007199254740993",
    "null",
    "true",
    "in (",
    "notin",
    "__proto__",
    "constructor",
    "a",
    "<<: ",
  ],
  ...["metadata", "name", "spec", "$patch: delete", "[?(@.a)]", "[(", "((((((((", "[[[[[[[[", "a".repeat(300)],
];

/** A sample with up to six changes. */
function damaged(samples: readonly string[]): fc.Arbitrary<string> {
  const change = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    cut: fc.nat(12),
    put: fc.constantFrom(...pieces),
  });
  return fc.tuple(fc.constantFrom(...samples), fc.array(change, { maxLength: 6 })).map(([sample, changes]) =>
    changes.reduce((text, { at, cut, put }) => {
      const start = Math.floor(at * text.length);
      return text.slice(0, start) + put + text.slice(start + (cut > 6 ? 0 : cut));
    }, sample),
  );
}

function expectNamedRefusals({ parse, samples, refusals }: ParserCase, numRuns: number): void {
  const property = fc.property(damaged(samples), (text) => {
    try {
      parse(text);
    } catch (error) {
      const isFault = [TypeError, RangeError, ReferenceError, SyntaxError].some((each) => error instanceof each);
      if (isFault || !refusals.some((each) => error instanceof each)) throw error;
    }
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });
  fc.assert(property, { seed: 18, numRuns });
}

const kubeconfig = `apiVersion: v1
kind: Config
current-context: a
clusters:
- {name: c, cluster: {server: "https://10.0.0.1:6443/a", insecure-skip-tls-verify: true, proxy-url: "http://p:1", tls-server-name: s}}
- {name: d, cluster: {server: "https://d", certificate-authority-data: QUFB}}
users:
- {name: u, user: {token: t, client-certificate-data: QUFB, client-key-data: QUFB}}
- {name: e, user: {exec: {apiVersion: client.authentication.k8s.io/v1, command: c, args: [a], env: [{name: a, value: b}], interactiveMode: Never}}}
- {name: o, user: {auth-provider: {name: oidc, config: {idp-issuer-url: "https://i", client-id: a}}}}
contexts:
- {name: a, context: {cluster: c, user: u, namespace: n}}
- {name: b, context: {cluster: d, user: e}}
`;

/** @param share - the part of the texts to use: the first of those that follow from the seed */
export function describeParsers(share: number): void {
  const runs = (most: number): number => Math.ceil(most * share);

  describe("a nearly valid text is parsed, or rejected with a named error", () => {
    test.each(parserCases)("$name", (each) => {
      expectNamedRefusals(each, runs(600));
    });

    test("kustomizations with their patches, generators and replacements", () => {
      for (const each of Object.values(corpus)) {
        const names = Object.keys(each.files);
        const parse = (text: string): unknown => {
          const at = Number(text.slice(0, text.indexOf("\n"))) || 0;
          const name = names[at % names.length] ?? "";
          return renderCase({ ...each, files: { ...each.files, [name]: text.slice(text.indexOf("\n") + 1) } });
        };
        const samples = names.map((name, at) => `${at}\n${each.files[name] ?? ""}`);
        expectNamedRefusals({ name: "", parse, samples, refusals: [TsopError] }, runs(10));
      }
    });

    test("kubeconfigs", async () => {
      const file = path.join(tempFolder(), "kubeconfig");
      const property = fc.asyncProperty(damaged([kubeconfig]), async (text) => {
        await writeFile(file, text);
        await loadKubeConfig({ env: {}, kubeconfig: file }).catch((error: unknown) => {
          if (!(error instanceof TsopError)) throw error;
        });
      });
      await fc.assert(property, { seed: 18, numRuns: runs(400) });
    });

    test("protobuf", () => {
      const codec = loadProtobufCodec(newestVersion);
      const object = {
        apiVersion: "v1",
        kind: "Pod",
        metadata: { name: "a", labels: { b: "c" } },
        spec: { containers: [{ name: "a" }] },
      };
      const parse = (text: string): unknown =>
        codec.decode(Buffer.from(text, "latin1"), { apiVersion: "v1", kind: "Pod" });
      const samples = [codec.encode(object).toString("latin1")];
      expectNamedRefusals({ name: "", parse, samples, refusals: [ProtobufFault] }, runs(1_000));
    });
  });

  test("a value that is printed as YAML is parsed as the same value", () => {
    const value = fc.jsonValue({ maxDepth: 4 });
    const property = fc.property(value, (each) => {
      const printed = printYaml({ each });
      expect(parseAllYaml(printed, "a.yaml")).toEqual([JSON.parse(JSON.stringify({ each }))]);
    });
    fc.assert(property, { seed: 18, numRuns: runs(500) });
  });
}
