/**
 * Asks one of the specification's calls for an address.
 *
 * @throws When there is none to be had, for whatever reason.
 */
export async function askForUrl(path: string, body: Record<string, string>): Promise<string> {
  const response = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer: unknown = await response.json();
  if (!response.ok || typeof answer !== "object" || answer === null || !("url" in answer)) {
    throw new Error(`${path} answered ${response.status}`);
  }
  if (typeof answer.url !== "string") throw new Error(`${path} answered no address`);
  return answer.url;
}
