import {
  Composer,
  Document,
  type DocumentOptions,
  isCollection,
  Lexer,
  LineCounter,
  type Node,
  Parser,
  type ParseOptions,
  type SchemaOptions,
  visit,
  YAMLParseError,
} from "yaml";

/** Collections in collections. Kubernetes' own objects have some twenty; what reads a tree calls itself for each of its levels. */
const deepest = 400;

/**
 * The documents of a text, as the yaml package's `parseAllDocuments` reads them, but that collections which are nested more than
 * 400 deep are an error of the document. That function calls itself for each level, and where the stack ends while V8 compiles a
 * regular expression, V8 ends the process: no `catch` helps.
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
 * The first key that is a map or a list, which JSON does not have. To make a plain value of it, the yaml package prints it, and prints
 * what is in it again for each level.
 */
export function findCollectionKey(document: Document): Node | undefined {
  let found: Node | undefined;
  visit(document, {
    Pair(_, { key }) {
      if (!isCollection(key)) return undefined;
      found = key;
      return visit.BREAK;
    },
  });
  return found;
}

function tooDeep(offset: number, lineCounter: LineCounter): Document.Parsed {
  const message = `collections are nested more than ${deepest} deep`;
  const document = new Document(null);
  const error = new YAMLParseError([offset, offset], "RESOURCE_EXHAUSTION", message);
  error.linePos = [lineCounter.linePos(offset)];
  document.errors.push(error);
  // A parsed document that is empty, with all that readers of broken ones look at.
  return document as unknown as Document.Parsed;
}
