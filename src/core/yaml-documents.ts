import {
  Composer,
  Document,
  type DocumentOptions,
  isCollection,
  isPair,
  isScalar,
  Lexer,
  LineCounter,
  type Node,
  Parser,
  type ParseOptions,
  type SchemaOptions,
  YAMLParseError,
} from "yaml";

/**
 * The maximum nesting depth of collections. Kubernetes' own objects have about twenty levels; functions that read a tree
 * recurse for each level.
 */
const deepest = 400;

/**
 * Reads the documents of a text like the yaml package's `parseAllDocuments`, but collections nested more than 400 levels deep
 * are an error of the document. The function of the package recurses for each level. If the stack is exhausted while V8
 * compiles a regular expression, V8 ends the process, and no `catch` helps.
 */
export function readYamlDocuments(
  text: string,
  options: ParseOptions & DocumentOptions & SchemaOptions = {},
): Document.Parsed[] {
  const { lineCounter = new LineCounter() } = options;
  const parser = new Parser(lineCounter.addNewLine);
  lineCounter.addNewLine(0);
  const documents = [];
  const composer = new Composer({ ...options, lineCounter });
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) documents.push(...composer.next(token));
    if (parser.stack.length > deepest) return [tooDeep(parser.offset, lineCounter)];
  }
  for (const token of parser.end()) documents.push(...composer.next(token));
  return [...documents, ...composer.end()];
}

/**
 * Finds the first key that is a map or a list, which JSON does not allow. To convert such a key to a plain value, the yaml
 * package prints it, and prints its contents again for each level.
 */
export function findCollectionKey({ contents }: Document): Node | undefined {
  return findPart(contents, collectionKeyOf);
}

/** Returns the key of a pair if it is a map or a list. */
export function collectionKeyOf(part: unknown): Node | undefined {
  return isPair(part) && isCollection(part.key) ? part.key : undefined;
}

/**
 * Finds a part of a tree that is no scalar, in the order of the text. The package's `visit` copies the path of each part, which
 * takes much longer.
 */
export function findPart<Found>(part: unknown, test: (part: unknown) => Found | undefined): Found | undefined {
  if (isScalar(part)) return undefined;
  const found = test(part);
  if (found !== undefined) return found;
  if (isPair(part)) return findPart(part.key, test) ?? findPart(part.value, test);
  if (!isCollection(part)) return undefined;
  for (const item of part.items) {
    const inner = findPart(item, test);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function tooDeep(offset: number, lineCounter: LineCounter): Document.Parsed {
  const message = `collections are nested more than ${deepest} deep`;
  const document = new Document(null);
  const error = new YAMLParseError([offset, offset], "RESOURCE_EXHAUSTION", message);
  error.linePos = [lineCounter.linePos(offset)];
  document.errors.push(error);
  // An empty parsed document, with all properties that code for broken documents reads.
  return document as unknown as Document.Parsed;
}
