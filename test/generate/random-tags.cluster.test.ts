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

/** Returns a kind with fields of random types, each with random tags whose arguments are sometimes valid. */
function randomKind(random: () => number): string {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const known = tagRecords.filter(({ effect }) => !left.includes(effect.kind));
  const tag = (place: "field" | "kind" | "type"): string => {
    const { name, argument, example } = pick(known.filter(({ places }) => places.includes(place)));
    if (random() < 0.4) return example;
    const path = place === "field" ? pick(["", "", "", "items.", "values."]) : "";
    return `@${path}${name} ${argument.kind === "none" ? "" : pick(words.split(" "))}`;
  };
  const comment = (place: "field" | "kind" | "type"): string => {
    const tags = Array.from({ length: Math.floor(random() * 3) }, () => ` * ${tag(place)}`);
    return ["/**", ...tags, " */"].join("\n");
  };
  const fields = (count: number): string =>
    Array.from(
      { length: count },
      (_, index) => `${comment("field")}\nf${index}${pick(["", "?"])}: ${pick(types.split(" "))};`,
    ).join("\n");
  return `import { type Base64, type Condition, type CustomResource, defineKind, type Double, type Int32, type Int64,
  type IntOrString, type Quantity, type RawExtension, type Time, type AtomicList, type ListMap, type ListSet } from "tsop";
type Keyed = { [K in "a" | "b"]?: K };
${comment("type")}
interface Part {
${comment("field")}
  name: string;
${comment("field")}
  size?: Int32;
}
${comment("kind")}
export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
  spec: { ${fields(3)} };
  status?: { ${fields(1)} };
}
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
`;
}

describeCluster("a real API server", (cluster) => {
  test("accepts every CRD that is generated without an error from random types and tags", async () => {
    const random = seeded(Number(process.env["SEED"] ?? 7));
    const accepted: { source: string; crd: string }[] = [];
    for (let round = 0; accepted.length < Number(process.env["ROUNDS"] ?? 60) && round < 1_000_000; round += 1) {
      const source = randomKind(random);
      const { artifacts, diagnostics } = runManifests({ "api/v1/bar_types.ts": source });
      const crd = artifacts.find(({ path }) => path.startsWith("config/crd/"))?.content;
      if (!hasErrors(diagnostics) && crd !== undefined) accepted.push({ source, crd });
    }
    const all = accepted.map(({ crd }, index) => crd.replaceAll("foo.abc.com", `foo${index}.abc.com`)).join("");
    const said = await cluster()
      .kubectl(["create", "--dry-run=server", "-f", "-"], all)
      .catch((error: unknown) => String(error));
    const refused = new Set(Array.from(said.matchAll(/"bars\.foo(\d+)\.abc\.com" is invalid/g), ([, index]) => index));
    const sources = [...refused].map((index) => accepted[Number(index)]?.source).join("\n");
    expect(refused.size, `${said.slice(0, 20_000)}\n${sources}`).toBe(0);
  }, 600_000);
});
