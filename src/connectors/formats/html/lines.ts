/** Text on one line. */

export const joinLines = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ");

export const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();
