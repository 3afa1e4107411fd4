/** Why a text is not YAML, or not JSON values, with the messages of Go's library. */
export class YamlFault extends Error {}

/**
 * Syntax errors that both libraries detect; the other one's line is lower by one if its parser, not its scanner, detects the
 * error.
 * Source: sigs.k8s.io/yaml/goyaml.v2 (scannerc.go, parserc.go, yaml.go).
 */
const syntaxFaults: readonly { readonly ours: RegExp; readonly theirs: string; readonly lines: number }[] = [
  { ours: /^Flow sequence/, theirs: "did not find expected ',' or ']'", lines: -1 },
  { ours: /^Flow map/, theirs: "did not find expected ',' or '}'", lines: -1 },
  { ours: /^Missing closing .quote/, theirs: "found unexpected end of stream", lines: 0 },
  {
    ours: /^Tabs are not allowed|^Plain value cannot/,
    theirs: "found character that cannot start any token",
    lines: 0,
  },
  { ours: /^Nested mappings/, theirs: "mapping values are not allowed in this context", lines: 0 },
  { ours: /^Invalid escape/, theirs: "found unknown escape character", lines: 0 },
  { ours: /^Unexpected block-seq-ind/, theirs: "did not find expected key", lines: -1 },
  { ours: /^Implicit (?:map )?keys need/, theirs: "could not find expected ':'", lines: 1 },
  { ours: /^collections are nested/, theirs: "exceeded max depth of 400", lines: 0 },
  { ours: /^Unexpected flow-\w+-end/, theirs: "did not find expected node content", lines: -1 },
  { ours: /^Block scalar header/, theirs: "did not find expected comment or line break", lines: 0 },
];

/** An error as the library reports it. */
interface SyntaxError {
  readonly message: string;
  readonly pos: readonly [number, number];
}

export function syntaxFault(errors: readonly SyntaxError[], lineOf: (offset: number) => number): YamlFault {
  const known = syntaxFaults
    .map((fault) => ({ fault, error: errors.find(({ message }) => fault.ours.test(message)) }))
    .find(({ error }) => error !== undefined);
  const line = lineOf((known?.error ?? errors[0])?.pos[0] ?? 0) + (known?.fault.lines ?? -1);
  const words = known?.fault.theirs ?? "did not find expected key";
  return new YamlFault(line > 0 ? `yaml: line ${line}: ${words}` : `yaml: ${words}`);
}
