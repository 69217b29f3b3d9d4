/** One caption. */
export interface Caption {
  /** Seconds from the start of the recording. */
  start: number;
  end: number;
  speaker: string | null;
  text: string;
}
