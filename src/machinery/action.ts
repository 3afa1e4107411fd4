/** One change to one file, as a plan states it and `commit` carries it out. Paths are relative, with forward slashes. */
export type FileAction =
  | { readonly kind: "create"; readonly path: string; readonly content: string | Uint8Array; readonly mode?: number }
  | {
      readonly kind: "overwrite";
      readonly path: string;
      readonly content: string | Uint8Array;
      /** What the file held when the plan was made; `commit` refuses if it no longer does. */
      readonly before: string;
    }
  | { readonly kind: "delete"; readonly path: string; readonly before: string };
