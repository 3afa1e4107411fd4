/**
 * Moves the objects of a kind to another kind, without a restart of anything that they own.
 *
 * @module
 */
export { type KindMigration, migrateKind, type MigrateKindOptions } from "./migrate-kind.js";
export type { NewContent } from "./content.js";
export type { MigrationProgress } from "./progress.js";
