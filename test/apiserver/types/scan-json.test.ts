import { describe, expect, test } from "vitest";
import { BuiltInTypes } from "../../../src/apiserver/types/built-in-types.js";
import { scanJson } from "../../../src/apiserver/types/scan-json.js";
import { GoFields } from "../../../src/schema/go-fields.js";
import { OpenApiData } from "../../../src/schema/openapi-data.js";

const types = new BuiltInTypes(new OpenApiData(), new GoFields());
const deployment = types.ofKind("apps/v1", "Deployment");
const configMap = types.ofKind("v1", "ConfigMap");
const definition = types.ofKind("apiextensions.k8s.io/v1", "CustomResourceDefinition");

describe("a text that is no JSON is refused in the words of Go", () => {
  // The messages of kube-apiserver.
  test.each([
    ["{", "unexpected end of JSON input"],
    ['{"a"', "unexpected end of JSON input"],
    ['{"a":', "unexpected end of JSON input"],
    ['{"a":1', "unexpected end of JSON input"],
    ['{"a":1,', "unexpected end of JSON input"],
    ['{"a":1,}', "invalid character '}' looking for beginning of object key string"],
    ["[1,]", "invalid character ']' looking for beginning of value"],
    ["[1 2]", "invalid character '2' after array element"],
    ['{"a" 1}', "invalid character '1' after object key"],
    ["{a:1}", "invalid character 'a' looking for beginning of object key string"],
    ["{'a':1}", "invalid character '\\'' looking for beginning of object key string"],
    ['{"a":tru}', "invalid character '}' in literal true (expecting 'e')"],
    ['{"a":trux}', "invalid character 'x' in literal true (expecting 'e')"],
    ['{"a":nul', "invalid character ' ' in literal null (expecting 'l')"],
    ['{"a":fals}', "invalid character '}' in literal false (expecting 'e')"],
    ['{"a":01}', "invalid character '1' after object key:value pair"],
    ['{"a":1.}', "invalid character '}' after decimal point in numeric literal"],
    ['{"a":1.x}', "invalid character 'x' after decimal point in numeric literal"],
    ['{"a":1e}', "invalid character '}' in exponent of numeric literal"],
    ['{"a":1e+}', "invalid character '}' in exponent of numeric literal"],
    ['{"a":1e+x}', "invalid character 'x' in exponent of numeric literal"],
    ['{"a":-}', "invalid character '}' in numeric literal"],
    ['{"a":-x}', "invalid character 'x' in numeric literal"],
    ['{"a":"x', "unexpected end of JSON input"],
    ['{"a":"\\x"}', "invalid character 'x' in string escape code"],
    ['{"a":"\\u12g4"}', "invalid character 'g' in \\u hexadecimal character escape"],
    ['{"a":"\n"}', "invalid character '\\n' in string literal"],
    ['{"a":"\t"}', "invalid character '\\t' in string literal"],
    ['{"a":"\u0001"}', "invalid character '\\x01' in string literal"],
    ['{"a":\u0001}', "invalid character '\\x01' looking for beginning of value"],
    ["\u00e9", "invalid character 'Ã' looking for beginning of value"],
    ['{"a":\u00e9}', "invalid character 'Ã' looking for beginning of value"],
    ["\ufeff{}", "invalid character 'ï' looking for beginning of value"],
    ['{"a":1}x', "invalid character 'x' after top-level value"],
    ['{"a":.5}', "invalid character '.' looking for beginning of value"],
    ['{"a":+1}', "invalid character '+' looking for beginning of value"],
    ["NaN", "invalid character 'N' looking for beginning of value"],
    ['{"a":Infinity}', "invalid character 'I' looking for beginning of value"],
    ["--- a", "invalid character '-' in numeric literal"],
    ['{"a":1]', "invalid character ']' after object key:value pair"],
    ["[1}", "invalid character '}' after array element"],
    ['{"a":"b" "c":1}', "invalid character '\"' after object key:value pair"],
    ["'", "invalid character '\\'' looking for beginning of value"],
    ['"', "unexpected end of JSON input"],
    ["\\", "invalid character '\\\\' looking for beginning of value"],
    ["{,}", "invalid character ',' looking for beginning of object key string"],
    ['{"a":1,,"b":2}', "invalid character ',' looking for beginning of object key string"],
    ["[,1]", "invalid character ',' looking for beginning of value"],
    ["//x", "invalid character '/' looking for beginning of value"],
    ['{"a":1.5.5}', "invalid character '.' after object key:value pair"],
    ['{"a":1e5e}', "invalid character 'e' after object key:value pair"],
    ["[-0.]", "invalid character ']' after decimal point in numeric literal"],
    ['{"a":00}', "invalid character '0' after object key:value pair"],
    ["\u00a0", "invalid character 'Â' looking for beginning of value"],
    ["'x'", "invalid character '\\'' looking for beginning of value"],
    ["\u20ac", "invalid character 'â' looking for beginning of value"],
    ["", "unexpected end of JSON input"],
  ])("%j", (text, fault) => {
    expect(() => scanJson(text, undefined)).toThrow(fault);
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
  });

  test("also when it goes too deep", () => {
    expect(() => scanJson("[".repeat(20_000), undefined)).toThrow("exceeded max depth");
  });
});

describe("strict decoding finds", () => {
  test.each<[name: string, text: string, errors: string[]]>([
    ["nothing in an empty object", "{}", []],
    [
      "fields that come twice and fields that there are not, in their order",
      '{"spec":{"replicas":1,"replicas":2,"foo":1,"selector":{"matchLabels":{"a":"b","a":"c"}},"bar":{}}}',
      [
        'duplicate field "spec.replicas"',
        'unknown field "spec.foo"',
        'duplicate field "spec.selector.matchLabels.a"',
        'unknown field "spec.bar"',
      ],
    ],
    [
      "them in lists",
      '{"spec":{"template":{"spec":{"containers":[{},{"nme":1,"ports":[{"name":"a","name":"b"}]}]}}}}',
      [
        'unknown field "spec.template.spec.containers[1].nme"',
        'duplicate field "spec.template.spec.containers[1].ports[0].name"',
      ],
    ],
    [
      "letters in the wrong case",
      '{"Spec":{},"spec":{"Replicas":1}}',
      ['unknown field "Spec"', 'unknown field "spec.Replicas"'],
    ],
    ["nothing inside of what is unknown", '{"foo":{"a":1,"a":2}}', ['unknown field "foo"']],
    ["names that are written with escapes", '{"spe\\u0063":{"f\\"":1}}', ['unknown field "spec.f\\""']],
    [
      "names that objects in JavaScript have",
      '{"toString":1,"__proto__":2}',
      ['unknown field "toString"', 'unknown field "__proto__"'],
    ],
  ])("%s", (_, text, errors) => {
    expect(scanJson(text, deployment).strictErrors).toEqual(errors);
  });

  test("no more than a hundred", () => {
    const text = `{${Array.from({ length: 130 }, (_, index) => `"f${index}":1`).join(",")}}`;
    expect(scanJson(text, deployment).strictErrors).toHaveLength(100);
  });

  test("what comes twice in a map", () => {
    expect(scanJson('{"data":{"a.b":"1","a.b":"2"}}', configMap).strictErrors).toEqual(['duplicate field "data.a.b"']);
  });

  test("what comes twice where there is no type", () => {
    expect(scanJson('[{"a":{"b":1,"b":2}}]', undefined).strictErrors).toEqual(['duplicate field "[0].a.b"']);
  });

  test("nothing in what reads its own JSON", () => {
    const text = '{"spec":{"versions":[{"schema":{"openAPIV3Schema":{"default":{"a":1,"a":2},"items":{"foo":1}}}}]}}';
    expect(scanJson(text, definition).strictErrors).toEqual([]);
  });
});
