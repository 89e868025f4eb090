/** The deletion of a guide, as shown in its editor. */
export type GuideDeletion = {
  /** "Ada deleted this guide on Mon, Nov 23, 2026 at 5:00 PM." */
  words: string;
  /** What happens if it is restored. */
  back: string;
};
