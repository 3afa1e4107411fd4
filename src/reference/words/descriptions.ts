/** Arranges descriptions, which are plain text with paragraphs, lists and code in backticks. */
import { type Block, code, type Inline, type Line } from "../formats/block.js";

interface Paragraph {
  readonly isItem: boolean;
  readonly text: string;
}

export function descriptionBlocks(description: string): Block[] {
  const blocks: Block[] = [];
  for (const { isItem, text } of paragraphsOf(description)) {
    const last = blocks.at(-1);
    if (!isItem) blocks.push({ kind: "paragraph", line: inlineOf(text) });
    else if (last?.kind === "list")
      blocks[blocks.length - 1] = { kind: "list", items: [...last.items, inlineOf(text)] };
    else blocks.push({ kind: "list", items: [inlineOf(text)] });
  }
  return blocks;
}

/** Returns the same text for a cell of a table, which cannot contain blocks. */
export function descriptionLines(description: string): Line[] {
  return paragraphsOf(description).map(({ isItem, text }) => (isItem ? ["• ", ...inlineOf(text)] : inlineOf(text)));
}

/** An empty line or the sign of an item begins a paragraph; other line breaks only wrap the text. */
function paragraphsOf(description: string): Paragraph[] {
  const paragraphs: { isItem: boolean; text: string }[] = [];
  let isOpen = false;
  for (const line of description.split(/\r\n?|\n/)) {
    const text = line.trim();
    const [, item] = /^[-*•]\s(.*)$/.exec(text) ?? [];
    const last = paragraphs.at(-1);
    if (text === "") isOpen = false;
    else if (item !== undefined) paragraphs.push({ isItem: true, text: item.trim() });
    else if (isOpen && last !== undefined) last.text += ` ${text}`;
    else paragraphs.push({ isItem: false, text });
    if (text !== "") isOpen = true;
  }
  return paragraphs;
}

/** Texts between two backticks are code. */
function inlineOf(text: string): Inline[] {
  const parts = text.split("`");
  // A single backtick at the end is only a sign.
  if (parts.length % 2 === 0) parts.push(parts.splice(-2).join("`"));
  return parts.flatMap((part, index) => (part === "" ? [] : [index % 2 === 1 ? code(part) : part]));
}
