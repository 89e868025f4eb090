import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

type Answer = string | ((response: ServerResponse, request: IncomingMessage) => void);

export type WebsitesDouble = {
  /** What SourceHttp needs so that every name is answered by the double, without pauses. */
  http: {
    lookup: (host: string) => Promise<{ address: string; family: number }[]>;
    loopbackPort: number;
    intervalMsMin: number;
    pause: (ms: number) => Promise<unknown>;
  };
  /** Every request so far: "host/path". */
  requests: string[];
  userAgents: Set<string>;
  /** The pauses that were made. */
  pauses: number[];
  /** The pages of a website by path: HTML, or another answer. Other paths have none (404). */
  setSite: (host: string, pages: Record<string, Answer>) => void;
  /** Names that the DNS doesn't know, or for which it has no answer ("EAI_AGAIN"). */
  failNames: (code: "ENOTFOUND" | "EAI_AGAIN" | null, hosts?: string[]) => void;
  close: () => Promise<void>;
};

/** Stands in for websites of places on this machine: one server for all names. */
export async function startWebsitesDouble(): Promise<WebsitesDouble> {
  const sites = new Map<string, Record<string, Answer>>();
  const requests: string[] = [];
  const userAgents = new Set<string>();
  const pauses: number[] = [];
  let failing: { code: string; hosts: string[] | undefined } | null = null;
  const server = createServer((request, response) => {
    const { host = "" } = request.headers;
    requests.push(`${host}${request.url}`);
    userAgents.add(request.headers["user-agent"] ?? "");
    const answer = sites.get(host)?.[request.url ?? ""];
    if (answer === undefined) response.writeHead(404, { "content-type": "text/html" }).end("<h1>Not found</h1>");
    else if (typeof answer === "function") answer(response, request);
    else response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The double has no port");
  return {
    http: {
      lookup: async (host) => {
        if (failing !== null && failing.hosts?.includes(host) !== false) {
          throw Object.assign(new Error(`getaddrinfo ${failing.code} ${host}`), { code: failing.code });
        }
        return [{ address: "127.0.0.1", family: 4 }];
      },
      loopbackPort: address.port,
      intervalMsMin: 0,
      pause: async (ms) => pauses.push(ms),
    },
    requests,
    userAgents,
    pauses,
    setSite: (host, pages) => sites.set(host, pages),
    failNames: (code, hosts) => {
      failing = code === null ? null : { code, hosts };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
