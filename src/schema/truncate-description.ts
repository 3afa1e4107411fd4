/**
 * Shortens a text to so many bytes: at the end of a sentence, else at a blank with `...` behind it, else in mid-word.
 * The same choice as controller-gen's `maxDescLen`, but no character is ever cut in two. 0 leaves nothing.
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

/** The longest start of a text that fits. */
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
