/** The progress of a run. */
export type Progress = { step: string; done: number; total: number | null };

/** Can be called at any rate; callers don't wait for it. */
export type Report = (progress: Progress) => void;
