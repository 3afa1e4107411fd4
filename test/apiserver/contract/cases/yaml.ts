/** YAML bodies, as Go's YAML library reads them. */
import type { ContractApi, ContractCase } from "../contract-case.js";

const revisions = "/apis/apps/v1/namespaces/$ns/controllerrevisions";
const contentType = { "content-type": "application/yaml" };
/** The head of an object whose data may be any object. */
const head = "apiVersion: apps/v1\nkind: ControllerRevision\nmetadata:\n  name: a\nrevision: 1\n";

/** Values, written in a flow collection or in the rest of a line. */
const values: Readonly<Record<string, readonly string[]>> = {
  booleans: ["yes", "Yes", "YES", "no", "on", "On", "off", "OFF", "y", "n", "Y", "N", "true", "True", "tRUE", "false"],
  nulls: ["~", "null", "Null", "NULL", "nULL", "", "''", "!!null x", "none"],
  integers: [
    "0",
    "-0",
    "+1",
    "007",
    "0o7",
    "0x1F",
    "0X1f",
    "0b101",
    "1_000",
    "08",
    "0x",
    "9223372036854775807",
    "0b-1",
    "0o-7",
  ],
  "integers beyond 64 bits": [
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "-9223372036854775809",
    "0xFFFFFFFFFFFFFFFFF",
  ],
  floats: [
    "1.0",
    "1.5",
    "-.5",
    ".5",
    "5.",
    "1e3",
    "1E+3",
    "1e-3",
    "1.5e300",
    "1_0.5",
    "0.1e1",
    "1e400",
    "12e03",
    ".1_2",
    "._1",
    ".1e400",
  ],
  "special floats": [".inf", "-.INF", ".NaN", "0.0", "-0.0", "1e21", "1e-7", "123456789012345680000"],
  "base sixty": ["12:30", "12:30:45", "1:00", "190:20:30.15"],
  dates: ["2001-12-14", "2001-12-14t21:59:43.10-05:00", "2001-12-14 21:59:43", "2001-1-1"],
  strings: [
    "a b",
    "'it''s'",
    '"a\\tb"',
    '"\\u00e9\\x41"',
    "a:b",
    "'yes'",
    '"1"',
    "!!str 1",
    "! 1",
    "=",
    "<",
    "a#b",
    "é",
  ],
  tags: ["!!int '1'", "!!float 1", "!!bool 'yes'", "!!binary aGVsbG8=", "!!set {a: , b: }", "!!omap [a: 1]", "!own x"],
  "tags of another kind": [
    "!!int 1.0",
    "!!int 2001-01-01",
    "!!float 18446744073709551615",
    "!!float yes",
    "!!timestamp 2001-01-01",
    "!!timestamp '2001-01-01'",
    "!!timestamp 1",
    "!!null 0",
    "!!str ~",
  ],
  lists: ["[]", "[1, two, [3]]", "[a, ]", "\n  - 1\n  - two"],
  mappings: [
    "{}",
    "{a: 1, b: {c: d}}",
    "{a, b: 1}",
    "{1: a, 1.5: b, true: c, 'q': d}",
    "{~: a}",
    "{0x10: a, 1e2: b, 1e-7: c}",
    "{9223372036854775807: a, 1e20: b, 1000000.5: c}",
    "{18446744073709551615: a}",
    "{? a : b}",
    "\n  ? a\n  : b",
  ],
  blocks: ["|\n  a\n  b\n", "|-\n  a\n\n", "|+\n  a\n\n", ">\n  a\n  b\n\n  c\n", ">-\n  a\n   b\n", "|2\n    a\n"],
  "plain over lines": ["a\n  b\n\n  c", "'a\n  b'", '"a\\\n  b"'],
  anchors: ["[&x 1, *x]", "{a: &x {b: 1}, c: *x}", "[&x [1], *x]"],
  "merge keys": [
    "{a: &x {b: 1, c: 2}, d: {<<: *x, b: 3}}",
    "{a: &x {b: 1}, e: &y {b: 2}, d: {<<: [*x, *y]}}",
    "{<<: {a: 1}}",
    "{a: &x {b: 1}, d: {b: 3, <<: *x}}",
    "{'<<': {a: 1}}",
  ],
  comments: ["1 # one", "'#'", "a # b\n# c"],
};

const faults: Readonly<Record<string, string | Buffer>> = {
  "a bracket that stays open": `${head}data: [1, 2\n`,
  "a brace that stays open": `${head}data: {a: 1\n`,
  "a quote that stays open": `${head}data: "a\n`,
  "a tab in the indentation": `${head}data:\n\ta: 1\n`,
  "a bad indentation": `${head}data:\n    a: 1\n  b: 2\n`,
  "a mapping in a value": `${head}data: a: b\n`,
  "an alias that nobody named": `${head}data: *nobody\n`,
  "a mapping as a key": `${head}data: {{a: 1}: b}\n`,
  "a list as a key": `${head}data: {[a]: b}\n`,
  "an escape that is none": `${head}data: "\\q"\n`,
  "a merge of a text": `${head}data: {<<: a}\n`,
  "an indicator in front": `${head}data: @a\n`,
  "a percent in front": `${head}data: %a\n`,
  "bad base64": `${head}data: !!binary "*"\n`,
  "a number that is none": `${head}data: !!int abc\n`,
  "a key without a colon at the end": `${head}data\n`,
  "a key without a colon": `${head}data\nmore: 1\n`,
  "a list amid fields": `${head}- a\n`,
  "a bracket that was not open": `${head}data: ]\n`,
  "a text behind a quote": `${head}data: "a" b\n`,
  "a comma behind a quote": `${head}data: "a", b\n`,
  "a block with a bad head": `${head}data: |x\n  a\n`,
  "two anchors": `${head}data: &a &b x\n`,
  "an anchor that holds itself": `${head}data: &a [*a]\n`,
  "a grave accent in front": `${head}data: \`a\n`,
  "a brace that stays open amid fields": `${head}data: {a: 1\nmore: 1\n`,
  "bytes that are no text": Buffer.concat([Buffer.from(`${head}data: `), Buffer.of(0xff, 0xfe, 0x0a)]),
  "two keys of one name": `${head}data: {a: 1, a: 2}\n`,
  "a list at the top": "- a\n- b\n",
  "a text at the top": "hello\n",
  "a number at the top": "1\n",
  nothing: "",
  "a comment alone": "# nothing\n",
  "a document's end alone": "---\n...\n",
  "an empty first document": `---\n---\n${head}`,
  "a control character": `${head}data: "a\u0001b"\n`,
  "a byte order mark": `\uFEFF${head}`,
  "a directive": `%YAML 1.2\n---\n${head}`,
  "line ends of Windows": head.replaceAll("\n", "\r\n"),
  "JSON with a comma at the end":
    '{"apiVersion": "apps/v1", "kind": "ControllerRevision", "metadata": {"name": "a"}, "revision": 1,}',
};

/** The two ways to send YAML. */
const ways = {
  create: (api: ContractApi, name: string, body: string | Buffer) =>
    api.post(revisions, body, { headers: contentType, show: shown(name) }),
  apply: (api: ContractApi, name: string, body: string | Buffer) =>
    api.patch(`${revisions}/${name}?fieldManager=anna`, "apply", body, { show: shown(name) }),
};

const repeated = {
  YAML: `${head}data: {a: 1, a: 2}\nrevision: 2\n`,
  JSON: '{"apiVersion": "apps/v1",\n"kind": "ControllerRevision",\n"metadata": {"name": "a"}, "data": {"a": 1, "a": 2}, "data": {}, "revision": 1}',
};

export const cases: readonly ContractCase[] = Object.entries(ways)
  .flatMap(([way, send]) => [
    ...Object.entries(values).map(([name, texts]): ContractCase => {
      return {
        name: `${way}: ${name}`,
        run: async (api) => {
          for (const [index, text] of texts.entries()) {
            const body = head.replace("name: a", `name: a${index}`);
            await send(api, `a${index}`, `${body}data:\n  v: ${text.replaceAll("\n", "\n  ")}\n`);
          }
        },
      };
    }),
    ...Object.entries(faults).map(([name, body]): ContractCase => {
      return { name: `${way}: ${name}`, run: (api) => send(api, "a", body) };
    }),
  ])
  .concat(
    Object.entries(repeated).flatMap(([form, body]) =>
      ["Strict", "Warn", "Ignore"].map((level): ContractCase => {
        const path = `${revisions}/a?fieldManager=anna&fieldValidation=${level}`;
        return {
          name: `apply: fields that are repeated, ${form}, ${level}`,
          run: (api) => api.patch(path, "apply", body),
        };
      }),
    ),
  );

/** Returns only the value that the server read from the text. */
function shown(name: string): (body: unknown) => unknown {
  return (body) => {
    const { kind, data, message, reason } = body as Record<string, unknown>;
    return kind === "Status" ? { message, reason } : { name, data };
  };
}
