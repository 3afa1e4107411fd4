/** What a comment begins with at which `tsop create` puts new code: `// +tsop:scaffold:imports`. */
export const markerPrefix = "+tsop:scaffold:";
