/** The beginning of a comment where `tsop create` inserts new code: `// +tsop:scaffold:imports`. */
export const markerPrefix = "+tsop:scaffold:";
