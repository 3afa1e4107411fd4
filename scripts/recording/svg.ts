/** A line of a terminal and the time at which it appeared. */
export interface ScreenLine {
  /** The text with the escape sequences of its colours. */
  readonly text: string;
  /** Milliseconds since the start of the recording. */
  readonly at: number;
}

/** The colours of a dark terminal, by the SGR codes that tsop writes. Their contrast to the background is above 4.5. */
const colours: Readonly<Record<number, string>> = {
  2: "#9aa4b2",
  31: "#ff8f8f",
  32: "#8fd694",
  33: "#f0c674",
  34: "#8ab4f8",
  35: "#d7a6ff",
  36: "#7fd6d6",
  90: "#9aa4b2",
};
const foreground = "#e6e9ef";
const background = "#151922";
const lineHeight = 19;
const charWidth = 7.83; // of a monospaced font of 13 pixels
const margin = 16;
const titleBar = 34;

/**
 * Draws a terminal as an SVG without scripts or external resources. Its lines appear one after the other; where the reader
 * prefers reduced motion, all of them are visible from the start.
 *
 * @param title - names the picture for people who do not see it
 * @param longestPauseMs - shortens longer pauses between two lines
 */
export function drawTerminal(title: string, lines: readonly ScreenLine[], longestPauseMs = 1200): string {
  const columns = Math.max(40, ...lines.map(({ text }) => withoutEscapes(text).length));
  const width = Math.ceil(columns * charWidth) + 2 * margin;
  const height = titleBar + lines.length * lineHeight + margin;
  let shown = 0;
  let last = 0;
  const rows = lines.map(({ text, at }, index) => {
    shown += Math.min(at - last, longestPauseMs);
    last = at;
    const y = titleBar + (index + 1) * lineHeight - 5;
    const delay = (shown / 1000).toFixed(2);
    return `<text x="${margin}" y="${y}" style="animation-delay:${delay}s">${spansOf(text)}</text>`;
  });
  const dots = ["#ff5f57", "#febc2e", "#28c840"].map(
    (fill, index) => `<circle cx="${margin + 4 + index * 18}" cy="17" r="5.5" fill="${fill}"/>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title">`,
    `<title id="title">${escapeXml(title)}</title>`,
    "<style>",
    `text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:${foreground};white-space:pre;animation:show .01s both}`,
    "@keyframes show{from{opacity:0}to{opacity:1}}",
    "@media (prefers-reduced-motion:reduce){text{animation:none}}",
    "</style>",
    `<rect width="${width}" height="${height}" rx="9" fill="${background}"/>`,
    ...dots,
    ...rows,
    "</svg>",
    "",
  ].join("\n");
}

// oxlint-disable-next-line no-control-regex -- colours are escape sequences
const escapes = /\x1b\[([\d;]*)m/;

function withoutEscapes(text: string): string {
  return text.replaceAll(new RegExp(escapes, "g"), "");
}

function spansOf(text: string): string {
  const [plain = "", ...styled] = text.split(escapes);
  const spans = [escapeXml(plain)];
  for (let index = 0; index < styled.length; index += 2) {
    const codes = (styled[index] ?? "").split(";").map(Number);
    const part = styled[index + 1] ?? "";
    if (part === "") continue;
    const fill = codes.map((code) => colours[code]).find((colour) => colour !== undefined);
    const weight = codes.includes(1) ? ' font-weight="bold"' : "";
    spans.push(
      fill === undefined && weight === ""
        ? escapeXml(part)
        : `<tspan${fill === undefined ? "" : ` fill="${fill}"`}${weight}>${escapeXml(part)}</tspan>`,
    );
  }
  return spans.join("");
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
