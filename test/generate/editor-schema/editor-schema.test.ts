import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { parseAllYaml } from "../../../src/core/yaml.js";
import { goldenCases, readFolder } from "../../support/manifest-cases.js";

/** manifests.test.ts proves that these are the files that tsop generates. */
describe.each(goldenCases("manifests"))("the schemas of $name", ({ folder }) => {
  const files = Object.entries(readFolder(`${folder}/want`)).map(([path, content]) => ({ path, content }));
  const schemas = files.filter(({ path }) => path.endsWith(".json"));
  const samples = files.filter(({ path }) => path.startsWith("config/samples/"));

  test("are valid, and accept all samples that name them", () => {
    for (const { path: file, content } of schemas) {
      const accepts = new Ajv({
        strict: true,
        strictTypes: false,
        strictRequired: false,
        ownProperties: true,
        logger: false,
        formats,
      }).compile(JSON.parse(content) as object);
      const own = samples.filter((sample) => sample.content.includes(`/${file.split("/").at(-1)}\n`));
      expect(own.length).toBeGreaterThan(0);
      for (const sample of own) {
        const [object] = parseAllYaml(sample.content, sample.path);
        expect([sample.path, accepts(object), accepts.errors]).toEqual([sample.path, true, null]);
      }
    }
  });
});

/** The formats that JSON Schema defines and that ajv does not implement itself. */
const formats = { ipv4: true, ipv6: true, email: true, hostname: true } as const;
