/**
 * The seed of the random tests: the same in each run, so that a new failure comes from a change. `TSOP_PROPERTY_SEED`
 * chooses another seed.
 */
export const propertySeed = Number(process.env["TSOP_PROPERTY_SEED"] ?? 1);
