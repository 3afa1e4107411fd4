/** An address of mail as Go's net/mail.ParseAddress takes it: RFC 5322, with a name before it and comments around it. */

const atom = String.raw`[A-Za-z0-9!#$%&'*+\-/=?^_\x60{|}~\u0080-\u{10ffff}]+`;
const dotAtom = String.raw`${atom}(?:\.${atom})*`;
const quoted = String.raw`"(?:[ \t]|[\x21\x23-\x5b\x5d-\x7e\u0080-\u{10ffff}]|\\[\x21-\x7e \t])*"`;
const blank = String.raw`(?:[ \t]|\([^()\\]*\))*`;
const literal = String.raw`\[[\x21-\x5a\x5e-\x7e]+\]`;
const address = `(?:${dotAtom}|${quoted})${blank}@${blank}(?:${dotAtom}|${literal})`;
const words = String.raw`(?:(?:${atom}|${quoted}|\.)${blank})*`;

const plain = new RegExp(`^${blank}${address}${blank}$`, "u");
const named = new RegExp(`^${blank}${words}<${blank}${address}${blank}>${blank}$`, "u");

export function isEmail(text: string): boolean {
  return plain.test(text) || named.test(text);
}
