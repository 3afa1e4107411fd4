import { describe, expect, test } from "vitest";
import { readChartMetadata } from "../../../src/helm/package/chart-metadata.js";

const chart = { apiVersion: "v2", name: "demo", version: "0.1.0" };

describe("the metadata of a chart", () => {
  test("are a JSON text with the fields that helm knows, in helm's order", () => {
    const read = readChartMetadata(
      { ...chart, unknown: 1, home: "https://a.example?b&c", annotations: { b: "2", a: "1" } },
      "C",
    );
    expect(read).toMatchObject({
      kind: "valid",
      metadata: {
        config:
          '{"name":"demo","home":"https://a.example?b\\u0026c","version":"0.1.0","apiVersion":"v2","annotations":{"a":"1","b":"2"}}',
        annotations: {
          a: "1",
          b: "2",
          "org.opencontainers.image.title": "demo",
          "org.opencontainers.image.url": "https://a.example?b&c",
          "org.opencontainers.image.version": "0.1.0",
        },
      },
    });
  });

  test("do not let an annotation replace the name or the version", () => {
    const annotations = { "org.opencontainers.image.version": "9.9.9", "org.opencontainers.image.url": "https://mine" };
    expect(readChartMetadata({ ...chart, annotations, home: "https://home" }, "C")).toMatchObject({
      metadata: {
        annotations: { "org.opencontainers.image.version": "0.1.0", "org.opencontainers.image.url": "https://mine" },
      },
    });
  });

  test("name all faults at once", () => {
    const read = readChartMetadata({ name: "No Name", version: "v1", appVersion: 1, sources: "x", type: "app" }, "C");
    expect(read.kind === "invalid" ? read.problems.map(({ message }) => message) : []).toEqual([
      "`sources` is not a list of strings",
      "`appVersion` is not a string",
      "`apiVersion` is not v2",
      'the name "No Name" is not valid',
      'the version "v1" is not a semantic version',
      'the type "app" does not exist',
    ]);
  });

  test.each([undefined, null, [], "text", 1])("%s is not a chart", (value) => {
    expect(readChartMetadata(value, "C").kind).toBe("invalid");
  });
});
