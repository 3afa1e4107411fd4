export const clientLanguages = ["typescript", "go", "python"] as const;

export type ClientLanguage = (typeof clientLanguages)[number];
