/** Where tsop and operator-verify differ on the test data, each with its reason. */
export const knownDifferences: {
  readonly unreadable: readonly string[];
  readonly rules: readonly string[];
} = { unreadable: [], rules: [] };
