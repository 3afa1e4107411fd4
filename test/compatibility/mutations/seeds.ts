/** The mutations that the tests try. */
export const seeds = Array.from({ length: 200 }, (_, seed) => seed);
