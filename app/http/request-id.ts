import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Gives a request an id, which replaces any id that the visitor sent. */
export function setRequestId(request: IncomingMessage): string {
  const requestId = randomUUID();
  request.headers["x-request-id"] = requestId;
  return requestId;
}

export function requestIdOf(request: IncomingMessage): string {
  return String(request.headers["x-request-id"]);
}
