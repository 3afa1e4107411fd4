import { TsopError } from "../core/errors.js";

/** The platforms of the scaffold's base image, which nearly all clusters use. */
export const defaultPlatforms = "linux/amd64,linux/arm64";

/** @throws TsopError `usage/invalid-argument` */
export function checkPlatforms(text: string, from: string): string[] {
  const platforms = text.split(",").map((platform) => platform.trim());
  const wrong = platforms.find((platform) => !/^[a-z]+\/[a-z0-9]+(?:\/[a-z0-9]+)?$/.test(platform));
  if (wrong === undefined) return [...new Set(platforms)];
  const meant = /^[a-z0-9]+$/.test(wrong) ? `linux/${wrong}` : undefined;
  throw new TsopError(
    "usage/invalid-argument",
    `${from} ${JSON.stringify(text)}: ${JSON.stringify(wrong)} is not a platform`,
    {
      hint: meant === undefined ? `Write OS/ARCHITECTURE, such as ${defaultPlatforms}.` : `Did you mean ${meant}?`,
    },
  );
}
