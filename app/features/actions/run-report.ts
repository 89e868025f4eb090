/** How far a run has come. */
export type Progress = { step: string; done: number; total: number | null };

/** Called as often as one likes; never waited for. */
export type Report = (progress: Progress) => void;
