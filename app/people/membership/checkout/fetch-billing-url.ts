/**
 * Calls an API endpoint that returns a URL. Returns null if the session has ended.
 *
 * @throws For any other failure.
 */
export async function fetchBillingUrl(path: string, body: Record<string, string>): Promise<string | null> {
  const response = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (response.status === 401) return null;
  const answer: unknown = await response.json();
  if (!response.ok || typeof answer !== "object" || answer === null || !("url" in answer)) {
    throw new Error(`${path} answered ${response.status}`);
  }
  if (typeof answer.url !== "string") throw new Error(`${path} returned no URL`);
  return answer.url;
}
