/** The job that works at imports; see run-imports.job.ts. */
export const RUN_IMPORTS = "run-imports";
