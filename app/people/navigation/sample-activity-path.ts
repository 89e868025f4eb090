/** The page that loads and removes sample activity. It exists in trial builds alone. */
export const SAMPLE_ACTIVITY_PATH = "/development/sample-activity";
