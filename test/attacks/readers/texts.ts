/** Readers of texts: of requests, of files, of tags, of expressions. */
import { requestFault, certificateFault } from "../../../src/apiserver/kinds/certificates/certificate-faults.js";
import { pemBlocks } from "../../../src/apiserver/kinds/certificates/pem.js";
import { parseServiceAccountUsername } from "../../../src/apiserver/authentication/service-account-names.js";
import { readClaims } from "../../../src/apiserver/authentication/signed-tokens.js";
import { checkOfFormat } from "../../../src/apiserver/custom-resources/string-formats.js";
import { parseBody } from "../../../src/apiserver/endpoints/parse-body.js";
import { readConfiguration } from "../../../src/apiserver/endpoints/read-configuration.js";
import { parseResourceVersion } from "../../../src/apiserver/endpoints/resource-version.js";
import { readElement } from "../../../src/apiserver/field-management/path-element.js";
import { readIndexes } from "../../../src/apiserver/kinds/batch/validate-job-policies.js";
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
import { parseEntries } from "../../../src/cluster/deploy/inventory.js";
import { readIndex } from "../../../src/commands/envtest/release-index.js";
import { parseWebhookHost } from "../../../src/commands/start-webhooks.js";
import { readExactNumber } from "../../../src/core/exact-json.js";
import { parseApiVersion } from "../../../src/core/gvk.js";
import { checkImage } from "../../../src/core/image-reference.js";
import { parseRequirements } from "../../../src/core/label-selector.js";
import { parseOperatorLine } from "../../../src/core/operator-line.js";
import { parseAllYaml, parseLocatedYaml } from "../../../src/core/yaml.js";
import { listItems, withListItem } from "../../../src/core/yaml-list.js";
import { checkDockerfile } from "../../../src/doctor/project/ignore-checks.js";
import { editorPattern } from "../../../src/generate/editor-schema/editor-pattern.js";
import { splitImage } from "../../../src/helm/chart.js";
import { mergeValues, plainValues } from "../../../src/helm/values-file.js";
import { baseDigestIn } from "../../../src/images/base-digest.js";
import { parseAnswer } from "../../../src/kube/access.js";
import { describePath } from "../../../src/kube/url-template.js";
import { parseWarnings } from "../../../src/kube/warnings.js";
import { parseRecord as parseGenerated } from "../../../src/machinery/generation-record.js";
import { withResource } from "../../../src/project/edit.js";
import { parseProject } from "../../../src/project/parse.js";
import { splitPath } from "../../../src/render/field-spec.js";
import { parseNodes } from "../../../src/render/parse-nodes.js";
import { parsePatch } from "../../../src/render/parse-patch.js";
import { readObjects } from "../../../src/render/read-objects.js";
import { parseBindAddress } from "../../../src/runtime/http/listener.js";
import { readCertificate } from "../../../src/runtime/webhook/certificates/certificate-secret.js";
import { parseReview } from "../../../src/runtime/webhook/review.js";
import { Patterns } from "../../../src/schema/patterns.js";
import { parsePattern } from "../../../src/schema/pattern-syntax.js";
import { readComments } from "../../../src/source/comments/comment.js";
import { parseLiteral, parseLiteralList, splitOutsideQuotes } from "../../../src/source/comments/literal.js";
import { parseArgument } from "../../../src/source/comments/parse-argument.js";
import { parseRecord } from "../../../src/source/comments/record-argument.js";
import { readRequest } from "../../../src/testing/environment/request-attributes.js";
import { ofInput, ofText, type SizeCases } from "./size-case.js";

const body = (type: string) => (text: string) => parseBody(Buffer.from(text), type, { kind: "Pod" });
const record = { fields: { a: { type: "text" } } } as const;
const base64 = (text: string): string => Buffer.from(text).toString("base64");
const review = { group: "a", kind: "A", version: "v1", responseType: "A", fields: [] } as const;
const readJson = (text: string): void => {
  const reader = new JsonReader(text);
  reader.readValue();
  reader.expectEnd();
};
const markers = (text: string): unknown => withListItem(text, "a.yaml", "resources", "a.yaml");
const dockerfile = (dockerfile: string, dockerignore = ""): unknown =>
  // Nothing else is asked for.
  checkDockerfile({ dockerfile, dockerignore } as Parameters<typeof checkDockerfile>[0]);
const project = (text: string): string => `version: "3"\nresources:\n${text}`;
const pem = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
const [yamlKeys, yamlItems] = ["a: b\n", "- a\n"];

/** Pieces that lead a careless reader of addresses, numbers and names astray. */
const marks = ["0", "9", "a", ".", ":", "-", "/", "%41", "é", " "] as const;

export const texts: SizeCases = {
  "apiserver/authentication/service-account-names.ts": ofText(
    (text) => parseServiceAccountUsername(`system:serviceaccount:${text}`),
    ":",
  ),
  "apiserver/authentication/signed-tokens.ts": [
    ...ofText(readClaims, ".", "a"),
    ...ofText((text) => readClaims(`a.${base64(text)}.b`), "[", '{"a":'),
  ],
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
    ...ofText((text) => readConfiguration(Buffer.from(text)), "{", '{"a":', "a: b\n", '"', "- "),
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
  "core/label-selector.ts": ofText(
    (text) => parseRequirements(text, { key: () => undefined, values: () => undefined }),
    ...["=", "(", "a", "a,", "a=b,", "!a,", "a in (b,", "a in (b),", "a>1,", "!", ","],
  ),
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
  "cel/semver.ts": [parseSemver, parseLooseSemver].flatMap((parse) => [
    ...ofText(parse, ...marks, "1.", "-a", "+a", "v"),
    ...ofText((text) => parse(`1.2.3-${text}`), "a.", "0", "9", "-"),
  ]),
  "cel/url.ts": [
    ...ofText(parseUrl, ...marks, "?", "#", "//"),
    ...ofText((text) => parseUrl(`https://a/?${text}`), "&", "a=b&", "a=b;", "%4", "+"),
    ...ofText((text) => parseUrl(`https://[${text}]/`), ":", "1:", "%25"),
  ],
  "cluster/deploy/inventory.ts": ofText((text) => parseEntries(`[${text}]`), '{"name":"a"},', "["),
  "commands/envtest/release-index.ts": ofText((text) => readIndex(text, "https://a", "linux/amd64"), yamlKeys, "["),
  "commands/start-webhooks.ts": ofText(parseWebhookHost, ...marks, "[", "]"),
  "core/exact-json.ts": ofText(readExactNumber, "9", "0.", "1e"),
  "core/gvk.ts": ofText(parseApiVersion, "/"),
  "core/image-reference.ts": ofText((text) => checkImage(text, "--img"), ...marks, "a/", "a:", "@", "__", "a."),
  "core/operator-line.ts": ofText(parseOperatorLine, "{", '{"level":"info","msg":"a"}', '"', "["),
  "core/yaml.ts": [
    ...[parseAllYaml, parseLocatedYaml].flatMap((parse) =>
      ofText(
        (text) => parse(text, "a.yaml"),
        yamlKeys,
        yamlItems,
        "a: {b: c}\n",
        "---\na: b\n",
        "[",
        "? ",
        "- - ",
        '"',
      ),
    ),
  ],
  "core/yaml-list.ts": [
    ...ofText((text) => markers(`resources:\n${text}`), "- b.yaml\n", "# a\n", "- {a: b}\n", "\n"),
    ...ofText((text) => listItems(`resources:\n${text}`, "a.yaml", "resources"), "- b.yaml\n"),
  ],
  "doctor/project/ignore-checks.ts": [
    ...ofText((text) => dockerfile(text), "COPY a b\n", "COPY ", "\\\n", "ADD\t", " ", '["a",', "FROM a\n", "#"),
    ...ofText((text) => dockerfile("COPY dist/ .\n", text), "*\n", "!a\n", "**/", "#\n", "a", " "),
  ],
  "generate/editor-schema/editor-pattern.ts": ofText(editorPattern, "(?i)", "(", "[", "\\", "\\Q", "[[:alpha:]]", "a"),
  "helm/chart.ts": ofText(splitImage, ":", "/", "@", "a:"),
  "helm/values-file.ts": [
    ...ofText((text) => plainValues(text, "a.yaml"), yamlKeys, "- a\n", "a:\n"),
    ofInput(
      "with many keys of its owner",
      (size) => Array.from({ length: size }, (_, at) => `k${at}: 1\n`).join(""),
      (text) =>
        mergeValues({
          text,
          file: "a.yaml",
          base: "a: 1\n",
          next: "a: 2\nb: 1\n",
          isGroup: () => true,
          isForced: () => false,
        }),
      4_000,
    ),
  ],
  "images/base-digest.ts": ofText((text) => baseDigestIn(`[${text}"a@b"]`), '"a@b",', "[", "@"),
  "kube/access.ts": ofText((text) => parseAnswer(text, "https://a"), "[", '{"a":', "<"),
  "kube/url-template.ts": ofText(describePath, "/", "/api/v1", "?", "%41", "/a"),
  "kube/warnings.ts": ofText(parseWarnings, '299 - "a",', '"', "\\", ",", "299 ", '299 - "\\"'),
  "machinery/generation-record.ts": ofText(
    (text) => parseGenerated(`{"version":1,"files":{${text}"z":""}}`, "a", "files/untrusted-state"),
    '"a":"",',
  ),
  "project/edit.ts": ofText(
    (text) =>
      withResource(project(text), {
        ...{
          group: "a",
          kind: "Z",
          version: "v1",
          domain: "",
          path: undefined,
          plural: undefined,
          webhooks: undefined,
        },
        ...{ api: undefined, controller: true, core: false },
      }), // all that is asked for
    "- kind: A\n  version: v1\n",
  ),
  "project/parse.ts": ofText(
    (text) => parseProject(project(text)),
    "- kind: A\n  version: v1\n",
    "- {}\n",
    "[",
    "# a\n",
  ),
  "render/field-spec.ts": ofText((text) => splitPath(text, "/"), "/", "\\/", "a/"),
  "render/parse-nodes.ts": ofText(
    (text) => parseNodes(text, "a.yaml"),
    yamlKeys,
    yamlItems,
    "---\na: b\n",
    "[",
    "- - ",
  ),
  "render/parse-patch.ts": [
    ...ofText((text) => parsePatch(`[${text}]`, "a"), '{"op":"remove","path":"/a"},'),
    ...ofText((text) => parsePatch(text, "a"), "- op: remove\n  path: /a\n", "[", "{"),
  ],
  "render/read-objects.ts": ofText(
    (text) => readObjects(text, "a.yaml"),
    "---\napiVersion: v1\nkind: A\nmetadata: {name: a}\n",
  ),
  "runtime/http/listener.ts": ofText(parseBindAddress, ...marks, "[", "]"),
  "runtime/webhook/certificates/certificate-secret.ts": ofText(readCertificate, pem, "-----BEGIN CERTIFICATE-----\n"),
  "runtime/webhook/review.ts": ofText((text) => parseReview("AdmissionReview", text), "[", '{"a":', '"', "1"),
  "schema/pattern-syntax.ts": ofText(parsePattern, "(", "[", "a|", "\\", "a{", "a{1}", "(?:", "[^", "(?i)"),
  "schema/patterns.ts": ofText(
    (text) => {
      const matches = new Patterns().compile(text.slice(0, 200));
      return typeof matches === "function" ? matches(`${text}!`) : matches;
    },
    ...["a", "(a*)", "a?", "[a-z]*", ".*"],
  ),
  "source/comments/comment.ts": ofText((text) => readComments(text, 0, text.length), "/**/", "//\n", "/*", "\n", "* "),
  "source/comments/literal.ts": [
    parseLiteral,
    parseLiteralList,
    (text: string) => splitOutsideQuotes(text, ","),
  ].flatMap((parse) => ofText(parse, '"', "'", "`", "{", "[", "a,", "\\", "1", "a;", "{a,")),
  "source/comments/parse-argument.ts": ofText(
    (text) => parseArgument(text, { kind: "text" }, false),
    '"',
    "'",
    "`",
    "\\",
    " ",
  ),
  "source/comments/record-argument.ts": [true, false].flatMap((isMarker) =>
    ofText((text) => parseRecord(text, record, isMarker), "a=b,", "a=b;", "a:", '"', "{", "=", " ", "a=b "),
  ),
  "testing/environment/request-attributes.ts": ofText((text) => readRequest("GET", text), "/", "/a", "%41", "?a=b&"),
};
