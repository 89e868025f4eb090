/** The job that works on runs of live sources. */
export const RUN_SOURCES_JOB = "run-sources";
