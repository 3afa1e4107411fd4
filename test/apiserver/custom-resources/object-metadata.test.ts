import { expect, test } from "vitest";
import { readMetadata } from "../../../src/apiserver/custom-resources/object-metadata.js";
import { unreadableMetadata } from "./unreadable-metadata.js";

test.each(unreadableMetadata)("%j is refused in the words of the API server", (metadata, fault) => {
  expect(readMetadata(metadata)).toEqual({ fault });
});

test("rejects a value that is not an object, and reads missing metadata as empty", () => {
  expect(readMetadata("x")).toEqual({ fault: "json: cannot unmarshal string into Go value of type v1.ObjectMeta" });
  expect(readMetadata(null)).toEqual({ metadata: {}, unknownFields: [] });
});

test("drops empty and unknown fields, except those of owners; Go's zero time means no time", () => {
  const read = readMetadata({
    name: "a",
    generateName: "",
    foo: 1,
    labels: {},
    generation: 0,
    creationTimestamp: "0001-01-01T00:00:00Z",
    deletionTimestamp: "2020-01-01T01:00:00.5+01:00",
    ownerReferences: [{ apiVersion: "", kind: "A", controller: false, bar: 2 }],
    managedFields: [{ fieldsV1: {}, manager: "" }, null],
    finalizers: [null],
  });
  expect(read).toEqual({
    metadata: {
      name: "a",
      deletionTimestamp: "2020-01-01T00:00:00Z",
      ownerReferences: [{ apiVersion: "", kind: "A", controller: false }],
      managedFields: [{ fieldsV1: {} }, {}],
      finalizers: [""],
    },
    unknownFields: ["foo", "ownerReferences[0].bar"],
  });
});
