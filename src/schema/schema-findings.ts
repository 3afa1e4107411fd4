/** Takes what is found in a schema; each finding has its path, and the value around it where that is known. */
export interface SchemaFindings {
  /** The API server refuses this. */
  refuse(path: string, message: string, hint: string): void;
  /** Something is left out. */
  leaveOut(path: string, message: string, hint: string): void;
  /** The API server accepts this although it has no effect, or a strange one. */
  doubt(path: string, message: string, hint: string): void;
  /** Findings from here on, until `read` returns, are about something inside of this value. */
  within<Result>(value: object, read: () => Result): Result;
}

export const correctIt = "The API server would not accept such a CRD. Correct it, and import it again.";
