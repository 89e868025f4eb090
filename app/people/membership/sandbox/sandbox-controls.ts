import { type SandboxPrice, sandboxPrices } from "./sandbox-objects.ts";

/** How the sandbox behaves. Trials keep these defaults; tests set prices and faults. */
export type SandboxControls = {
  prices: SandboxPrice[];
  /** Stripe's setting that limits customers to one subscription. */
  limitsSubscriptions: boolean;
  /** Stripe's setting that leaves subscriptions past due once all retries failed. */
  staysPastDue: boolean;
  /** The next calls in turn: answered with a 500, executed with the response lost, or without a fault. */
  faults: ("error" | "no-response" | "none")[];
  /** Lists no open checkouts, as for two concurrent requests that don't see each other's. */
  hidesOpenCheckouts: boolean;
  /** The error code with which refunds are refused. */
  refundError: string | null;
  /** Customers of another account of the provider. */
  foreignCustomers: ReadonlySet<string>;
  /** Called with the name of each call. */
  onCall: (call: string) => void;
};

const known = new WeakMap<object, SandboxControls>();

/** The controls of the sandbox in a database. */
export function sandboxControls(db: object): SandboxControls {
  const controls = known.get(db) ?? {
    prices: sandboxPrices(),
    limitsSubscriptions: true,
    staysPastDue: false,
    faults: [],
    hidesOpenCheckouts: false,
    refundError: null,
    foreignCustomers: new Set(),
    onCall: () => {},
  };
  known.set(db, controls);
  return controls;
}
