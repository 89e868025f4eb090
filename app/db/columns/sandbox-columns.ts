/** Test cards of the sandbox: they are chosen, not typed. */
export type SandboxCard = "works" | "asks" | "declined" | "fails-later";

/**
 * The sandbox is our double of Stripe. These are its objects, named as Stripe names them, with the fields that the
 * sandbox needs. Instants are Unix seconds, amounts are cents.
 */
type Stored<Kind extends string> = { id: string; object: Kind; created: number; customer: string };

export type SandboxCustomer = {
  id: string;
  object: "customer";
  created: number;
  email: string | null;
  metadata: { user_id: string };
  /** The test card on file. */
  default_source: SandboxCard | null;
  /** How many seconds the customer's test clock is ahead of the site's. */
  clock_ahead: number;
  deleted: boolean;
};

export type SandboxSession = Stored<"checkout.session"> & {
  mode: "subscription" | "payment";
  status: "open" | "complete" | "expired";
  client_reference_id: string | null;
  /** The price of a subscription; null for a one-time payment. */
  price: string | null;
  /** What a one-time payment is for; null for a subscription. */
  name: string | null;
  amount_total: number;
  success_url: string;
  cancel_url: string;
  payment_intent: string | null;
};

export type SandboxSubscription = Stored<"subscription"> & {
  status: "active" | "past_due" | "unpaid" | "paused" | "incomplete" | "canceled";
  price: string;
  /** The price from the next period on; null for no change. */
  next_price: string | null;
  start_date: number;
  current_period_start: number;
  current_period_end: number;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
};

export type SandboxInvoice = Stored<"invoice"> & {
  subscription: string;
  description: string;
  amount: number;
  status: "paid" | "open" | "void";
  paid_at: number | null;
  payment_intent: string | null;
};

/** Its id is that of its payment intent, with another prefix. */
export type SandboxCharge = Stored<"charge"> & { payment_intent: string; amount: number };
export type SandboxDispute = Stored<"dispute"> & { charge: string; payment_intent: string; status: string };
export type SandboxRefund = Stored<"refund"> & { charge: string; payment_intent: string; amount: number };

export type SandboxObject =
  | SandboxCustomer
  | SandboxSession
  | SandboxSubscription
  | SandboxInvoice
  | SandboxCharge
  | SandboxDispute
  | SandboxRefund
  /** The first answer to an idempotency key, which is repeated. */
  | { id: string; object: "idempotency_key"; created: number; digest: string; status: number; body: unknown }
  | { object: "webhook_endpoint"; secret: string };

export type SandboxEvent = {
  id: string;
  object: "event";
  type: string;
  created: number;
  data: { object: { id: string; object: string; customer?: string; payment_intent?: string } };
};
