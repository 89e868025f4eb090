/** The progress of a run. */
export type RunProgress = { step: string; done: number; total: number | null };

/** Can be called at any rate; callers don't wait for it. */
export type ReportProgress = (progress: RunProgress) => void;
