/** How much of a document of an excerpt-only source may be read, over all pages, in characters (code points). */
export const readableChars = 1_000;
