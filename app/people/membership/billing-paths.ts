export const SUBSCRIPTION_PATH = "/subscription";
export const SUCCESS_PATH = "/subscription/success";
export const REFUND_PATH = "/subscription/refund";
export const ADMIN_REFUNDS_PATH = "/admin/refunds";
export const WEBHOOK_PATH = "/api/webhooks/stripe";
export const CREATE_CHECKOUT_API_PATH = "/api/create-checkout";
export const CUSTOMER_PORTAL_API_PATH = "/api/customer-portal";

export const SANDBOX_PORTAL_PATH = "/sandbox/portal";

export function sandboxCheckoutPath(id: string): string {
  return `/sandbox/checkout/${id}`;
}

export function sandboxPurchasePath(id: string): string {
  return `/sandbox/purchase/${id}`;
}
