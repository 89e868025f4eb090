import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** A minimal S3 server on this machine. It refuses unsigned requests. */
export async function startBucket() {
  const files = new Map<string, Buffer>();
  const types = new Map<string, string>();
  const requests: string[] = [];
  let refusal: number | null = null;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://bucket");
    requests.push(`${request.method} ${pathname.replace(/\/$/, "")}`);
    const signature = request.headers.authorization ?? "";
    const isSigned =
      /^AWS4-HMAC-SHA256 Credential=KEY\/\d{8}\/us-east-1\/s3\/aws4_request, SignedHeaders=.*host.*, Signature=[0-9a-f]{64}$/.test(
        signature,
      );
    const body = await bodyOf(request);
    const status = refusal ?? (isSigned ? null : 403);
    if (status !== null) return response.writeHead(status).end();
    if (request.method === "PUT") {
      files.set(pathname, body);
      types.set(pathname, request.headers["content-type"] ?? "");
      return response.writeHead(200).end();
    }
    if (request.method === "POST" && searchParams.has("delete")) {
      for (const [, key] of body.toString().matchAll(/<Key>([^<]+)<\/Key>/g)) files.delete(`/photos/${key}`);
      return response.writeHead(200, XML).end("<DeleteResult/>");
    }
    if (searchParams.get("list-type") === "2") {
      const keys = [...files.keys()].filter((key) => key.startsWith(`/photos/${searchParams.get("prefix")}`));
      const contents = keys.map((key) => `<Contents><Key>${key.slice("/photos/".length)}</Key></Contents>`);
      return response.writeHead(200, XML).end(`<ListBucketResult>${contents.join("")}</ListBucketResult>`);
    }
    const file = files.get(pathname);
    if (file === undefined) return response.writeHead(404, XML).end("<Error><Code>NoSuchKey</Code></Error>");
    return response.writeHead(200, { "content-type": types.get(pathname) ?? "" }).end(file);
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The bucket has no port");
  return {
    url: `s3://KEY:a%2Fsecret@127.0.0.1:${address.port}/photos/rowhouse?tls=off`,
    requests,
    types,
    /** From now on every response has this status; null: normal service again. */
    refuse: (status: number | null) => {
      refusal = status;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const XML = { "content-type": "application/xml" };

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts);
}
