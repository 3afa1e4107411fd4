/** Parses the responses on a connection from its bytes. */

export interface RawAnswer {
  readonly status: number;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Returns the complete responses; one without a length is complete only when the server closes the connection. */
export function readRawAnswers(bytes: Buffer, hasEnded: boolean): readonly RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = bytes.toString("latin1");
  for (;;) {
    const headLength = rest.indexOf("\r\n\r\n");
    if (headLength === -1) return answers;
    const [first = "", ...lines] = rest.slice(0, headLength).split("\r\n");
    const headers = Object.fromEntries(lines.map(readHeader));
    const status = Number(first.split(" ")[1]);
    const body = readBody(rest.slice(headLength + 4), status, headers, hasEnded);
    if (body === undefined) return answers;
    answers.push({ status, headers, body: Buffer.from(body.text, "latin1").toString() });
    rest = rest.slice(headLength + 4 + body.length);
  }
}

function readHeader(line: string): [string, string] {
  const at = line.indexOf(":");
  return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
}

interface ReadBody {
  readonly text: string;
  /** The number of bytes that it takes on the connection. */
  readonly length: number;
}

function readBody(
  text: string,
  status: number,
  headers: Readonly<Record<string, string>>,
  hasEnded: boolean,
): ReadBody | undefined {
  if (status < 200 || status === 204) return { text: "", length: 0 };
  const length = headers["content-length"];
  if (length !== undefined) {
    return text.length < Number(length) ? undefined : { text: text.slice(0, Number(length)), length: Number(length) };
  }
  if (headers["transfer-encoding"] === "chunked") return readChunks(text);
  return hasEnded ? { text, length: text.length } : undefined;
}

function readChunks(text: string): ReadBody | undefined {
  let result = "";
  let at = 0;
  for (;;) {
    const lineEnd = text.indexOf("\r\n", at);
    if (lineEnd === -1) return undefined;
    const length = parseInt(text.slice(at, lineEnd), 16);
    const end = lineEnd + 2 + length + 2;
    if (end > text.length) return undefined;
    if (length === 0) return { text: result, length: end };
    result += text.slice(lineEnd + 2, end - 2);
    at = end;
  }
}
