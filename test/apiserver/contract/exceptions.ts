/** A known difference between the embedded server and the real one, and its reason. docs/reference/apiserver.md lists each of them. */
export interface ContractException {
  /** A sentence for the documentation. */
  readonly difference: string;
  /** `area: name of the case`; or `area: *`, or `*` for all cases. */
  readonly cases: readonly string[];
  /** The paths that differ in the steps of each case: `body.metadata.selfLink`. */
  readonly paths: RegExp;
}

const messages = /^body\.(?:message|details\.causes)/;

export const exceptions: readonly ContractException[] = [
  {
    difference: "Nobody is anonymous: a request without a token that is known is answered 401, whatever it asks for.",
    cases: [
      "status-codes: 401: an empty token",
      "status-codes: 401: a scheme that is not spoken",
      "status-codes: 401: an authorization that is nonsense",
    ],
    paths: /^/,
  },
  {
    difference:
      "JSON that is nested more than 1,050 levels deep is refused with 400, and a write whose outcome would be deeper; kube-apiserver takes 10,000 levels.",
    cases: ["bad-requests: a body that is 5,000 objects deep"],
    paths: /^(?:status|headers|body)/,
  },
  {
    difference: "There is no `/metrics`.",
    cases: ["authorization: rules for paths"],
    paths: /^(?:status|headers)/,
  },
  {
    difference: "The fields of an object in a message, and in text that is compared as text, may be in another order.",
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
      "A refused patch that does not fit the type is explained in other words where Go prints its own maps or types.",
    cases: ["writes: patch: a kind"],
    paths: messages,
  },
  {
    difference:
      "Of an object that is sent with a field twice, the last one counts as a whole; kube-apiserver merges the two.",
    cases: [
      "field-validation: create: fields that are there twice, by default",
      "field-validation: create: fields that are there twice, Warn",
      "field-validation: create: fields that are there twice, Ignore",
    ],
    paths: /^body\.(?:data|metadata\.managedFields)/,
  },
  {
    difference: "The same fault of metadata may be listed more or fewer times among the causes.",
    cases: ["writes: update: a bad label"],
    paths: messages,
  },
  {
    difference:
      "Numbers beyond 64 bits, bytes that are no text and options of a wrong type are refused in other words.",
    cases: [
      "bad-requests: create from a generation beyond 64 bits",
      "pagination: a token that is nonsense",
      "negotiation: accept application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io",
      "negotiation: accept of a list application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io",
    ],
    paths: messages,
  },
  {
    difference: "The lifetime that a TokenRequest gets by default has no manager.",
    cases: [
      "tokens: a token of a service account is good for its server",
      "tokens: a token ends with the secret that it is bound to",
    ],
    paths: /managedFields/,
  },
  {
    difference: "A list that is continued may name a resource version; it is ignored.",
    cases: ["pagination: a continued list may not name a version"],
    paths: /^/,
  },
  {
    difference: "An answer that says that nothing has changed names its content type.",
    cases: ["discovery: all at once: what has not changed is not sent again"],
    paths: /content-type/,
  },
  {
    difference: "What a client sends back with its version has another digest in the record.",
    cases: ["status-codes: a conflict, and then the right version"],
    paths: /^digest$/,
  },
  {
    difference:
      "CEL expressions with a fault of syntax or a wrong literal are refused at the same place, in other words.",
    cases: ["cel-errors: faults of syntax", "cel-errors: wrong literals"],
    paths: /^body.causes/,
  },
  {
    difference:
      "Nobody fills in the status of a ValidatingAdmissionPolicy: the types of its expressions are not checked.",
    cases: ["cel-evaluation: a policy's status"],
    paths: /^/,
  },
  {
    difference: "A whole number written as 1.0 or 1e0 is taken for one by a field of a built-in kind.",
    cases: ["numbers: numbers in a built-in kind"],
    paths: /^/,
  },
  {
    difference: "An empty list of versions is shown as null where it is refused.",
    cases: ["definitions: versions: none"],
    paths: /^body.causes/,
  },
  {
    difference:
      "A method that HTTP does not know is refused with 405 wherever it is sent, and ends the connection, as CONNECT does.",
    cases: [
      "connections: CONNECT to a path",
      "connections: CONNECT to a host",
      "connections: a method that HTTP does not know",
      "connections: a method in small letters",
    ],
    paths: /^body\.(?:answers\[0\]\.)?connection$/,
  },
  {
    difference: "HTTP/1.0 is answered in HTTP/1.1, which says that the connection ends.",
    cases: ["connections: no Host in HTTP/1.0", "connections: a watch in HTTP/1.0 ends with the connection"],
    paths: /^body\.answers\[0\]\.connection$/,
  },
  {
    difference: "YAML that ends too early is refused without the number of its line.",
    cases: ["bad-requests: apply an object without its last brace"],
    paths: messages,
  },
];

export function exceptionsOf(area: string, name: string): readonly ContractException[] {
  const keys = ["*", `${area}: *`, `${area}: ${name}`];
  return exceptions.filter(({ cases }) => cases.some((each) => keys.includes(each)));
}
