/** Where the first step of the scale ends, and by how much each is longer than the one before: up to ten seconds. */
const FIRST_STEP_MS = 0.05;
const STEP_RATIO = 1.25;
export const STEPS = 56;

const LOG_RATIO = Math.log(STEP_RATIO);

/** Into which step of the scale a time falls; the last one has no end. */
export function stepOf(ms: number): number {
  if (ms <= FIRST_STEP_MS) return 0;
  return Math.min(STEPS - 1, Math.ceil(Math.log(ms / FIRST_STEP_MS) / LOG_RATIO));
}

/** Where a step ends, in milliseconds. */
function endOf(step: number): number {
  return FIRST_STEP_MS * STEP_RATIO ** step;
}

/**
 * The time within which a part of the answers came, to about a tenth: answers are taken to lie evenly within their step.
 *
 * @param part 0.5: the median; 0.95: all but one in twenty.
 */
export function timeWithin(answers: readonly number[], part: number): number | null {
  const count = answers.reduce((sum, each) => sum + each, 0);
  if (count === 0) return null;
  let left = part * count;
  for (const [step, inStep] of answers.entries()) {
    if (inStep === 0 || left > inStep) {
      left -= inStep;
      continue;
    }
    const from = step === 0 ? 0 : endOf(step - 1);
    return from + (endOf(step) - from) * (left / inStep);
  }
  return endOf(STEPS - 1);
}
