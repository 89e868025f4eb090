import { readFileSync } from "node:fs";
import { getCACertificates, setDefaultCACertificates } from "node:tls";

import { WebsiteReader } from "#app/platform/website-reader.server.ts";

import { serve } from "../cli/serve.ts";

/** Serves the trial, for which every business's website is on a port of this machine, with a certificate of the test's own. */
const [port, certificate = ""] = process.argv.slice(2);
setDefaultCACertificates([...getCACertificates("default"), readFileSync(certificate, "utf8")]);
const lookup = async () => [{ address: "127.0.0.1", family: 4 }];
const websites = new WebsiteReader({ lookup, loopbackPort: Number(port) });
process.exitCode = await serve(["trial"], { websites });
