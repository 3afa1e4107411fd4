import { gunzipSync } from "node:zlib";
import { list } from "tar";
import { expect, test } from "vitest";
import { digestOf } from "../../src/oci/digest.js";
import { buildLayer, type LayerEntry } from "../../src/oci/layer.js";

const file = (path: string, text: string, mode = 0o644): LayerEntry => ({
  path,
  mode,
  uid: 0,
  gid: 0,
  bytes: Buffer.from(text),
});

test("a layer has the same bytes with every version of Node", () => {
  const entries = [
    file("dist/main.js", "console.log(1);\n".repeat(200)),
    { path: "dist", mode: 0o755, uid: 0, gid: 0, bytes: undefined },
  ];
  const { content, diffId } = buildLayer(entries, 0);
  expect([content.descriptor.digest, diffId]).toEqual([
    "sha256:6e9082cfe1027214d310a47b5e3e253445802edb1898b2272eaa1314f872b149",
    "sha256:3c77e1c88c697071b5fab19224743d8daf3a1de07a7405c5eac187b0815e192f",
  ]);
  expect(buildLayer(entries.toReversed(), 0)).toEqual({ content, diffId });
  expect(digestOf(gunzipSync(content.bytes))).toBe(diffId);
  expect(buildLayer(entries, 1).diffId).not.toBe(diffId);
});

test("a layer keeps long names, other characters, sizes and owners", async () => {
  const long = `${"folder/".repeat(40)}${"n".repeat(120)}.js`;
  const entries = [
    file(long, "a"),
    file("dist/ä€😀.js", "b".repeat(513), 0o755),
    { ...file("c", ""), uid: 65532, gid: 7 },
  ];
  const found: unknown[] = [];
  const reading = list({
    onReadEntry: ({ path, size, mode, uid, gid }) => found.push([path, size, mode?.toString(8), uid, gid]),
  });
  await new Promise((resolve) => reading.on("end", resolve).end(Buffer.from(buildLayer(entries, 0).content.bytes)));
  expect(found).toEqual([
    ["c", 0, "644", 65532, 7],
    ["dist/ä€😀.js", 513, "755", 0, 0],
    [long, 1, "644", 0, 0],
  ]);
});
