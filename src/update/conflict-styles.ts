/** How conflicts appear: as git's markers in the file, or as a separate file beside it. */
export const conflictStyles = ["markers", "files"] as const;
export type ConflictStyle = (typeof conflictStyles)[number];
