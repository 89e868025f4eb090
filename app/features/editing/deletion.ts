/** A guide that somebody has deleted, as its editor says it. */
export type Deletion = {
  /** "Ada deleted this guide on Mon, Nov 23, 2026 at 5:00 PM." */
  words: string;
  /** What it is once it is brought back. */
  back: string;
};
