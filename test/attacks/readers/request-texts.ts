/** Readers of texts in requests of the Kubernetes API, and of expressions. */
import { defaultVersion } from "../../../src/schema/kubernetes-versions.js";
import { requestFault, certificateFault } from "../../../src/apiserver/kinds/certificates/certificate-faults.js";
import { pemBlocks } from "../../../src/apiserver/kinds/certificates/pem.js";
import { parseIndexes } from "../../../src/apiserver/controllers/job/indexes.js";
import { extraFault } from "../../../src/apiserver/authentication/impersonated-extra.js";
import { parseServiceAccountUsername } from "../../../src/apiserver/authentication/service-account-names.js";
import { readClaims } from "../../../src/apiserver/authentication/signed-tokens.js";
import { checkOfFormat } from "../../../src/apiserver/custom-resources/string-formats.js";
import { parseBody } from "../../../src/apiserver/endpoints/parse-body.js";
import { readConfiguration } from "../../../src/apiserver/endpoints/read-configuration.js";
import { parseResourceVersion } from "../../../src/apiserver/endpoints/resource-version.js";
import { readElement } from "../../../src/apiserver/field-management/path-element.js";
import { readIndexes } from "../../../src/apiserver/kinds/batch/validate-job-policies.js";
import { decodeExtraKey } from "../../../src/apiserver/http/header-text.js";
import { jsonObjectFault } from "../../../src/apiserver/kinds/core/json-object-fault.js";
import { imageTag } from "../../../src/apiserver/kinds/pods/image-name.js";
import { readIp, readNetwork } from "../../../src/apiserver/kinds/validation/addresses.js";
import {
  checkDns1123Subdomain,
  checkPercent,
  checkQualifiedName,
} from "../../../src/apiserver/kinds/validation/names.js";
import { readBytes } from "../../../src/apiserver/types/decode-special.js";
import { JsonReader } from "../../../src/apiserver/types/json-reader.js";
import { scanJson } from "../../../src/apiserver/types/scan-json.js";
import { addAmount, noAmount, readAmount } from "../../../src/apiserver/types/amount.js";
import { canonicalQuantity } from "../../../src/apiserver/types/quantity-text.js";
import { readMicroTime, readTime as readRequestTime } from "../../../src/apiserver/types/time-text.js";
import { decodeAnswer } from "../../../src/apiserver/webhooks/decode-answer.js";
import { readYaml } from "../../../src/apiserver/yaml/read-yaml.js";
import { parseCidr, parseIp } from "../../../src/cel/addresses.js";
import { validateFormat } from "../../../src/cel/named-formats.js";
import { parse as parseCel } from "../../../src/cel/parse.js";
import { parseQuantity } from "../../../src/cel/quantity.js";
import { parseLooseSemver, parseSemver } from "../../../src/cel/semver.js";
import { parseUrl } from "../../../src/cel/url.js";
import { ofInput, ofText, type SizeCases } from "./size-case.js";

const body = (type: string) => (text: string) => parseBody(Buffer.from(text), type, { kind: "Pod" });
const base64 = (text: string): string => Buffer.from(text).toString("base64");
const review = { group: "a", kind: "A", version: "v1", responseType: "A", fields: [] } as const;
const readJson = (text: string): void => {
  const reader = new JsonReader(text);
  reader.readValue();
  reader.expectEnd();
};
const pem = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
const [yamlKeys, yamlItems] = ["a: b\n", "- a\n"];
/** Pieces that lead a careless reader of addresses, numbers and names astray. */
const marks = ["0", "9", "a", ".", ":", "-", "/", "%41", "é", " "] as const;

export const requestTexts: SizeCases = {
  "apiserver/authentication/service-account-names.ts": ofText(
    (text) => parseServiceAccountUsername(`system:serviceaccount:${text}`),
    ":",
  ),
  "apiserver/authentication/signed-tokens.ts": [
    ...ofText(readClaims, ".", "a"),
    ...ofText((text) => readClaims(`a.${base64(text)}.b`), "[", '{"a":'),
  ],
  "apiserver/authentication/impersonated-extra.ts": ofText(
    (text) => extraFault({ [`a/${text}`]: [text] }),
    "a",
    "%",
    "/",
  ),
  "apiserver/http/header-text.ts": ofText(decodeExtraKey, "%41", "%", "a"),
  "apiserver/custom-resources/string-formats.ts": [
    ...["byte", "uri", "hostname", "mac", "isbn", "creditcard", "hexcolor", "rgbcolor", "uuid", "ssn", "bsonobjectid"],
    ...["ipv4", "ipv6", "cidr", "date", "datetime", "duration", "password", "email", "k8s-short-name", "isbn10"],
  ].flatMap((format) => {
    const check = checkOfFormat(format);
    return check === undefined
      ? []
      : ofText(check, ...marks).map((each) => ({ ...each, name: `${format} ${each.name}` }));
  }),
  "apiserver/endpoints/parse-body.ts": [
    ...ofText(body("application/json"), '{"a":', "[", '"', "\\", "1", "[1,", '{"a":1,"a":2,', "\\ud800", " "),
    ...ofText(body("application/yaml"), yamlKeys, yamlItems, "&a ", "? ", "- - ", "[", "'", "\t"),
    ...ofText((text) => body("application/json")(`{${text}"b":1}`), '"a":1,', '"\\ud800":1,'),
  ],
  "apiserver/endpoints/read-configuration.ts": [
    ...ofText((text) => readConfiguration(Buffer.from(text), defaultVersion), "{", '{"a":', "a: b\n", '"', "- "),
  ],
  "apiserver/endpoints/resource-version.ts": ofText((text) => parseResourceVersion(text, "list"), "1", "0", "x"),
  "apiserver/field-management/path-element.ts": [
    ...ofText(readElement, "f:"),
    ...ofText((text) => readElement(`v:${text}`), "[", "1", '"'),
    ...ofText((text) => readElement(`k:{${text}"z":1}`), '"a":1,'),
    ...ofText((text) => readElement(`i:${text}`), "0"),
  ],
  "apiserver/kinds/batch/validate-job-policies.ts": ofText((text) => readIndexes(text, 10), "1,", "1-", ",", "1"),
  "apiserver/kinds/certificates/pem.ts": ofText(pemBlocks, pem, "-----BEGIN A-----", "-----BEGIN A-----\n", "-", "\n"),
  "apiserver/kinds/certificates/certificate-faults.ts": [
    ...ofText((text) => requestFault(base64(text)), pem, "-----BEGIN CERTIFICATE REQUEST-----\n"),
    ...ofText((text) => certificateFault(base64(text)), pem, "-----BEGIN CERTIFICATE-----\n"),
  ],
  "apiserver/kinds/core/json-object-fault.ts": ofText(jsonObjectFault, "[", '{"a":', '"', "1"),
  "apiserver/kinds/pods/image-name.ts": ofText(imageTag, ...marks, "a/", "a:1", "a@", "a__", "a.b/"),
  "apiserver/kinds/validation/addresses.ts": [...ofText(readIp, ...marks), ...ofText(readNetwork, ...marks)],
  "apiserver/kinds/validation/names.ts": [
    ...[checkDns1123Subdomain, checkQualifiedName, checkPercent].flatMap((check) =>
      ofText(check, ...marks, "a.", "a-"),
    ),
  ],
  "apiserver/types/decode-special.ts": ofText(readBytes, "A", "=", "\n", "é"),
  "apiserver/types/json-reader.ts": ofText(readJson, '"', "\\", "1", "1e", "-", " ", "é"),
  "apiserver/types/scan-json.ts": [
    ...ofText((text) => scanJson(text, undefined), '{"a":', "[", '{"a":1,"a":', "[[],"),
    ...ofText((text) => scanJson(`{${text}"z":1}`, undefined), '"a":1,', '"a":{"a":1,"a":1},'),
  ],
  "apiserver/types/time-text.ts": [readRequestTime, readMicroTime].flatMap((read) =>
    ofText((text) => read(`2026-01-01T00:00:00${text}`), ".", "0", ".0", "+", "Z"),
  ),
  "apiserver/webhooks/decode-answer.ts": [
    ...ofText((text) => decodeAnswer({ code: 200, contentType: "", body: text }, review), "[", '{"a":', " ", "\n"),
    ...ofText(
      (patch) => decodeAnswer({ code: 200, contentType: "", body: JSON.stringify({ response: { patch } }) }, review),
      ...["=", "\n", "A"],
    ),
  ],
  "apiserver/yaml/read-yaml.ts": [
    ...ofText((text) => readYaml(Buffer.from(text)), yamlKeys, yamlItems, "a: &a b\n", "- *a\n", "#\n", "---\n", "|"),
    ...ofText((text) => readYaml(Buffer.from(`a: &a [b]\n${text}`)), "? *a\n: 1\n"),
  ],
  "cel/addresses.ts": [...ofText(parseIp, ...marks, "::", "1:"), ...ofText(parseCidr, ...marks, "1/")],
  "cel/named-formats.ts": [
    "dns1123Subdomain",
    "qualifiedName",
    "uri",
    "uuid",
    "byte",
    "date",
    "datetime",
    "labelValue",
  ].flatMap((format) => ofText((text) => validateFormat(format, text), ...marks, "a.", "a-")),
  "cel/parse.ts": ofText(parseCel, "a+", "(", "[", "{", "!", "-", "a.", "a ? b : ", "a(", "a[", "a && ", '"', "1"),
  "cel/quantity.ts": ofText(parseQuantity, "0", "1", "9", ".", "0.", "e", "E1", "Ki", "-", "1.5"),
  "apiserver/types/quantity-text.ts": ofText((text) => canonicalQuantity(`1${text}`), "0", "9", ".", "e9", "E", "Ki"),
  "apiserver/types/amount.ts": [
    ofInput(
      "of sums",
      (size) =>
        Array.from({ length: size }, (_, at) => ["1e1000", "1n", "1Ki", "1e999999999", "9".repeat(900)][at % 5] ?? ""),
      (amounts) => amounts.reduce((sum, each) => addAmount(sum, readAmount(each) ?? noAmount), noAmount),
      4_000,
    ),
  ],
  "apiserver/controllers/job/indexes.ts": ofText((text) => parseIndexes(text, 100_000), "0-99999,", "1,", "0-", "9"),
  "cel/semver.ts": [parseSemver, parseLooseSemver].flatMap((parse) => [
    ...ofText(parse, ...marks, "1.", "-a", "+a", "v"),
    ...ofText((text) => parse(`1.2.3-${text}`), "a.", "0", "9", "-"),
  ]),
  "cel/url.ts": [
    ...ofText(parseUrl, ...marks, "?", "#", "//"),
    ...ofText((text) => parseUrl(`https://a/?${text}`), "&", "a=b&", "a=b;", "%4", "+"),
    ...ofText((text) => parseUrl(`https://[${text}]/`), ":", "1:", "%25"),
  ],
};
