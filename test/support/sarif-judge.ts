import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv } from "ajv";

/** Returns a function that returns the errors of a log by OASIS' schema of SARIF 2.1.0: locations and messages. */
export function sarifJudge(): (log: unknown) => readonly string[] {
  const file = createRequire(import.meta.url).resolve("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json");
  // Its schema is draft 4, which differs from the current draft only in the names of these two keywords, as far as it uses them.
  const schema = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  delete schema["$schema"];
  delete schema["id"];
  const ajv = new Ajv({
    strict: false,
    unicodeRegExp: false,
    allErrors: true,
    formats: {
      uri: (text: string) => URL.canParse(text),
      "uri-reference": (text: string) => URL.canParse(text, "file:///") && !/[\s<>"{}|\\^`]/.test(text),
      "date-time": (text: string) => !Number.isNaN(Date.parse(text)),
    },
  });
  const validate = ajv.compile(schema);
  return (log) =>
    validate(JSON.parse(JSON.stringify(log)))
      ? []
      : (validate.errors ?? []).map((each) => `${each.instancePath} ${each.message ?? ""}`);
}
