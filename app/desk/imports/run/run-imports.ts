/** The name of the job in run-imports.job.ts. */
export const RUN_IMPORTS_JOB = "run-imports";
