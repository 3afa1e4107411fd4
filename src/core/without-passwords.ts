/** Text with addresses in it, without the user and the password that may stand in them: `http://…@proxy:3128`. */
export function withoutPasswords(text: string): string {
  return text.replace(/:\/\/[^\s/?#"'<>]*@/g, "://…@");
}
