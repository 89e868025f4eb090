const TITLES = {
  400: "That can’t be read",
  403: "That came from another site",
  404: "There is nothing here",
  405: "That can’t be done here",
  406: "That isn’t to be had here",
  409: "That doesn’t fit",
  413: "That is too much at once",
  415: "That is no JSON",
  422: "That can’t be used",
  429: "That is too often",
  401: "That needs you to sign in",
  500: "That didn’t work",
  502: "The other side didn’t answer",
  503: "There is no room just now",
} as const;

/**
 * A refusal for programs: problem details (RFC 9457).
 *
 * @param detail One sentence that says what was wrong and what would be right.
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
