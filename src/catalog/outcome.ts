/** The outcome of saving one record. */
export type Outcome = "inserted" | "updated" | "unchanged";
