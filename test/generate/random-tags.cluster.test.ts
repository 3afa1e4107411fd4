import { expect, test } from "vitest";
import { hasErrors } from "../../src/core/diagnostic.js";
import { tagRecords } from "../../src/model/tags/registry.js";
import { describeCluster } from "../support/cluster.js";
import { runManifests } from "../support/manifest-cases.js";
import { seeded } from "../support/seeded.js";

const types =
  "string boolean Int32 Int64 Double IntOrString Quantity Time Base64 string[] Int32[] string[][] Part[] Part " +
  "Record<string,string> Record<string,Part> 'a'|'b' 1|2 string|null Part|null unknown Condition[] object RawExtension " +
  "`v${number}` [string,string?] [Part,...Part[]] {name:'a';x:Part}|{name:'b'} {x:Part}|{y:Int32} Keyed (Part|{z:string})[] " +
  "Record<`k${string}`,Part> ListSet<string> ListMap<Part,'name'> AtomicList<Part> Partial<Part> Part&{more?:Int32}";
const words =
  '[{"required":["name"]}] [{"properties":{"name":{"minLength":2}}}] {"enum":["a"]} [{"type":"string"}] [{"items":{"maxLength":1}}] ' +
  '[{"properties":{"metadata":{}}}] {"not":{"required":["size"]}} ' +
  '0 1 -1 5 1.5 1e3 a b Abc true null {} [] [1] ["a"] {"name":"a"} [{"name":"a"}] "1" ^[a-z]+$ (?!x) date-time ' +
  "uuid map set atomic granular name size integer string object array a;b 1;2 .spec.f0 .spec.f1 .status.f0 .metadata.name " +
  "name=A type=string name=A,type=date,jsonPath=.spec.f0 spec=.spec.f0,status=.status.f0 self==self https://a.b/c x=y";

/** Rules in CEL are compiled and costed by the API server alone. */
const left: readonly string[] = ["refused", "needless", "cel", "immutable", "oneOf"];

/** The random parts of a kind: comments and fields. */
const plain = {
  ...{ ofPart: "", ofName: "", ofSize: "", ofKind: "" },
  ...{ first: "", second: "", third: "", inStatus: "" },
};

type Place = keyof typeof plain;

const fieldNames: Partial<Record<Place, string>> = { first: "f0", second: "f1", third: "f2", inStatus: "f0" };

/** Returns random tags whose arguments are sometimes valid; for a field, with the field, of a random type. */
function draw(random: () => number, place: Place): string {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const owner = place === "ofKind" ? "kind" : place === "ofPart" ? "type" : "field";
  const known = tagRecords.filter(({ effect, places }) => !left.includes(effect.kind) && places.includes(owner));
  const tag = (): string => {
    const { name, argument, example } = pick(known);
    if (random() < 0.4) return example;
    const path = owner === "field" ? pick(["", "", "", "items.", "values."]) : "";
    return `@${path}${name} ${argument.kind === "none" ? "" : pick(words.split(" "))}`;
  };
  const tags = Array.from({ length: Math.floor(random() * 3) }, () => ` * ${tag()}`);
  const comment = ["/**", ...tags, " */"].join("\n");
  const field = fieldNames[place];
  return field === undefined ? comment : `${comment}\n${field}${pick(["", "?"])}: ${pick(types.split(" "))};`;
}

function printKind({ ofPart, ofName, ofSize, ofKind, first, second, third, inStatus }: typeof plain): string {
  return `import { type Base64, type Condition, type CustomResource, defineKind, type Double, type Int32, type Int64,
  type IntOrString, type Quantity, type RawExtension, type Time, type AtomicList, type ListMap, type ListSet } from "tsop";
type Keyed = { [K in "a" | "b"]?: K };
${ofPart}
interface Part {
${ofName}
  name: string;
${ofSize}
  size?: Int32;
}
${ofKind}
export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
  spec: { ${[first, second, third].join("\n")} };
  status?: { ${inStatus} };
}
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
`;
}

/** Returns the CRD of a kind; undefined if tsop refuses the kind. */
function crdOf(source: string): string | undefined {
  const { artifacts, diagnostics } = runManifests({ "api/v1/bar_types.ts": source });
  return hasErrors(diagnostics) ? undefined : artifacts.find(({ path }) => path.startsWith("config/crd/"))?.content;
}

/** Draws one part after the other, each until tsop accepts the kind: it refuses nearly every kind that is drawn as a whole. */
function randomKind(random: () => number): { source: string; crd: string } {
  let parts = plain;
  for (const place of Object.keys(plain) as Place[]) {
    for (;;) {
      const drawn = { ...parts, [place]: draw(random, place) };
      if (crdOf(printKind(drawn)) === undefined) continue;
      parts = drawn;
      break;
    }
  }
  const source = printKind(parts);
  return { source, crd: crdOf(source)! };
}

describeCluster("a real API server", (cluster) => {
  test("accepts every CRD that is generated without an error from random types and tags", async () => {
    const random = seeded(Number(process.env["SEED"] ?? 7));
    const accepted = Array.from({ length: Number(process.env["ROUNDS"] ?? 60) }, () => randomKind(random));
    const all = accepted.map(({ crd }, index) => crd.replaceAll("foo.abc.com", `foo${index}.abc.com`)).join("");
    const said = await cluster()
      .kubectl(["create", "--dry-run=server", "-f", "-"], all)
      .catch((error: unknown) => String(error));
    const refused = new Set(Array.from(said.matchAll(/"bars\.foo(\d+)\.abc\.com" is invalid/g), ([, index]) => index));
    const sources = [...refused].map((index) => accepted[Number(index)]?.source).join("\n");
    expect(refused.size, `${said.slice(0, 20_000)}\n${sources}`).toBe(0);
  }, 600_000);
});
