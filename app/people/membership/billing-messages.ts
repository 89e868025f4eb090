/** Messages from the error table of the specification. */
export const SIGN_IN_TO_SUBSCRIBE = "Please sign in to subscribe";
export const CHECKOUT_FAILED = "Failed to start checkout process";
export const PORTAL_FAILED = "Failed to open subscription management";

export const PAYMENTS_NOT_SET_UP = "Payments are not set up";
