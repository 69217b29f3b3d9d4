/** What became of one record that was handed in. */
export type Outcome = "inserted" | "updated" | "unchanged";
