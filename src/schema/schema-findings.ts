/** Receives findings about a schema. Each has its path, and the enclosing value if known. */
export interface SchemaFindings {
  /** Reports a part that the API server rejects. */
  refuse(path: string, message: string, hint: string): void;
  /** Reports a part that is omitted. */
  leaveOut(path: string, message: string, hint: string): void;
  /** Reports a part that the API server accepts although it has no effect, or an unexpected one. */
  doubt(path: string, message: string, hint: string): void;
  /** Relates findings to something inside of this value until `read` returns. */
  within<Result>(value: object, read: () => Result): Result;
}

export const correctIt = "The API server would reject this CRD. Correct it, and import it again.";
