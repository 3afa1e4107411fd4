import { describe, expect, test } from "vitest";
import { admissionReviewType } from "../../../src/apiserver/admission/webhooks/admission-review.js";
import { selects } from "../../../src/apiserver/selectors/selected-labels.js";
import { describeNetworkFault } from "../../../src/apiserver/webhooks/network-fault.js";
import { decodeAnswer } from "../../../src/apiserver/webhooks/decode-answer.js";

describe("a label selector", () => {
  test.each([
    [{}, true],
    [{ matchLabels: { a: "b" } }, true],
    [{ matchLabels: { a: "c" } }, false],
    [{ matchLabels: { toString: "x" } }, false],
    [{ matchExpressions: [{ key: "a", operator: "In", values: ["b", "c"] }] }, true],
    [{ matchExpressions: [{ key: "x", operator: "NotIn", values: ["b"] }] }, true],
    [{ matchExpressions: [{ key: "a", operator: "NotIn", values: ["b"] }] }, false],
    [
      {
        matchExpressions: [
          { key: "a", operator: "Exists" },
          { key: "x", operator: "DoesNotExist" },
        ],
      },
      true,
    ],
    [{ matchExpressions: [{ key: "a", operator: "DoesNotExist" }] }, false],
  ])("%j", (selector, isSelected) => {
    expect(selects(selector, { a: "b" })).toBe(isSelected);
  });
});

test.each([
  [{ code: "ECONNREFUSED", message: "", address: "::1", port: 9 }, "dial tcp [::1]:9: connect: connection refused"],
  [{ code: "ENOTFOUND", message: "", hostname: "a.b" }, "dial tcp: lookup a.b: no such host"],
  [{ code: "ECONNRESET", message: "" }, "EOF"],
  [{ code: "EPROTO", message: "" }, "http: server gave HTTP response to HTTPS client"],
  [
    { code: "DEPTH_ZERO_SELF_SIGNED_CERT", message: "" },
    "tls: failed to verify certificate: x509: certificate signed by unknown authority",
  ],
  [
    { code: "ERR_TLS_CERT_ALTNAME_INVALID", message: "", host: "c", cert: { subjectaltname: "DNS:a, DNS:b" } },
    "tls: failed to verify certificate: x509: certificate is valid for a, b, not c",
  ],
])("what Node says of the network, as Go says it: %j", (fault, text) => {
  expect(describeNetworkFault(fault, "x:1")).toBe(text);
});

test.each([
  [{ code: 409, contentType: "text/plain", body: "x" }, "the server reported a conflict"],
  [
    { code: 502, contentType: "text/html", body: "<p>" },
    'an error on the server ("<p>") has prevented the request from succeeding',
  ],
  [
    { code: 200, contentType: "application/json", body: "7" },
    expect.stringContaining("cannot unmarshal number") as string,
  ],
  [
    { code: 200, contentType: "", body: '{"response": ' },
    "couldn't get version/kind; json parse error: unexpected end of JSON input",
  ],
  [{ code: 200, contentType: "", body: '{"response":{"patch":"***"}}' }, "illegal base64 data at input byte 0"],
  [{ code: 200, contentType: "", body: '{"response":{"uid":"a"}}' }, { response: { uid: "a" } }],
])("what a webhook has answered: %j", (answer, decoded) => {
  expect(decodeAnswer(answer, admissionReviewType("v1"))).toEqual(decoded);
});
