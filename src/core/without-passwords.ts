/** Returns text with addresses, without the user and the password that they may contain: `http://…@proxy:3128`. */
export function withoutPasswords(text: string): string {
  return text.replace(/:\/\/[^\s/?#"'<>]*@/g, "://…@");
}
