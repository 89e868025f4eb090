import { problemResponse } from "#app/lib/problem-response.ts";
import type { Site } from "#app/platform/site.ts";

import { getBillingProvider } from "../get-billing-provider.server.ts";
import type { BillingProvider } from "../billing-provider.ts";
import { type AfterSync, processEvent } from "./webhook.server.ts";
import { SIGNATURE_HEADER } from "./webhook-signature.server.ts";

/** Stripe's events are a few kilobytes. */
const BODY_BYTES_MAX = 128 * 1024;

/**
 * Answers `POST /api/webhooks/stripe`. No session is read: a request is authenticated by its signature over the raw
 * body. Anything else gets a 400, and nothing is written.
 */
export async function answerWebhook(
  request: Request,
  site: Pick<Site, "db" | "env" | "now" | "log" | "requestId">,
  provider: BillingProvider | null = getBillingProvider(site),
  afterSync?: AfterSync,
): Promise<Response> {
  const { db, now, log, requestId } = site;
  const refuse = (
    status: Parameters<typeof problemResponse>[0],
    detail: string,
    headers: Record<string, string> = {},
  ) => problemResponse(status, { detail, requestId, headers });
  if (request.method !== "POST") return refuse(405, "Send events with POST.", { allow: "POST" });
  if (provider === null) return refuse(400, "Payments are not set up.");
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get("content-type") ?? "")) {
    return refuse(400, "Send application/json.");
  }
  const body = Buffer.from(await request.arrayBuffer());
  if (body.length > BODY_BYTES_MAX) return refuse(400, `Send no more than ${BODY_BYTES_MAX} bytes.`);
  const signature = request.headers.get(SIGNATURE_HEADER) ?? "";
  const event = await provider.readEvent({ body: body.toString("utf8"), signature, now });
  if (event === null) return refuse(400, "The signature doesn’t match.");
  try {
    return Response.json({ received: await processEvent(db, { event, provider, now, afterSync: afterSync }) });
  } catch (error) {
    log.error({ err: error, eventId: event.id }, "A payment event could not be processed; the provider sends it again");
    return problemResponse(500, { detail: "The event could not be processed. Send it again.", requestId });
  }
}
