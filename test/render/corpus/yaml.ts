/** YAML in and out: how values are read, and how they are printed. */
import { listed, type RenderCases } from "./objects.js";

function bar(spec: string, more: Readonly<Record<string, string>> = {}): { files: Record<string, string> } {
  const object = `apiVersion: example.com/v1\nkind: Bar\nmetadata:\n  name: bar\n${spec}`;
  return { files: { "bar.yaml": object, "kustomization.yaml": listed("bar.yaml"), ...more } };
}

const words = "the quick brown fox jumps over the lazy dog and then it goes on and on and on ".repeat(3).trim();

export const yaml: RenderCases = {
  "yaml-numbers": bar(
    `spec:
  whole: [0, 1, -1, +1, 0777, 0o17, 0x1F, 0b101, 1_000, 9007199254740993, 18446744073709551615, 18446744073709551616]
  fraction: [1.0, 1.5, .5, -0.0, 1e3, 1E-7, 123456789.5, 1e21, 1e400a, 08, 1.e2]
  quoted: ["1", '1.5', "0x1F", "1e3", "0o17", "08", "1_000", "+1", ".5"]
`,
  ),
  "yaml-words": bar(
    `spec:
  plain: [yes, no, on, off, y, n, Yes, TRUE, true, False, null, Null, ~, "", x]
  quoted: ["yes", "no", "on", "off", "y", "n", "true", "null", "~", "=", "<<", "-", "?", "!a", "&a", "*a", "a: b", "a #b", "#a", "@a", "%a", "\`a", "[a", "a]", "{a", ", a", "---", "--- a", "...", ":a", "a:", "-a", "- a"]
`,
  ),
  "yaml-times": bar(
    `spec:
  plain: [2001-01-02, 2001-1-2, 2001-01-02T03:04:05Z, 2001-01-02 03:04:05.120, 2001-01-02T03:04:05.5-07:00, 2001-02-30, 12:30, 12:30:45]
  alone: 2001-01-02 03:04:05.120
  exact: 2001-1-2T3:4:5.12345678901Z
  quoted: ["2001-01-02", "12:30:45", "1:20", "2001-01-02T03:04:05Z"]
`,
  ),
  "yaml-blocks": bar(
    `spec:
  literal: |
    one
      two

    three
  kept: |+
    one

  stripped: |-
    one
    two
  folded: >
    one
    two

    three
  indented: |2
      two more
    none
  trailing: "one \\ntwo"
  tab: "a\\tb"
  tabs: "\\ta\\n\\tb\\n"
  breaks: "\\n"
  leading: "\\n\\na"
  return: "a\\r\\nb"
  plain: one
    two
`,
  ),
  "yaml-long-lines": bar(
    `spec:
  plain: ${words}
  quoted: "${words} # with a comment: and a colon"
  double: "yes\\t${words}"
  unbroken: ${"x".repeat(100)}
  spaces: "${"two  spaces  between  words  ".repeat(6)}end"
  list:
  - ${words}
  - - ${words}
  edge: ${"a".repeat(70)} b c
  edge2: ${"a".repeat(71)} b c
  edge3: ${"a".repeat(72)} b c
`,
  ),
  "yaml-unicode": bar(
    `spec:
  latin: "äöü"
  asian: 漢字
  smile: "😀"
  escapes: "\\x00\\x07\\x1b\\ufeff"
  space: "\\xa0"
  key with spaces: 1
  "ключ": 2
  "key: colon": 3
  "": 4
`,
  ),
  "yaml-empty-things": bar(
    "spec:\n  map: {}\n  list: []\n  nothing:\n  text: ''\n  nested: [[], {}, [[]], [{}], [a, [b]], {c: [d]}]\n  flow: {a: , b: {c: }, d: ~}\nstatus: {}\n",
  ),
  "yaml-anchors-and-merges": bar(
    `spec:
  base: &base {a: 1, b: 2}
  merged:
    <<: *base
    b: 3
  both:
    <<: [*base, {c: 4, a: 9}]
  alias: *base
  list: &list [1, 2]
  again: *list
`,
  ),
  "yaml-tags": bar('spec:\n  text: !!str 5\n  number: !!int "5"\n  fraction: !!float 5\n  flag: !!bool "true"\n'),
  "yaml-key-order": bar(
    `spec:
  b: 1
  B: 1
  a10: 1
  a9: 1
  a-b: 1
  a_b: 1
  "1": 1
  "10": 1
  "9": 1
  a.b: 1
  a: 1
  z/x: 1
  Z: 1
`,
  ),
  "yaml-long-key": bar(`spec:\n  ${"k".repeat(129)}: 1\n  ${"k".repeat(128)}: 1\n`),
  "yaml-comments-and-styles": bar(
    `# before
spec: # behind
  # inside
  flow: {a: [1, 2], "b": 'x'}
  wide:
    - a
    - b:
        - c
# after
`,
  ),
  "yaml-many-documents": {
    files: {
      "all.yaml": `---
# only a comment
---
apiVersion: v1
kind: ConfigMap
metadata: {name: a}
--- # with a comment
apiVersion: v1
kind: ConfigMap
metadata: {name: b}
data:
  script: |
    one
---

---
{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c"}}
---
{}
---
null
`,
      "kustomization.yaml": listed("all.yaml"),
    },
  },
  "yaml-windows-line-ends": {
    files: {
      "a.yaml": "apiVersion: v1\r\nkind: ConfigMap\r\nmetadata: {name: a}\r\ndata:\r\n  x: |\r\n    one\r\n    two\r\n",
      "kustomization.yaml": "resources:\r\n- a.yaml\r\n",
    },
  },
  "yaml-lists-of-objects": {
    files: {
      "list.yaml": `apiVersion: v1
kind: List
items:
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: a}
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: b}
`,
      "typed.yaml": `apiVersion: v1
kind: ConfigMapList
items:
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: c}
  data: {n: "1"}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: d}
`,
      "kustomization.yaml": listed("list.yaml", "typed.yaml"),
    },
  },
};
