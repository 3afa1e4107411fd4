/** Stores the lines of audit events. */
export interface AuditLog {
  /** Throws if an earlier line is not stored yet: the server then accepts no request. */
  ready(): void;
  /** Stores a line, which ends with a line break, or keeps it until it can be stored. */
  write(line: string): void;
}
