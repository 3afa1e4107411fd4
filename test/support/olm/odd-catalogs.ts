/** Catalogs that no change of one value produces: texts, edges, names, versions, images and excluded files. */

type Files = Readonly<Record<string, string>>;

const packageText = "schema: olm.package\nname: a\ndefaultChannel: s\n";

function channelText(entries: string, name = "s"): string {
  return `---\nschema: olm.channel\npackage: a\nname: ${name}\nentries:\n${entries}`;
}

function bundleText(name: string, version: string, more = ""): string {
  const value = `{packageName: a, version: ${version}${more}}`;
  return `---\nschema: olm.bundle\npackage: a\nname: ${name}\nimage: r.example/a:1\nproperties: [{type: olm.package, value: ${value}}]\n`;
}

function graph(entries: readonly string[], names: readonly string[] = ["b1", "b2", "b3"]): Files {
  const bundles = names.map((name, index) => bundleText(name, `1.0.${index}`)).join("");
  return { "c.yaml": packageText + channelText(entries.map((entry) => `- {${entry}}\n`).join("")) + bundles };
}

function single(entry: string, bundle: string): Files {
  return { "c.yaml": packageText + channelText(`- {${entry}}\n`) + bundle };
}

function version(text: string, more = ""): Files {
  return single("name: b1", bundleText("b1", text, more));
}

function range(text: string): Files {
  return single(`name: b1, skipRange: ${JSON.stringify(text)}`, bundleText("b1", "1.0.0"));
}

function image(name: string): Files {
  return single("name: b1", bundleText("b1", "1.0.0").replace("r.example/a:1", JSON.stringify(name)));
}

function packageName(name: string): Files {
  const text = `${packageText}${channelText("- {name: b1}\n")}${bundleText("b1", "1.0.0")}`;
  const quoted = JSON.stringify(name);
  return {
    "c.yaml": text
      .replaceAll("name: a\n", `name: ${quoted}\n`)
      .replaceAll("package: a\n", `package: ${quoted}\n`)
      .replaceAll("packageName: a,", `packageName: ${quoted},`),
  };
}

const valid = `${packageText}${channelText("- {name: b1}\n")}${bundleText("b1", "1.0.0")}`;
const bundleJson = JSON.stringify({
  schema: "olm.bundle",
  package: "a",
  name: "b1",
  image: "r.example/a:1",
  properties: [{ type: "olm.package", value: { packageName: "a", version: "1.0.0" } }],
});
const withoutBundle = packageText + channelText("- {name: b1}\n");

function named<Value>(label: string, values: readonly Value[], files: (value: Value) => Files): Record<string, Files> {
  return Object.fromEntries(values.map((value) => [`${label} ${JSON.stringify(value)}`, files(value)]));
}

export const oddCatalogs: Readonly<Record<string, Files>> = {
  "no files": {},
  "an empty file": { "c.yaml": "" },
  "only a comment": { "c.yaml": "# nothing\n" },
  "only a separator": { "c.yaml": "---\n" },
  "a blank document between separators": { "c.yaml": `${valid}---\n\n---\n` },
  "a comment as a document": { "c.yaml": `---\n# a catalog\n---\n${valid}` },
  "a comment after a separator": { "c.yaml": valid.replaceAll("---\n", "--- # next\n") },
  "text after a separator": { "c.yaml": valid.replace("---\n", "--- next\n") },
  "four hyphens": { "c.yaml": valid.replace("---\n", "----\n") },
  "a document end": { "c.yaml": valid.replaceAll("---\n", "...\n---\n") },
  "Windows line ends": { "c.yaml": valid.replaceAll("\n", "\r\n") },
  "no line end": { "c.yaml": valid.trimEnd() },
  "a README": { "c.yaml": valid, "README.md": "# Hello\n" },
  "a script": { "c.yaml": valid, "run.sh": "#!/bin/sh\nexit 0\n" },
  "an excluded README": { "c.yaml": valid, "README.md": "# Hello\n", ".indexignore": "*.md\n" },
  "an excluded folder": { "c.yaml": valid, "docs/a/x.txt": "text\n", ".indexignore": "docs\n" },
  "an excluded folder with a slash": { "c.yaml": valid, "docs/x.txt": "text\n", ".indexignore": "docs/\n" },
  "an excluded file of the root": { "c.yaml": valid, "docs/x.txt": "text\n", ".indexignore": "/x.txt\n" },
  "an inner file of rules": { "c.yaml": valid, "docs/x.txt": "text\n", "docs/.indexignore": "x.txt\n" },
  "an exception": { "c.yaml": valid, "a.txt": "text\n", ".indexignore": "*.txt\n!a.txt\n" },
  "an exception in an inner file": {
    "c.yaml": valid,
    "docs/a.txt": "text\n",
    ".indexignore": "*.txt\n",
    "docs/.indexignore": "!a.txt\n",
  },
  "an excluded catalog": { "c.yaml": valid, ".indexignore": "*\n" },
  "a hidden file": { "c.yaml": valid, ".hidden": "text\n" },
  "several files": { "p.yaml": withoutBundle, "b.json": bundleJson },
  "JSON on one line": { "p.yaml": withoutBundle, "b.json": `${bundleJson}${bundleJson.replaceAll("b1", "b2")}` },
  "JSON, then YAML": { "c.yaml": `${bundleJson}\n---\n${withoutBundle}` },
  "two JSON objects, then YAML": {
    "c.yaml": `${bundleJson}\n{"schema": "x", "a": 1}\n---\n${withoutBundle}`,
  },
  "JSON with a trailing comma": { "p.yaml": withoutBundle, "b.json": bundleJson.replace("]}", "],}") },
  "JSON without an end": { "p.yaml": withoutBundle, "b.json": bundleJson.slice(0, -1) },
  "JSON, then text": { "p.yaml": withoutBundle, "b.json": `${bundleJson} text` },
  "JSON with a comment": { "p.yaml": withoutBundle, "b.json": `${bundleJson} # text\n` },
  "a JSON list": { "p.yaml": withoutBundle, "b.json": `[${bundleJson}]` },
  "flow YAML": { "p.yaml": withoutBundle, "b.yaml": bundleJson.replaceAll('"', "").replaceAll(/([:,])/g, "$1 ") },
  "a tab as indentation": { "c.yaml": valid.replace("entries:\n", "entries:\n\t") },
  "an unknown anchor": { "c.yaml": valid.replace("name: b1}", "name: *b1}") },
  "an anchor": { "c.yaml": valid.replace("- {name: b1}", "- &first {name: b1}") },
  "a YAML key twice": { "c.yaml": valid.replace("name: a\n", "name: a\nname: a\n") },
  "a key that differs in case": { "c.yaml": valid.replace("name: a\n", "name: a\nName: a\n") },
  "keys in upper case": { "c.yaml": valid.replaceAll("schema:", "Schema:").replaceAll("package:", "Package:") },
  "an inner key in upper case": { "c.yaml": valid.replace("{name: b1}", "{Name: b1}") },
  "a property key in upper case": { "c.yaml": valid.replace("packageName:", "PACKAGENAME:") },
  "a number as a version": version("1.0"),
  "a boolean as a name": packageName("yes"),
  "an unquoted boolean": { "c.yaml": valid.replaceAll("b1", "yes") },
  "an unknown schema": { "c.yaml": `${valid}---\nschema: olm.bundles\nname: x\n` },
  "a schema with spaces": { "c.yaml": `${valid}---\nschema: " "\n` },
  ...named("package", ["a.b", "A", "-a", "a".repeat(63), "a".repeat(64), "a_b", "ä"], packageName),
  ...named(
    "version",
    [
      "1.0.0-alpha.1",
      "1.0.0+build",
      "v1.0.0",
      "1.0",
      "01.0.0",
      "1.0.0-01",
      "1.0.0-",
      "1.0.0+",
      "18446744073709551616.0.0",
    ],
    (text) => version(text),
  ),
  "a release": single("name: a-v1.0.0-1", bundleText("a-v1.0.0-1", "1.0.0", ', release: "1"')),
  "a release and another name": version("1.0.0", ', release: "1"'),
  "a release with build metadata": single(
    "name: a-v1.0.0+b-1",
    bundleText("a-v1.0.0+b-1", "1.0.0+b", ', release: "1"'),
  ),
  "a release of 20 characters": single(
    "name: a-v1.0.0-abcdefghijabcdefghij",
    bundleText("a-v1.0.0-abcdefghijabcdefghij", "1.0.0", ", release: abcdefghijabcdefghij"),
  ),
  "a release of 21 characters": single(
    "name: a-v1.0.0-abcdefghijabcdefghijk",
    bundleText("a-v1.0.0-abcdefghijabcdefghijk", "1.0.0", ", release: abcdefghijabcdefghijk"),
  ),
  "a release with a zero": single("name: a-v1.0.0-01", bundleText("a-v1.0.0-01", "1.0.0", ', release: "01"')),
  ...named(
    "range",
    [
      ">=1.0.0 <2.0.0",
      ">= 1.0.0",
      "1.x",
      "1.2.x",
      "1.x.x",
      ">1.x",
      "!1.x",
      "~1.0.0",
      "~1.x",
      "^1.0.0",
      ">=1.0",
      "1.0.0 ||",
      "|| 1.0.0",
      "<1.0.0 || >2.0.0",
      " ",
      "x",
      "=>1.0.0",
      "! 1.0.0",
      ">1.0.0-x",
      ">=1.0.0-x",
      "1.0.0,2.0.0",
      ">=1.0.0\t<2.0.0",
      "*",
      "latest",
      ">=v1.0.0",
    ],
    range,
  ),
  ...named(
    "image",
    [
      "a",
      "a:1",
      "a/b",
      "A/b",
      "r.example/A",
      "R.example/a",
      "localhost/a",
      "localhost:5000/a:1",
      "r.example/a@sha256:abc",
      `r.example/a@sha256:${"a".repeat(64)}`,
      `r.example/a@sha256:${"A".repeat(64)}`,
      `r.example/a:1@sha256:${"a".repeat(64)}`,
      `r.example/a@md5:${"a".repeat(32)}`,
      `r.example/a@sha512:${"a".repeat(128)}`,
      "a".repeat(64),
      "a".repeat(256),
      `r.example/${"a".repeat(245)}`,
      `r.example/${"a".repeat(246)}`,
      "https://r.example/a",
      "r.example/a b",
      "r.example/a:",
      "r.example//a",
      "r.example/a:-1",
      "[::1]:5000/a",
      "${IMAGE}",
    ],
    image,
  ),
  "a chain": graph(["name: b3, replaces: b2", "name: b2, replaces: b1", "name: b1"]),
  "a cycle of three": graph(["name: b3, replaces: b2", "name: b2, replaces: b1", "name: b1, replaces: b3"]),
  "a cycle below the head": graph(["name: b3, replaces: b2", "name: b2, replaces: b1", "name: b1, replaces: b2"]),
  "an entry that replaces itself": graph(["name: b3, replaces: b3", "name: b2, replaces: b1", "name: b1"]),
  "two heads": graph(["name: b3, replaces: b1", "name: b2, replaces: b1", "name: b1"]),
  "three heads": graph(["name: b3", "name: b2", "name: b1"]),
  "skips instead of replaces": graph(["name: b3, skips: [b1, b2]", "name: b2", "name: b1"]),
  "a skipped tail": graph(["name: b3, replaces: b2, skips: [b1]", "name: b2", "name: b1"]),
  "a skipped middle": graph(["name: b3, replaces: b1, skips: [b2]", "name: b2, replaces: b1", "name: b1"]),
  "a stranded entry": graph(["name: b3, replaces: b0", "name: b2, replaces: b1", "name: b1, replaces: b2"]),
  "a chain that ends at a skipped entry": graph([
    "name: b3, replaces: b2, skips: [b2]",
    "name: b2, replaces: b1",
    "name: b1",
  ]),
  "an entry that skips the head": graph(["name: b3, replaces: b2", "name: b2, skips: [b3]", "name: b1"]),
  "a skip of an unknown entry": graph(["name: b3, replaces: b2, skips: [b9]", "name: b2, replaces: b1", "name: b1"]),
  "only the tail replaces an unknown entry": graph([
    "name: b3, replaces: b2",
    "name: b2, replaces: b1",
    "name: b1, replaces: b0",
  ]),
  "the middle replaces an unknown entry": graph(["name: b3, replaces: b2", "name: b2, replaces: b0", "name: b1"]),
  "an entry twice": graph(["name: b3, replaces: b2", "name: b2, replaces: b1", "name: b1", "name: b1"]),
  "a bundle without an entry": graph(["name: b2, replaces: b1", "name: b1"]),
  "an entry without a bundle": graph(["name: b3, replaces: b2", "name: b2, replaces: b1", "name: b1"], ["b1", "b2"]),
  "an entry without a bundle in the first of two channels": {
    "c.yaml": `${packageText}${channelText("- {name: b1}\n- {name: b2, replaces: b1}\n")}${channelText("- {name: b1}\n", "t")}${bundleText("b1", "1.0.0")}`,
  },
  "a version twice": {
    "c.yaml": `${packageText}${channelText("- {name: b2, replaces: b1}\n- {name: b1}\n")}${bundleText("b1", "1.0.0")}${bundleText("b2", "1.0.0")}`,
  },
  "a version twice with different build metadata": {
    "c.yaml": `${packageText}${channelText("- {name: b2, replaces: b1}\n- {name: b1}\n")}${bundleText("b1", "1.0.0+a")}${bundleText("b2", "1.0.0+b")}`,
  },
  "a package without a channel": { "c.yaml": `${valid}---\nschema: olm.package\nname: b\ndefaultChannel: s\n` },
  "the same channel in two packages": {
    "c.yaml": valid,
    "d.yaml": valid
      .replaceAll("name: a\n", "name: b\n")
      .replaceAll("package: a\n", "package: b\n")
      .replace("packageName: a", "packageName: b"),
  },
  "an object instead of an image": single(
    "name: b1",
    bundleText("b1", "1.0.0")
      .replace("image: r.example/a:1\n", "")
      .replace("]\n", ", {type: olm.bundle.object, value: {data: e30=}}]\n"),
  ),
  "an object that is not base64": single(
    "name: b1",
    bundleText("b1", "1.0.0").replace("]\n", ", {type: olm.bundle.object, value: {data: '!!!'}}]\n"),
  ),
  "an object that is not YAML": single(
    "name: b1",
    bundleText("b1", "1.0.0").replace(
      "]\n",
      `, {type: olm.bundle.object, value: {data: ${Buffer.from("a: [").toString("base64")}}}]\n`,
    ),
  ),
  "an object that is broken JSON": single(
    "name: b1",
    bundleText("b1", "1.0.0").replace(
      "]\n",
      `, {type: olm.bundle.object, value: {data: ${Buffer.from("{a: [").toString("base64")}}}]\n`,
    ),
  ),
};
