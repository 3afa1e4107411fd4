import { TsopError } from "../core/errors.js";

/**
 * Returns the time of all files in an image, in seconds since 1970: SOURCE_DATE_EPOCH, or 0, so that the image does not
 * depend on the build time.
 *
 * @throws TsopError `usage/invalid-argument`
 */
export function sourceDateEpoch(value: string | undefined): number {
  if (value === undefined || value === "") return 0;
  if (/^\d{1,11}$/.test(value)) return Number(value);
  throw new TsopError("usage/invalid-argument", `SOURCE_DATE_EPOCH ${JSON.stringify(value)} is not a time`, {
    hint: "Set it to a number of seconds since 1970: export SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)",
  });
}
