import type { KubernetesVersion } from "../../../src/schema/kubernetes-versions.js";

/** A known difference between the embedded server and the real one, and its reason. docs/reference/apiserver.md lists each of them. */
export interface ContractException {
  /** A sentence for the documentation. */
  readonly difference: string;
  /** `area: name of the case`; or `area: *`, or `*` for all cases. */
  readonly cases: readonly string[];
  /** The paths that differ in the steps of each case: `body.metadata.selfLink`. */
  readonly paths: RegExp;
  /** Default: all versions. */
  readonly versions?: readonly KubernetesVersion[];
}

const messages = /^body\.(?:message|details\.causes)/;

export const exceptions: readonly ContractException[] = [
  {
    difference:
      "The server rejects JSON that is nested more than 1,050 levels deep, and a write whose result would be deeper, with 400; kube-apiserver accepts 10,000 levels.",
    cases: ["bad-requests: a body that is 5,000 objects deep"],
    paths: /^(?:status|headers|body)/,
  },
  {
    difference: "The fields of an object may be in another order, in responses and in messages.",
    cases: [
      "field-validation: patch: merge, Strict",
      "field-validation: patch: json, Strict",
      "field-validation: JSON patch: what nobody knows in an operation",
      "writes: create: two controllers",
      "writes: patch: a type that does not fit",
      "writes: patch: an apiVersion",
      "lists: watch that is no boolean",
    ],
    paths: /^body(?:$|\.(?:message|details\.causes))/,
  },
  {
    difference:
      "If a patch does not fit the type and kube-apiserver's message prints Go maps or types, the server's message is different.",
    cases: ["writes: patch: a kind"],
    paths: messages,
  },
  {
    difference:
      "If an object in a request contains a field twice, the server uses the last value; kube-apiserver merges both values.",
    cases: [
      "field-validation: create: fields that are there twice, by default",
      "field-validation: create: fields that are there twice, Warn",
      "field-validation: create: fields that are there twice, Ignore",
    ],
    paths: /^body\.(?:data|metadata\.managedFields)/,
  },
  {
    difference: "The causes of an error may list the same error in the metadata more or fewer times.",
    cases: ["writes: update: a bad label", "null-entries: patches"],
    paths: messages,
    versions: ["1.35"],
  },
  {
    difference:
      "The server rejects numbers beyond 64 bits, bytes that are not text, and options of a wrong type with another message.",
    cases: [
      "bad-requests: create from a generation beyond 64 bits",
      "pagination: a token that is nonsense",
      "negotiation: accept application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io",
      "negotiation: accept of a list application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io",
    ],
    paths: messages,
  },
  {
    difference: "The default lifetime of a TokenRequest has no field manager.",
    cases: [
      "tokens: a token of a service account is good for its server",
      "tokens: a token ends with the secret that it is bound to",
    ],
    paths: /managedFields/,
  },
  {
    difference:
      "The server ignores `resourceVersion` in the request for the next page of a list; kube-apiserver rejects values other than 0.",
    cases: ["pagination: a continued list may not name a version"],
    paths: /^/,
  },
  {
    difference: "A response with status 304 contains a content type.",
    cases: ["discovery: all at once: what has not changed is not sent again"],
    paths: /content-type/,
  },
  {
    difference:
      "In the recordings of the contract suite, a request that sends a `resourceVersion` back has another digest.",
    cases: ["status-codes: a conflict, and then the right version"],
    paths: /^digest$/,
  },
  {
    difference:
      "The server reports a syntax error or an invalid literal in a CEL expression at the same position, with another message.",
    cases: ["cel-errors: faults of syntax", "cel-errors: wrong literals"],
    paths: /^body.causes/,
  },
  {
    difference:
      "Integer fields of built-in kinds accept an integer that is written as 1.0 or 1e0; kube-apiserver rejects it.",
    cases: ["numbers: numbers in a built-in kind"],
    paths: /^/,
  },
  {
    difference: "The error about an empty list of versions shows the list as null.",
    cases: ["definitions: versions: none"],
    paths: /^body.causes/,
  },
  {
    difference:
      "The server rejects an unknown HTTP method with 405 for every path, and then closes the connection, as it does for CONNECT.",
    cases: [
      "connections: CONNECT to a path",
      "connections: CONNECT to a host",
      "connections: a method that HTTP does not know",
      "connections: a method in small letters",
    ],
    paths: /^body\.(?:answers\[0\]\.)?connection$/,
  },
  {
    difference: "The server responds to an HTTP/1.0 request in HTTP/1.1, and announces that it closes the connection.",
    cases: ["connections: no Host in HTTP/1.0", "connections: a watch in HTTP/1.0 ends with the connection"],
    paths: /^body\.answers\[0\]\.connection$/,
  },
  {
    difference: "The error for YAML that ends too early contains no line number.",
    cases: ["bad-requests: apply an object without its last brace"],
    paths: messages,
  },
];

export function exceptionsOf(area: string, name: string, version: KubernetesVersion): readonly ContractException[] {
  const keys = ["*", `${area}: *`, `${area}: ${name}`];
  return exceptions.filter(
    ({ cases, versions = [version] }) => versions.includes(version) && cases.some((each) => keys.includes(each)),
  );
}
