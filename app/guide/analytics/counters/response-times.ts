/** End of the first bucket, and how much longer each following bucket is: up to ten seconds in all. */
const FIRST_STEP_MS = 0.05;
const STEP_RATIO = 1.25;
export const BUCKET_COUNT = 56;

const LOG_RATIO = Math.log(STEP_RATIO);

/** The bucket of a time; the last one is open-ended. */
export function bucketOf(ms: number): number {
  if (ms <= FIRST_STEP_MS) return 0;
  return Math.min(BUCKET_COUNT - 1, Math.ceil(Math.log(ms / FIRST_STEP_MS) / LOG_RATIO));
}

/** The end of a bucket in milliseconds. */
function bucketEnd(step: number): number {
  return FIRST_STEP_MS * STEP_RATIO ** step;
}

/**
 * A percentile of response times, right to about a tenth: times are assumed to be spread evenly within their bucket.
 *
 * @param part 0.5 is the median, 0.95 all but one in twenty.
 */
export function percentileMs(answers: readonly number[], part: number): number | null {
  const count = answers.reduce((sum, each) => sum + each, 0);
  if (count === 0) return null;
  let remaining = part * count;
  for (const [step, inStep] of answers.entries()) {
    if (inStep === 0 || remaining > inStep) {
      remaining -= inStep;
      continue;
    }
    const from = step === 0 ? 0 : bucketEnd(step - 1);
    return from + (bucketEnd(step) - from) * (remaining / inStep);
  }
  return bucketEnd(BUCKET_COUNT - 1);
}
