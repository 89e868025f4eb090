/** The name of the sending job, see send-newsletters.job.ts. */
export const SEND_JOB = "send-newsletters";
export const SEND_JOB_ACTOR = { kind: "job", id: SEND_JOB } as const;
