import { Stripe } from "stripe";

import type { Logger } from "#app/platform/log.server.ts";

import type { BillingProvider } from "../billing-provider.ts";
import { createStripeProvider } from "../stripe/stripe-provider.server.ts";
import { ResponseDropped, answerSandboxCall, type Sandbox, SANDBOX_KEY } from "./sandbox-api.server.ts";
import { getSandboxSecret } from "./sandbox-store.server.ts";

/** Stripe's client, talking to the sandbox in this process. No money moves, and no network is used. */
export function sandboxProvider(sandbox: Sandbox, log: Logger): BillingProvider {
  const httpClient = Stripe.createFetchHttpClient(async (...given: ConstructorParameters<typeof Request>) => {
    try {
      return await answerSandboxCall(new Request(...given), sandbox);
    } catch (error) {
      if (error instanceof ResponseDropped) throw error;
      log.error({ err: error }, "The billing sandbox failed");
      const headers = { "stripe-should-retry": "false" };
      return Response.json({ error: { type: "api_error", message: String(error) } }, { status: 500, headers });
    }
  });
  const webhookSecret = () => getSandboxSecret(sandbox.db);
  return createStripeProvider({ name: "sandbox", secretKey: SANDBOX_KEY, webhookSecret, log, httpClient });
}
