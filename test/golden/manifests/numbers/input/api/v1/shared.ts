export const largest = 9223372036854775807;
