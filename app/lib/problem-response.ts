const TITLES = {
  400: "We couldn’t read that",
  403: "That came from another site",
  404: "Not found",
  405: "That isn’t allowed here",
  406: "That format isn’t available",
  409: "That conflicts with the current state",
  413: "That’s too large",
  415: "That isn’t JSON",
  422: "Some values aren’t valid",
  429: "Too many requests",
  401: "Please sign in",
  500: "Something went wrong",
  502: "Another service didn’t respond",
  503: "We’re busy right now",
} as const;

/**
 * An error response for programs: problem details (RFC 9457).
 *
 * @param detail One sentence about what was wrong and how to fix it.
 */
export function problemResponse(
  status: keyof typeof TITLES,
  { detail, requestId, headers = {} }: { detail: string; requestId: string; headers?: Record<string, string> },
): Response {
  const problem = { type: "about:blank", title: TITLES[status], status, detail, requestId };
  return new Response(JSON.stringify(problem), {
    status,
    headers: { "content-type": "application/problem+json", "cache-control": "no-store", ...headers },
  });
}
