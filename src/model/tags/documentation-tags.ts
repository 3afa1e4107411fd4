/**
 * Tags that TypeScript, TSDoc or JSDoc define for readers, compilers and editors only. tsop ignores them without an error.
 */
export const documentationTags: ReadonlySet<string> = new Set(
  (
    "abstract alpha async augments author beta borrows bug callback class classdesc constant constructor constructs " +
    "copyright decorator deprecated description emits enum eventProperty example exports extends external file " +
    "fileoverview final fires function generator global hidden hideconstructor implements import inheritDoc inheritdoc " +
    "inner instance interface internal kind label lends license link linkcode linkplain listens member memberof method " +
    "mixes mixin module name namespace overload override package packageDocumentation param preferred private " +
    "privateRemarks prop property protected public readonly remarks requires return returns satisfies sealed see since " +
    "static summary template this throws todo tutorial type typedef typeParam var variation version virtual yields"
  ).split(" "),
);
