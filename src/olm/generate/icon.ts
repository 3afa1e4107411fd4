/** The icon of an operator whose author has not drawn one: the initials of its name. */
import { titleOf } from "./names.js";

const colours = ["#1f6feb", "#0a7d6c", "#8250df", "#bc4c00", "#2d5b7c", "#6e5494"];

/** Draws a square with the initials of a name. The same name gives the same picture. */
export function drawInitials(name: string): string {
  const words = titleOf(name)
    .split(" ")
    .filter((word) => word.toLowerCase() !== "operator");
  const initials = (words.length > 0 ? words : [titleOf(name)])
    .slice(0, 2)
    .map((word) => word.charAt(0))
    .join("");
  const sum = Array.from(name, (letter) => letter.codePointAt(0) ?? 0).reduce((total, code) => total + code, 0);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80" viewBox="0 0 80 80">
  <rect width="80" height="80" rx="14" fill="${colours[sum % colours.length] ?? ""}"/>
  <text x="40" y="41" fill="#ffffff" font-family="sans-serif" font-size="36" font-weight="bold" text-anchor="middle"
    dominant-baseline="central">${initials.replace(/[^\p{L}\p{N}]/gu, "")}</text>
</svg>
`;
}

/** The media types of icons that catalogs accept, by the end of the file's name. */
export const iconTypes: Readonly<Record<string, string>> = {
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
};
