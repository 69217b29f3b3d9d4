/** Generated from the contract by scripts/client.ts; do not edit. */

/** Results, or characters, of the greatest page. */
export const greatestPage = {
  searchProjects: 25,
  searchArchives: 10,
  readDocument: 20000,
};
