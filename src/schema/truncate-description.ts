/**
 * Shortens a text to a number of bytes: at the end of a sentence, else at a space followed by `...`, else in mid-word. It
 * chooses like controller-gen's `maxDescLen`, but never splits a character. 0 leaves nothing.
 */
export function truncateDescription(text: string, bytes: number): string {
  if (bytes === 0) return "";
  if (Buffer.byteLength(text) <= bytes) return text;
  const start = fitting(text, bytes);
  const sentence = /^.+\p{Sentence_Terminal}/su.exec(start)?.[0];
  if (sentence !== undefined) return sentence;
  const words = /^(.+?)\p{White_Space}[^\p{White_Space}]*$/su.exec(start)?.[1];
  return `${words ?? start}...`;
}

/** Returns the longest prefix of a text that fits. */
function fitting(text: string, bytes: number): string {
  let size = 0;
  let end = 0;
  for (const character of text) {
    size += Buffer.byteLength(character);
    if (size > bytes) break;
    end += character.length;
  }
  return text.slice(0, end);
}
