/** What Node 22.5 and newer have in `node:sqlite`, as far as the storage uses it. The types of Node 20 lack it. */
declare module "node:sqlite" {
  export class DatabaseSync {
    constructor(file: string);
    exec(sql: string): void;
    prepare(sql: string): StatementSync;
    close(): void;
  }

  export interface StatementSync {
    run(...parameters: readonly (string | number)[]): unknown;
    get(...parameters: readonly (string | number)[]): Readonly<Record<string, unknown>> | undefined;
    all(...parameters: readonly (string | number)[]): readonly Readonly<Record<string, unknown>>[];
  }
}
