/** Generated from the contract by scripts/client.ts; do not edit. */

/** Results, or characters, of the largest page. */
export const maxPage = {
  searchProjects: 25,
  searchArchives: 10,
  readDocument: 20000,
};
