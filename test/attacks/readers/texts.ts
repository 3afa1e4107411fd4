/** Readers of texts: of files, of tags, of flags, of answers. */
import { parseEntries } from "../../../src/cluster/deploy/inventory.js";
import { readIndex } from "../../../src/commands/envtest/release-index.js";
import { readResponse } from "../../../src/commands/plugins/external/response.js";
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
import { readExportedLiteral } from "../../../src/source/exported-literal.js";
import { splitImage } from "../../../src/helm/chart.js";
import { readChanges } from "../../../src/helm/hub/changes.js";
import { readHelmIgnore } from "../../../src/helm/package/helm-ignore.js";
import { mergeValues, plainValues } from "../../../src/helm/values-file.js";
import { baseDigestIn } from "../../../src/images/base-digest.js";
import { expandWord } from "../../../src/images/expand-variables.js";
import { readDockerfile } from "../../../src/images/read-dockerfile.js";
import { parseImageName } from "../../../src/oci/image-name.js";
import { readChallenge } from "../../../src/oci/registry-login.js";
import { parseAnswer } from "../../../src/kube/access.js";
import { describePath } from "../../../src/kube/url-template.js";
import { parseWarnings } from "../../../src/kube/warnings.js";
import { parseRecord as parseGenerated } from "../../../src/machinery/generation-record.js";
import { withResource } from "../../../src/project/edit.js";
import { parseProject } from "../../../src/project/parse.js";
import { withoutResource } from "../../../src/project/remove.js";
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
import { parseArgument, parseRecord } from "../../../src/source/comments/parse-argument.js";
import { readRequest } from "../../../src/testing/environment/request-attributes.js";
import { mergePackage } from "../../../src/update/merge-package.js";
import { ofInput, ofText, type SizeCases } from "./size-case.js";

const record = { fields: { a: { type: "text" } } } as const;
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
  "core/label-selector.ts": ofText(
    (text) => parseRequirements(text, { key: () => undefined, values: () => undefined }),
    ...["=", "(", "a", "a,", "a=b,", "!a,", "a in (b,", "a in (b),", "a>1,", "!", ","],
  ),
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
  "source/exported-literal.ts": ofText(
    (text) => readExportedLiteral(`export const A: B = ${text}`),
    ...[
      '"',
      "'",
      "[",
      "[1,",
      '{"a":',
      "{a:[",
      '["a"]:',
      "//\n",
      "/*",
      "/**/",
      "* ",
      "\\",
      '"\\u0041',
      " ",
      "1",
      "a",
      ";",
      "-",
    ],
    ...["export const A ", "export const A: "],
  ),
  "generate/editor-schema/editor-pattern.ts": ofText(editorPattern, "(?i)", "(", "[", "\\", "\\Q", "[[:alpha:]]", "a"),
  "helm/hub/changes.ts": ofText(
    (text) => readChanges(`## 1.0.0\n${text}`, "1.0.0"),
    ...["- a\n", "## ", "[", "[a](", "[a](b)", "```", "### Added\n", "  a\n", "(", "a "],
  ),
  "helm/package/helm-ignore.ts": ofText(
    (text) => readHelmIgnore(text, ".helmignore").isIgnored("templates/a", false),
    ...["*", "?", "[", "[a-", "[a]", "\\", "!", "/", "a", "a\n", "**", "# "],
  ),
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
  "commands/plugins/external/response.ts": ofText(
    (text) => readResponse("a/v1", `{"universe":{${text}"z":""},"flags":[]}`),
    ...['"a":"",', '"./a":"b",', "[", '"'],
  ),
  "images/expand-variables.ts": ofText(
    (text) => expandWord(text, new Map([["A", "b"]])),
    ...["$A", "${A", "${A:-", '"', "'", "\\", "${", '"$A', "a"],
  ),
  "images/read-dockerfile.ts": ofText(
    (text) => readDockerfile(`FROM a\n${text}`.slice(0, 256 * 1024), new Map()),
    ...["ENV A=b\n", "LABEL a=b ", "COPY a /a\n", "COPY a ", "\\\n", "# a\n", 'CMD ["a",', "ENV A=$A", "<<E\n", '"'],
  ),
  "oci/image-name.ts": ofText(parseImageName, ...marks, "@", ":", "a/"),
  "oci/registry-login.ts": ofText(readChallenge, 'Bearer realm="', 'a="b",', '"', "=", "a"),
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
  "update/merge-package.ts": ofText(
    (text) => mergePackage('{"scripts":{"a":"b"}}', `{${text}"z":""}`, '{"scripts":{"a":"c"}}'),
    ...['"a":"b",', "[", " "],
  ),
  "project/remove.ts": ofText(
    (text) =>
      withoutResource(project(`- kind: Z\n  group: a\n  version: v1\n${text}`), {
        ...{ group: "a", kind: "Z", version: "v1", domain: "", path: undefined, plural: undefined },
        ...{ webhooks: undefined, api: undefined, controller: true, core: false },
      }),
    "- kind: A\n  version: v1\n",
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
  "source/comments/parse-argument.ts": [
    ...ofText((text) => parseArgument(text, { kind: "text" }, false), '"', "'", "`", "\\", " "),
    ...[true, false].flatMap((isMarker) =>
      ofText((text) => parseRecord(text, record, isMarker), "a=b,", "a=b;", "a:", '"', "{", "=", " ", "a=b "),
    ),
  ],
  "testing/environment/request-attributes.ts": ofText((text) => readRequest("GET", text), "/", "/a", "%41", "?a=b&"),
};
